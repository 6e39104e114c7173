import { sql } from 'kysely';
import type { LanguageAverage, LongestBook, ProlificAuthor } from '#contract/reports/reports';
import { entryTypes } from '#contract/core/responses';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';

const MAX_AUTHORS = 10;

const longest = prepare((db) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .leftJoin('categories', 'categories.id', 'books.category_id')
    .select([
      'books.name',
      'books.reading_time',
      'authors.name as author_name',
      'categories.name as category_name',
    ])
    .where(
      'books.id',
      '=',
      db.selectFrom('books').select('id').orderBy('reading_time', 'desc').orderBy('id', 'desc').limit(1),
    ),
);

const totalsByLanguage = prepare((db) =>
  db
    .selectFrom('book_counts')
    .select([
      'language',
      sql<number>`sum(books)`.as('books'),
      sql<number>`sum(reading_seconds)`.as('seconds'),
    ])
    .groupBy('language')
    .orderBy('language'),
);

const prolific = prepare((db) =>
  db
    .selectFrom('authors')
    .select(['name', 'book_count'])
    .where('book_count', '>', 0)
    .orderBy('book_count', 'desc')
    .orderBy('id')
    .limit(MAX_AUTHORS),
);

/** Three figures of the whole catalogue, read from indexes and from counters that every write updates. */
export function createReports({ reads }: Pick<Database, 'reads'>) {
  return {
    /** Returns the longest book, the newest of equal ones; null when there is no book. */
    async longestBook(): Promise<LongestBook> {
      const [row] = await longest(reads(), {});
      if (!row) return null;
      return {
        name: row.name,
        author: { name: row.author_name },
        reading_time: row.reading_time,
        category: row.category_name === null ? null : { name: row.category_name, type: entryTypes.category },
      };
    },

    /** Returns seconds by code of the languages with books. */
    async averageReadingTime(): Promise<LanguageAverage[]> {
      const rows = await totalsByLanguage(reads(), {});
      return rows.map(({ language, books, seconds }) => ({
        language,
        average_reading_time: (seconds / books).toFixed(2),
      }));
    },

    /** Returns the authors with the most books first, the older ones first among equals. */
    async mostProlificAuthors(): Promise<ProlificAuthor[]> {
      const rows = await prolific(reads(), {});
      return rows.map(({ name, book_count }) => ({ author: { name }, book_count }));
    },
  };
}

export type Reports = ReturnType<typeof createReports>;
