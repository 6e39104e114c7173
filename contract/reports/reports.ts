import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { named } from '#contract/core/schema-notes';

/** Null for an empty catalogue. */
export const longestBook = named(
  'LongestBook',
  z.object({
    name: answers.name,
    author: z.object({ name: answers.name }).describe('Who wrote it.'),
    reading_time: answers.seconds,
    category: z
      .object({ name: answers.name, type: answers.categoryType })
      .nullable()
      .describe('Null when the book is in none.'),
  }),
)
  .nullable()
  .describe('Null while the catalogue is empty.');
export type LongestBook = z.infer<typeof longestBook>;

export const languageAverages = z.array(
  named(
    'LanguageAverage',
    z.object({
      language: answers.language,
      average_reading_time: z.string().describe('Seconds with two decimals, as text.'),
    }),
  ),
);
export type LanguageAverage = z.infer<typeof languageAverages>[number];

export const prolificAuthors = z.array(
  named(
    'ProlificAuthor',
    z.object({
      author: z.object({ name: answers.name }).describe('The author.'),
      book_count: answers.count.describe('How many books.'),
    }),
  ),
);
export type ProlificAuthor = z.infer<typeof prolificAuthors>[number];

export const reportEndpoints = {
  longestBook: { method: 'GET', path: '/books/reports/longest-book' },
  averageReadingTime: { method: 'GET', path: '/books/reports/average-reading-time' },
  mostProlificAuthors: { method: 'GET', path: '/books/reports/most-prolific-authors' },
} as const;
