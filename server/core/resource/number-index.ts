/*
 * Book codes and long numbers, such as ISBN and GTIN, are entries of the index of word prefixes. Three digits are part of so many numbers
 * that the index of trigrams takes longer.
 */

const CODE_DIGITS = 6;
/** A search for a shorter number reads the index of trigrams. */
const NUMBER_DIGITS = 10;
const codes = new RegExp(String.raw`bk-(\d{${CODE_DIGITS}})`, 'g');
const longNumbers = new RegExp(String.raw`\d{${NUMBER_DIGITS},}`, 'g');
const searches = new RegExp(String.raw`^(bk-\d{${CODE_DIGITS},}|\d{${NUMBER_DIGITS},14})$`);

/** Returns the entries of a folded text: the digits of each code, and each ten successive digits of long numbers. */
export function numberEntriesOf(foldedText: string): string[] {
  const entries = new Set<string>();
  for (const [, digits] of foldedText.matchAll(codes)) entries.add(`c${digits}`);
  for (const [number] of foldedText.matchAll(longNumbers))
    for (let start = 0; start + NUMBER_DIGITS <= number.length; start += 1)
      entries.add(`n${number.slice(start, start + NUMBER_DIGITS)}`);
  return [...entries];
}

/** Returns the entries of a folded search for a complete code or a long number, which every match has; undefined for other searches. */
export const searchedNumberEntries = (foldedSearch: string): string[] | undefined =>
  searches.test(foldedSearch) ? numberEntriesOf(foldedSearch) : undefined;
