import { languages } from '#contract/core/languages';
import type { ParsedText } from '../parsers/parsed.ts';

/** The commonest small words, which no text of some length does without. */
const smallWordsOf: Readonly<Record<(typeof languages)[number]['short'], string>> = {
  en: 'the of and to in that it was his he with as for had you is her at on not but be they she',
  tr: 've bir bu da de için ile çok daha ne o ben gibi kadar var ama sonra olarak her değil diye hiç şey',
  pt: 'que não de um uma com os se na mais as dos como mas foi ao ele das seu sua ou quando muito nos já eu também pelo ela até isso',
  es: 'que el la los las un una del se con por su para como más pero sus le ya este porque esta entre cuando muy sin sobre y en',
};

/** The languages that have a small word, by their place in the list. */
const placesOf = new Map<string, number[]>();
for (const [place, { short }] of languages.entries())
  for (const word of smallWordsOf[short].split(' '))
    placesOf.set(word, [...(placesOf.get(word) ?? []), place]);

const MIN_WORDS = 100;
/** Some four thousand words: more of them say nothing else. */
const MAX_CHARACTERS = 20_000;
/** Share of small words that tells a language, and how far ahead of the next it must be. */
const MIN_SHARE = 0.12;
const LEAD = 1.5;

/** The beginning of a book, and no more of it: a drop may have hundreds. */
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

/** The language of the catalogue that texts are written in; undefined when that is not plain. */
export function guessLanguage(texts: readonly Pick<ParsedText, 'items'>[]): number | undefined {
  const words =
    sampleOf(texts)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const counts = languages.map(() => 0);
  for (const word of words)
    for (const place of placesOf.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
  const shares = languages
    .map(({ code }, place) => ({ code, share: (counts[place] ?? 0) / words.length }))
    .toSorted((a, b) => b.share - a.share);
  const [best, next] = shares;
  return best && best.share >= MIN_SHARE && best.share >= LEAD * (next?.share ?? 0) ? best.code : undefined;
}
