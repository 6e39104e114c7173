import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

/** Null for an empty catalogue. */
export const longestBook = namedSchema(
  'LongestBook',
  z.object({
    name: responseFields.name,
    author: z.object({ name: responseFields.name }).describe('The author of the book.'),
    reading_time: responseFields.seconds,
    category: z
      .object({ name: responseFields.name, type: responseFields.categoryType })
      .nullable()
      .describe('The category of the book, or null.'),
  }),
)
  .nullable()
  .describe('The book. Null if the catalogue is empty.');
export type LongestBook = z.infer<typeof longestBook>;

export const languageAverages = z.array(
  namedSchema(
    'LanguageAverage',
    z.object({
      language: responseFields.language,
      average_reading_time: z.string().describe('The average in seconds with two decimals, as text.'),
    }),
  ),
);
export type LanguageAverage = z.infer<typeof languageAverages>[number];

export const prolificAuthors = z.array(
  namedSchema(
    'ProlificAuthor',
    z.object({
      author: z.object({ name: responseFields.name }).describe('The author.'),
      book_count: responseFields.count.describe('The number of books.'),
    }),
  ),
);
export type ProlificAuthor = z.infer<typeof prolificAuthors>[number];

export const reportEndpoints = {
  longestBook: { method: 'GET', path: '/books/reports/longest-book' },
  averageReadingTime: { method: 'GET', path: '/books/reports/average-reading-time' },
  mostProlificAuthors: { method: 'GET', path: '/books/reports/most-prolific-authors' },
} as const;
