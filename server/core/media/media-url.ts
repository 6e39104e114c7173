let base = '';

/**
 * Sets the start of addresses of images and audio, such as `https://media.example.org`: a CDN that fetches from
 * this server. One for the whole process and set before its first response, since presenters are plain functions
 * without settings. Undefined: none.
 */
export function setMediaBase(url: string | undefined): void {
  base = url ?? '';
}

/**
 * The address of a stored blob; null for none. Files that scripts read (peaks) stay on this server, whose origin
 * they share.
 */
export function mediaUrl(key: string): string;
export function mediaUrl(key: string | null): string | null;
export function mediaUrl(key: string | null): string | null {
  if (key === null) return null;
  return key.endsWith('.peak') ? `/media/${key}` : `${base}/media/${key}`;
}
