import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';

/** The search key of a record: its fields, one per line, so that no search matches across two of them. */
export function searchKeyOf(...fields: readonly string[]): string {
  return fields.map(foldText).join('\n');
}

/** Searches shorter than this find beginnings of words, longer ones any part. */
export const MIN_SUBSTRING = 3;

export function isShortSearch(folded: string): boolean {
  return [...folded].length < MIN_SUBSTRING;
}

/**
 * The first one and two characters of every word of a search key, each encoded so that any index takes it for one word.
 * A word begins after a space, and where letters or digits follow something else.
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

/** A search of one or two characters as `wordPrefixesOf` writes it. */
export function toWordPrefix(folded: string): string {
  return encodePrefix([...folded]);
}

/** The number that a search of digits alone asks for; undefined for any other search. */
export function searchedNumber(folded: string): number | undefined {
  const number = /^\d+$/.test(folded) ? Number(folded) : 0;
  return number > 0 && number <= limits.maxInteger ? number : undefined;
}

/** True if a record with this key matches the search; the same result as the indexes of the databases. */
export function isFound(searchKey: string, folded: string): boolean {
  if (!isShortSearch(folded)) return searchKey.includes(folded);
  return wordPrefixesOf(searchKey).split(' ').includes(toWordPrefix(folded));
}
