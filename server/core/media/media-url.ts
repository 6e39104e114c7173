let base = '';

/**
 * What addresses of pictures and sound begin with from now on, such as `https://media.example.org`: a CDN that fetches
 * from this server. One for the whole process and set before its first answer, since presenters are plain functions that
 * know no settings. Undefined: none.
 */
export function setMediaBase(url: string | undefined): void {
  base = url ?? '';
}

/** Where a stored blob is served; null for none. What scripts read (peaks) stays on this server, whose origin they have. */
export function mediaUrl(key: string): string;
export function mediaUrl(key: string | null): string | null;
export function mediaUrl(key: string | null): string | null {
  if (key === null) return null;
  return key.endsWith('.peak') ? `/media/${key}` : `${base}/media/${key}`;
}
