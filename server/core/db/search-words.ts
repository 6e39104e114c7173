import type { Kysely, Transaction } from 'kysely';
import { foldText } from '#contract/core/slug';
import {
  MAX_WORDS,
  MIN_KNOWN_LETTERS,
  correctedTexts,
  similarWords,
  wordsWithTypos,
} from '#contract/core/typos';
import { batches } from './batches.ts';
import { prepareForList } from './prepared.ts';
import type { Schema } from './schema.ts';

const wordsByKeys = prepareForList((db, keys: string[]) =>
  db.selectFrom('search_words').select(['key', 'word']).where('key', 'in', keys),
);

const knownWords = prepareForList((db, words: string[]) =>
  db.selectFrom('search_words').select('word').where('key', 'in', words).whereRef('key', '=', 'word'),
);

/** Returns the word and the texts that result from removing one of its letters. Words that are one typo apart share one of them. */
export function keysOfWord(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_letter, index) => letters.toSpliced(index, 1).join(''))])];
}

/** Returns the words of names and titles that searches with a typo find. */
export const searchWordsOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => wordsWithTypos(foldText(text), MIN_KNOWN_LETTERS))),
];

/**
 * Stores the words of names and titles for searches with a typo. Words remain when a record is deleted, because a correction is only
 * offered if it has results.
 */
export async function recordSearchWords(trx: Transaction<Schema>, texts: readonly string[]): Promise<void> {
  const words = searchWordsOf(texts);
  const storedWords = new Set((await knownWords(trx, words)).map(({ word }) => word));
  const rows = words
    .filter((word) => !storedWords.has(word))
    .flatMap((word) => keysOfWord(word).map((key) => ({ key, word })));
  for (const batch of batches(rows))
    await trx
      .insertInto('search_words')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Returns searches in which unknown words of five or more letters are replaced by known ones with one typo, the most probable first.
 * @returns folded searches; none if all words are known or no similar word exists
 */
export async function correctedSearches(db: Kysely<Schema>, search: string): Promise<string[]> {
  const foldedSearch = foldText(search);
  const words = wordsWithTypos(foldedSearch).slice(0, MAX_WORDS);
  const rows = await wordsByKeys(db, [...new Set(words.flatMap(keysOfWord))]);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const candidatesOf = (word: string) =>
    new Set(keysOfWord(word).flatMap((key) => (byKey.get(key) ?? []).map((row) => row.word)));
  return correctedTexts(foldedSearch, similarWords(words, candidatesOf));
}
