let base = '';

/**
 * Sets the base URL of images and audio, such as `https://media.example.org`: a CDN that requests files from this server. The value is
 * global and set before the first response, because presenters are plain functions without settings. Undefined means no CDN.
 */
export function setMediaBase(url: string | undefined): void {
  base = url ?? '';
}

/**
 * Returns the URL of a stored blob, or null for null. Files that scripts read, such as peaks, use this server, because they need its
 * origin.
 */
export function mediaUrl(key: string): string;
export function mediaUrl(key: string | null): string | null;
export function mediaUrl(key: string | null): string | null {
  if (key === null) return null;
  return key.endsWith('.peak') ? `/media/${key}` : `${base}/media/${key}`;
}
