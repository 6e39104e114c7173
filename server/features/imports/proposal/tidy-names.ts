/* Removes additions that programs write into names. */

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = String.raw`(\d{1,3}|${NUMBERS.join('|')})`;
const COUNT = String.raw`(?:\s*(?:/|of|von|de|sur|di|из)\s*\d{1,3})?`;
const DISC = String.raw`(?:cd|dis[ck]|disco|disque|диск|ディスク)`;
/** Words that mean a disc only inside brackets. Without brackets they may be part of the title. */
const CARRIER = String.raw`(?:${DISC}|dvd|cassette|kassette|tape|płyta)`;

const DISC_IN_BRACKETS = new RegExp(
  String.raw`\s*[([]\s*${CARRIER}[\s.#-]*${NUMBER}${COUNT}\s*[)\]]\s*$`,
  'iu',
);
const DISC_AT_END = new RegExp(String.raw`(?:^|[\s,:;–—-]+)${DISC}[\s.#-]*${NUMBER}${COUNT}\s*$`, 'iu');
const YEAR = String.raw`(1[4-9]\d{2}|20\d{2})`;
const YEAR_AT_END = new RegExp(String.raw`\s*[([]\s*${YEAR}\s*[)\]]\s*$`, 'u');
const YEAR_AT_START = new RegExp(String.raw`^\s*[([]\s*${YEAR}\s*[)\]][\s–—-]*`, 'u');
const EDITION =
  /\s*[([]\s*(?:un|not )?(?:abridged(?: edition)?|audio ?book|ungekürzt(?:e (?:ausgabe|lesung))?|hörbuch|sesli kitap|audiolibro|audiolivro|livre audio)\s*[)\]]\s*$/iu;

export interface TidyTitle {
  readonly title: string;
  readonly disc: number | undefined;
  readonly year: string | undefined;
}

const numberOf = (text: string): number => Number(text) || NUMBERS.indexOf(text.toLowerCase()) + 1;

/** Returns a title without disc, year in brackets and edition. A title of nothing else is not changed. */
export function tidyTitle(sourceTitle: string): TidyTitle {
  let title = sourceTitle.trim();
  let disc: number | undefined;
  let year: string | undefined;
  const take = (pattern: RegExp): string | undefined => {
    const match = pattern.exec(title);
    if (!match) return undefined;
    const rest = title.replace(pattern, '').trim();
    // The rest must still contain letters or digits.
    if (/[\p{L}\p{N}]/u.test(rest)) title = rest;
    else if (pattern !== DISC_AT_END && pattern !== DISC_IN_BRACKETS) return undefined;
    return match[1] ?? '';
  };
  for (let before = ''; before !== title; ) {
    before = title;
    const number = take(DISC_IN_BRACKETS) ?? take(DISC_AT_END);
    if (number !== undefined) disc ??= numberOf(number);
    year ??= take(YEAR_AT_END) ?? take(YEAR_AT_START);
    take(EDITION);
  }
  return { title, disc, year };
}

/** Returns the number of the disc in a title or folder name. */
export const discIn = (text: string): number | undefined => tidyTitle(text).disc;

const ADDRESS = /[<([]?\s*(?:mailto:)?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\s*[>)\]]?/giu;
const WEB_ADDRESS = /[<([]?\s*(?:https?:\/\/|www\.)[^\s>)\]]+\s*[>)\]]?/giu;
const ROLE = /^(?:(?:written|read|narrated)\s+by|by)\b(?:\s*:\s*|\s+)(?=\S)/iu;

/** Returns the name of a person without addresses and "by"; empty when nothing else is left. */
export function tidyName(name: string): string {
  const plain = name.replaceAll(ADDRESS, ' ').replaceAll(WEB_ADDRESS, ' ');
  // Punctuation around an address is removed; other names are not changed.
  const rest = plain === name ? name : plain.replaceAll(/^[\s"'“”,;:–—-]+|[\s"'“”,;:–—-]+$/gu, '');
  return rest
    .replaceAll(/\s+([,;])/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(ROLE, '');
}
