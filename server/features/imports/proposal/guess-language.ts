import { languages } from '#contract/core/languages';
import type { ParsedText } from '../parsers/parsed.ts';

/** The most common short words. Every longer text contains some of them. */
const smallWordsOf: Readonly<Record<(typeof languages)[number]['short'], string>> = {
  en: 'the of and to in that it was his he with as for had you is her at on not but be they she',
  tr: 've bir bu da de için ile çok daha ne o ben gibi kadar var ama sonra olarak her değil diye hiç şey',
  pt: 'que não de um uma com os se na mais as dos como mas foi ao ele das seu sua ou quando muito nos já eu também pelo ela até isso',
  es: 'que el la los las un una del se con por su para como más pero sus le ya este porque esta entre cuando muy sin sobre y en',
};

/** Languages that have a short word, as indexes of the list. */
const languagesOf = new Map<string, number[]>();
for (const [language, { short }] of languages.entries())
  for (const word of smallWordsOf[short].split(' '))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

const MIN_WORDS = 100;
/** About four thousand words; more words do not improve the result. */
const MAX_CHARACTERS = 20_000;
/** Required share of short words, and the required ratio to the next language. */
const MIN_SHARE = 0.12;
const LEAD = 1.5;

/** Returns the beginning of a book. A batch may have hundreds of books, so the rest is not read. */
function sampleOf(texts: readonly Pick<ParsedText, 'items'>[]): string {
  const items: string[] = [];
  let length = 0;
  for (const text of texts)
    for (const item of text.items) {
      items.push(item);
      length += item.length + 1;
      if (length >= MAX_CHARACTERS) return items.join(' ').slice(0, MAX_CHARACTERS);
    }
  return items.join(' ');
}

/** Returns the catalogue language of texts; undefined when the result is unclear. */
export function guessLanguage(texts: readonly Pick<ParsedText, 'items'>[]): number | undefined {
  const words =
    sampleOf(texts)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const counts = languages.map(() => 0);
  for (const word of words)
    for (const language of languagesOf.get(word) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  const shares = languages
    .map(({ code }, language) => ({ code, share: (counts[language] ?? 0) / words.length }))
    .toSorted((a, b) => b.share - a.share);
  const [best, next] = shares;
  return best && best.share >= MIN_SHARE && best.share >= LEAD * (next?.share ?? 0) ? best.code : undefined;
}
