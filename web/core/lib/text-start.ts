const shownWords = 50;

/** The number of characters of a long text that are shown initially. */
export const shownCharacters = 100;

/** Returns the first words of a text unchanged; undefined if it has no more words than `count`. */
export function firstWords(text: string, count = shownWords): string | undefined {
  let length = 0;
  for (const match of text.matchAll(/\S+/g)) {
    length += 1;
    if (length > count) return text.slice(0, match.index).trimEnd();
  }
  return undefined;
}

const graphemes = new Intl.Segmenter();

/**
 * Returns the start of a text with at most `count` characters, up to the end of a word; undefined if the text is not longer. If whole words
 * fill less than half the limit, the next word is split between graphemes.
 */
export function firstCharacters(text: string, count = shownCharacters): string | undefined {
  // A code point has at most two code units, so this slice is long enough.
  const characters = Array.from(text.slice(0, 2 * count + 2));
  if (characters.length <= count) return undefined;
  const start = characters.slice(0, count).join('');
  const isWordEnd = /\s/u.test(characters[count] ?? '');
  const whole = isWordEnd ? start : start.replace(/\S*$/u, '');
  if (whole.trimEnd().length >= count / 2) return whole.trimEnd();
  // The last grapheme can extend beyond the limit.
  return [...graphemes.segment(characters.join(''))]
    .filter(({ index, segment }) => index + segment.length <= start.length)
    .map(({ segment }) => segment)
    .join('');
}
