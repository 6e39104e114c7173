import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';

/** Returns the search key of a record: its fields, one per line, so that no search matches across two fields. */
export function searchKeyOf(...fields: readonly string[]): string {
  return fields.map(foldText).join('\n');
}

/** The minimum length of a search that matches any part. Shorter ones match prefixes of words. */
export const MIN_SUBSTRING = 3;

export function isShortSearch(foldedText: string): boolean {
  return [...foldedText].length < MIN_SUBSTRING;
}

/**
 * Returns the first one and two characters of every word of a search key. Each prefix is encoded as one word for any index. A word
 * starts after a space, and where letters or digits follow other characters.
 */
export function wordPrefixesOf(searchKey: string): string {
  const prefixes = new Set<string>();
  for (const [word] of searchKey.matchAll(/\S+/gu)) addPrefixes(prefixes, word);
  for (const [word] of searchKey.matchAll(/[\p{L}\p{N}]+/gu)) addPrefixes(prefixes, word);
  return [...prefixes].join(' ');
}

function addPrefixes(prefixes: Set<string>, word: string): void {
  const characters = Array.from(word).slice(0, 2);
  prefixes.add(encodePrefix(characters.slice(0, 1)));
  prefixes.add(encodePrefix(characters));
}

const encodePrefix = (characters: readonly string[]): string =>
  characters.map((character) => (character.codePointAt(0) ?? 0).toString(16)).join('x');

/** Returns a search of one or two characters in the encoding of `wordPrefixesOf`. */
export function toWordPrefix(foldedText: string): string {
  return encodePrefix([...foldedText]);
}

/** Returns the number of a search that contains only digits; undefined for other searches. */
export function searchedNumber(foldedText: string): number | undefined {
  const number = /^\d+$/.test(foldedText) ? Number(foldedText) : 0;
  return number > 0 && number <= limits.maxInteger ? number : undefined;
}

/** Returns true if a record with this key matches the search, consistent with the database indexes. */
export function isFound(searchKey: string, foldedText: string): boolean {
  if (!isShortSearch(foldedText)) return searchKey.includes(foldedText);
  return wordPrefixesOf(searchKey).split(' ').includes(toWordPrefix(foldedText));
}
