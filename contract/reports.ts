import { z } from 'zod';

/** Null while the catalogue is empty. */
export const longestBook = z
  .object({
    name: z.string(),
    author: z.object({ name: z.string() }),
    /** Seconds. */
    reading_time: z.int(),
    category: z.object({ name: z.string() }).nullable(),
  })
  .nullable();
export type LongestBook = z.infer<typeof longestBook>;

export const languageAverages = z.array(
  z.object({
    language: z.int(),
    /** Seconds with two decimals, as text. */
    average_reading_time: z.string(),
  }),
);
export type LanguageAverage = z.infer<typeof languageAverages>[number];

export const prolificAuthors = z.array(
  z.object({ author: z.object({ name: z.string() }), book_count: z.int() }),
);
export type ProlificAuthor = z.infer<typeof prolificAuthors>[number];

export const reportEndpoints = {
  longestBook: { method: 'GET', path: '/books/reports/longest-book' },
  averageReadingTime: { method: 'GET', path: '/books/reports/average-reading-time' },
  mostProlificAuthors: { method: 'GET', path: '/books/reports/most-prolific-authors' },
} as const;
