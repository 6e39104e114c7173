export const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Returns true for white space. Compares numbers because it runs for every sentence. */
export const isSpace = (code: number) =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x202f || code === 0x2009;

const isAsciiLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

/**
 * Returns true for a letter. The precision is enough for the ends of words: beyond ASCII, all characters except Latin-1 signs and
 * punctuation are letters.
 */
export const isLetter = (code: number) =>
  isAsciiLetter(code) ||
  (code > 0xbf && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f)) ||
  code === 0xba ||
  code === 0xaa;

/** Returns true for Russian letters. */
const isRussian = (code: number) => code >= 0x410 && code <= 0x44f;

export function isUpper(code: number): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  if (isRussian(code)) return code < 0x430;
  const letter = String.fromCharCode(code);
  return letter !== letter.toLowerCase();
}

export function isLower(code: number): boolean {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a;
  if (isRussian(code)) return code >= 0x430;
  const letter = String.fromCharCode(code);
  return letter !== letter.toUpperCase();
}

/** Returns the start of the word that ends at a position. The word includes inner hyphens and full stops. */
export function wordStart(text: string, end: number, most: number): number {
  let start = end;
  while (start > 0 && end - start <= most) {
    const code = text.charCodeAt(start - 1);
    if (!isLetter(code) && !isDigit(code) && code !== 0x2e && code !== 0x2d) break;
    start -= 1;
  }
  return start;
}

/** Returns the word before a position, with its full stop. */
export function wordBefore(text: string, index: number): string {
  let end = index;
  while (end > 0 && index - end < 4 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(wordStart(text, end, 20), end);
}

/** Returns the letters at a position, with the full stop of an initial. */
export function nextWord(text: string, index: number): string {
  let end = index;
  while (end < text.length && end - index < 24 && isLetter(text.charCodeAt(end))) end += 1;
  if (end - index === 1 && text.charCodeAt(end) === 0x2e) end += 1;
  return text.slice(index, end);
}
