import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { named } from '#contract/core/schema-notes';

/** Null for an empty catalogue. */
export const longestBook = named(
  'LongestBook',
  z.object({
    name: answers.name,
    author: z.object({ name: answers.name }).describe('The author of the book.'),
    reading_time: answers.seconds,
    category: z
      .object({ name: answers.name, type: answers.categoryType })
      .nullable()
      .describe('The category of the book, or null.'),
  }),
)
  .nullable()
  .describe('The book. Null if the catalogue is empty.');
export type LongestBook = z.infer<typeof longestBook>;

export const languageAverages = z.array(
  named(
    'LanguageAverage',
    z.object({
      language: answers.language,
      average_reading_time: z.string().describe('The average in seconds with two decimals, as text.'),
    }),
  ),
);
export type LanguageAverage = z.infer<typeof languageAverages>[number];

export const prolificAuthors = z.array(
  named(
    'ProlificAuthor',
    z.object({
      author: z.object({ name: answers.name }).describe('The author.'),
      book_count: answers.count.describe('The number of books.'),
    }),
  ),
);
export type ProlificAuthor = z.infer<typeof prolificAuthors>[number];

export const reportEndpoints = {
  longestBook: { method: 'GET', path: '/books/reports/longest-book' },
  averageReadingTime: { method: 'GET', path: '/books/reports/average-reading-time' },
  mostProlificAuthors: { method: 'GET', path: '/books/reports/most-prolific-authors' },
} as const;
