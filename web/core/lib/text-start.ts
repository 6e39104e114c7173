const shownWords = 50;

/** The number of characters of a long text that are shown at first. */
export const shownCharacters = 100;

/** The first words of a text, as they stand; undefined when there are no more than that. */
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
 * The beginning of a text of at most that many characters, up to the end of a word; undefined when it is no longer. A word that
 * would leave less than half of that is cut, between two characters as people see them.
 */
export function firstCharacters(text: string, count = shownCharacters): string | undefined {
  // A character is one or two units, so what comes behind twice as many is not looked at.
  const characters = Array.from(text.slice(0, 2 * count + 2));
  if (characters.length <= count) return undefined;
  const start = characters.slice(0, count).join('');
  const isWordEnd = /\s/u.test(characters[count] ?? '');
  const whole = isWordEnd ? start : start.replace(/\S*$/u, '');
  if (whole.trimEnd().length >= count / 2) return whole.trimEnd();
  // The last one may go on behind the cut.
  return [...graphemes.segment(characters.join(''))]
    .filter(({ index, segment }) => index + segment.length <= start.length)
    .map(({ segment }) => segment)
    .join('');
}
