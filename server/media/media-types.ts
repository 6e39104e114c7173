/** What the store holds, by the extension of its key. */
const mediaTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

/** The media type of a stored blob; undefined for an extension that the store never uses. */
export function mediaTypeOf(key: string): string | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined;
}

/** Where a stored blob is served; null for none. */
export function mediaUrl(key: string): string;
export function mediaUrl(key: string | null): string | null;
export function mediaUrl(key: string | null): string | null {
  return key === null ? null : `/media/${key}`;
}
