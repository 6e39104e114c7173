const RARE_BLANK = /\s/u;
const isBlank = (code: number): boolean =>
  code < 0x80
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d)
    : // No letter of an alphabet is between these code points.
      (code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x3000) || code === 0xfeff) &&
      RARE_BLANK.test(String.fromCharCode(code));

/** Returns the number of words between white space. Allocates no list, because a book can have a hundred thousand text items. */
export function countWords(text: string): number {
  let words = 0;
  let wasBlank = true;
  for (let index = 0; index < text.length; index += 1) {
    const blank = isBlank(text.charCodeAt(index));
    if (wasBlank && !blank) words += 1;
    wasBlank = blank;
  }
  return words;
}
