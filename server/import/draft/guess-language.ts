import { languages } from '#contract/languages';

/** The commonest small words, which no text of some length does without. */
const smallWordsOf: Readonly<Record<(typeof languages)[number]['short'], string>> = {
  en: 'the of and to in that it was his he with as for had you is her at on not but be they she',
  tr: 've bir bu da de için ile çok daha ne o ben gibi kadar var ama sonra olarak her değil diye hiç şey',
  pt: 'que não de um uma com os se na mais as dos como mas foi ao ele das seu sua ou quando muito nos já eu também pelo ela até isso',
  es: 'que el la los las un una del se con por su para como más pero sus le ya este porque esta entre cuando muy sin sobre y en',
};

const smallWords = languages.map(({ code, short }) => ({
  code,
  known: new Set(smallWordsOf[short].split(' ')),
}));

const MIN_WORDS = 100;
/** Some four thousand words: more of them say nothing else. */
const MAX_CHARACTERS = 20_000;
/** Share of small words that tells a language, and how far ahead of the next it must be. */
const MIN_SHARE = 0.12;
const LEAD = 1.5;

/** The language of the catalogue that a text is written in; undefined when that is not plain. */
export function guessLanguage(text: string): number | undefined {
  const words =
    text
      .slice(0, MAX_CHARACTERS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const shares = smallWords
    .map(({ code, known }) => ({
      code,
      share: words.filter((word) => known.has(word)).length / words.length,
    }))
    .toSorted((a, b) => b.share - a.share);
  const [best, next] = shares;
  return best && best.share >= MIN_SHARE && best.share >= LEAD * (next?.share ?? 0) ? best.code : undefined;
}
