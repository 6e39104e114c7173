/**
 * Returns the key by which names of authors are compared. Case and repeated spaces are ignored. Accents, the Turkish `ı` and compatibility
 * forms are significant. `İ` is a capital `i`.
 */
export function contributorNameKey(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}
