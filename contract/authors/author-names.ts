/**
 * How names of people are compared: without regard to case and to the number of spaces. Accents, the Turkish `ı` and
 * compatibility forms tell names apart; `İ` is a capital `i`.
 */
export function authorNameKey(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}
