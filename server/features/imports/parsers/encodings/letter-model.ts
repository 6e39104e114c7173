import { type LanguageGroup, languageSamples } from './language-samples.ts';

/** Frequencies of letters and pairs of letters in one language. */
interface LetterModel {
  readonly singles: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
  readonly total: number;
}

const EDGE = ' ';
const PAIR_WEIGHT = 0.7;
const SINGLE_WEIGHT = 0.3;
/** Probability of a letter that the language does not have. */
const RARE = 0.000_01;
/** A capital after a small letter, which is rare in a correct encoding. */
const WRONG_CASE = -4;

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

function modelOf(sample: string): LetterModel {
  const singles = new Map<string, number>();
  const pairs = new Map<string, number>();
  let total = 0;
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const word of wordsOf(sample.normalize('NFC').toLowerCase())) {
    let before = EDGE;
    for (const letter of word + EDGE) {
      count(singles, letter);
      count(pairs, before + letter);
      total += 1;
      before = letter;
    }
  }
  return { singles, pairs, total };
}

const models = new Map<LanguageGroup, readonly LetterModel[]>();

/** Returns the models of a group, computed on first use. */
function modelsOf(group: LanguageGroup): readonly LetterModel[] {
  const model = models.get(group) ?? languageSamples[group].map(modelOf);
  models.set(group, model);
  return model;
}

function scoreOfWord(word: string, { singles, pairs, total }: LetterModel): number {
  let score = 0;
  let before = EDGE;
  for (const letter of word + EDGE) {
    const single = (singles.get(letter) ?? 0) / total;
    const pair = (pairs.get(before + letter) ?? 0) / Math.max(1, singles.get(before) ?? 1);
    score += Math.log(PAIR_WEIGHT * pair + SINGLE_WEIGHT * single + RARE);
    before = letter;
  }
  return score;
}

/** Returns a word in lower case. "İ" is replaced first, because it becomes two characters in lower case. */
const small = (word: string): string => word.replaceAll('İ', 'i').toLowerCase();

const casesOf = (word: string): number => (word.match(/\p{Ll}\p{Lu}/gu) ?? []).length * WRONG_CASE;

/** Returns the log probability of words in the most likely language of a group. */
export function scoreOfWords(text: string, group: LanguageGroup): number {
  const words = wordsOf(text);
  const byLanguage = modelsOf(group).map((model) =>
    words.reduce((sum, word) => sum + scoreOfWord(small(word), model), 0),
  );
  return Math.max(...byLanguage) + words.reduce((sum, word) => sum + casesOf(word), 0);
}
