import { randomFrom } from './random.ts';
import { createVocabulary, inTitle } from './word-list.ts';
import { zipf } from './zipf.ts';

/** The number of titles that belong to a series, out of twenty. */
const IN_SERIES = 4;
const SERIES = 4_000;
const LONGEST_SERIES = 30;
/** The numbers of words in a title. All entries have the same probability. */
const LENGTHS = [1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 10, 12];
const volume: Readonly<Record<number, string>> = { 1: 'Cilt', 2: 'Volume', 3: 'Book', 4: 'Libro' };

export interface Writer {
  /** Returns a title in the usual format of the language. */
  titleIn(language: number): string;
  messageIn(language: number): string;
  /** Returns the unique name of an author. @param index from 0 */
  authorName(index: number): string;
  /** Returns a word of the catalogue. Common words are returned more often. */
  word(): string;
}

/** Creates a generator of reproducible texts. */
export function createWriter(seed: number): Writer {
  const random = randomFrom(seed);
  const { words, particles, firstNames, lastNames } = createVocabulary();
  const draws = new Map([...words].map(([code, list]) => [code, zipf(list.length, random)]));
  const anySeries = zipf(SERIES, random);
  const series = new Map<string, string>();

  const wordIn = (language: number): string => {
    const index = draws.get(language)?.() ?? 0;
    return words.get(language)?.[index] ?? '';
  };

  function plainTitle(language: number): string {
    const size = LENGTHS[random(LENGTHS.length)] ?? 1;
    const small = particles.get(language);
    const nameWords = Array.from({ length: size }, () => wordIn(language));
    // Titles do not end with an article.
    while (small?.has(nameWords.at(-1) ?? '')) nameWords[nameWords.length - 1] = wordIn(language);
    return nameWords
      .map((word, index) => (index > 0 && small?.has(word) ? word : inTitle(word, language)))
      .join(' ');
  }

  function seriesTitle(language: number): string {
    const key = `${language} ${anySeries()}`;
    const title = series.get(key) ?? plainTitle(language);
    series.set(key, title);
    return `${title}, ${volume[language]} ${1 + random(LONGEST_SERIES)}`;
  }

  return {
    titleIn: (language) => (random(20) < IN_SERIES ? seriesTitle(language) : plainTitle(language)),
    messageIn: (language) => Array.from({ length: 6 + random(14) }, () => wordIn(language)).join(' '),
    authorName: (index) => {
      const first = firstNames[index % firstNames.length];
      const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length];
      const round = Math.floor(index / (firstNames.length * lastNames.length));
      return round === 0 ? `${first} ${last}` : `${first} ${firstNames[round - 1]} ${last}`;
    },
    word: () => wordIn(1 + random(words.size)),
  };
}
