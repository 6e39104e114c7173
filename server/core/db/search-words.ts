import type { Kysely, Transaction } from 'kysely';
import { foldText } from '#contract/core/slug';
import {
  MIN_TYPO_LETTERS,
  byProbability,
  isOneTypoApart,
  withWords,
  wordsWithTypos,
} from '#contract/core/typos';
import { batches } from './batches.ts';
import { prepareForList } from './prepared.ts';
import type { Schema } from './schema.ts';

/** A searched word of the minimum length can have a letter too many. */
const MIN_STORED_LETTERS = MIN_TYPO_LETTERS - 1;
/** Further words of a search are not corrected. */
const MAX_WORDS = 4;
/** The maximum number of similar words of one word. */
const MAX_SIMILAR = 4;
/** The maximum number of corrected searches. Each is executed until one has results. */
const MAX_SEARCHES = 4;

const wordsByKeys = prepareForList((db, keys: string[]) =>
  db.selectFrom('search_words').select(['key', 'word']).where('key', 'in', keys),
);

const knownWords = prepareForList((db, words: string[]) =>
  db.selectFrom('search_words').select('word').where('key', 'in', words).whereRef('key', '=', 'word'),
);

/** Returns the word and the texts that result from removing one of its letters. Words that are one typo apart share one of them. */
export function keysOfWord(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_letter, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Returns the words of names and titles that searches with a typo find. */
export const searchWordsOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => wordsWithTypos(foldText(text), MIN_STORED_LETTERS))),
];

/**
 * Stores the words of names and titles for searches with a typo. Words remain when a record is deleted, because a correction is only
 * offered if it has results.
 */
export async function recordSearchWords(trx: Transaction<Schema>, texts: readonly string[]): Promise<void> {
  const words = searchWordsOf(texts);
  const known = new Set((await knownWords(trx, words)).map(({ word }) => word));
  const rows = words
    .filter((word) => !known.has(word))
    .flatMap((word) => keysOfWord(word).map((key) => ({ key, word })));
  for (const batch of batches(rows))
    await trx
      .insertInto('search_words')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns the similar words of each unknown word of a folded search. */
async function similarWords(db: Kysely<Schema>, words: readonly string[]) {
  const keys = new Map(words.map((word) => [word, keysOfWord(word)]));
  const rows = await wordsByKeys(db, [...new Set([...keys.values()].flat())]);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const similar = new Map<string, string[]>();
  for (const [word, own] of keys) {
    const candidates = new Set(own.flatMap((key) => byKey.get(key) ?? []).map((row) => row.word));
    if (candidates.has(word)) continue;
    const close = [...candidates].filter((candidate) => isOneTypoApart(word, candidate));
    if (close.length > 0) similar.set(word, byProbability(word, close).slice(0, MAX_SIMILAR));
  }
  return similar;
}

/**
 * Returns searches in which unknown words of five or more letters are replaced by known ones with one typo, the most probable first.
 * @returns folded searches; none if all words are known or no similar word exists
 */
export async function correctedSearches(db: Kysely<Schema>, search: string): Promise<string[]> {
  const folded = foldText(search);
  const words = wordsWithTypos(folded).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  let corrections: ReadonlyMap<string, string>[] = [new Map()];
  for (const [word, similar] of await similarWords(db, words))
    corrections = [...similar, word].flatMap((correct) =>
      corrections.map((others) => new Map([...others, [word, correct]])),
    );
  return corrections
    .map((chosen) => withWords(folded, chosen))
    .filter((corrected) => corrected !== folded)
    .slice(0, MAX_SEARCHES);
}
