import { languagesInForce } from '#contract/core/languages';
import type { BooksQuery } from '#contract/books/books';
import type { Database } from '#server/core/db/open';
import { readFilter } from './book-filter.ts';
import { createListReader } from './list-reader.ts';

/** Returns the number of books per language for a list, largest first. The language of the query is ignored. */
export async function countByLanguage(
  database: Database,
  query: BooksQuery,
): Promise<{ language: number; total: number }[]> {
  const filter = await readFilter(database.kysely, { ...query, language: undefined }, languagesInForce());
  if (!filter) return [];
  const { ids: languages, keys: totals } = await createListReader(database).byLanguage(filter);
  return Array.from(languages, (language, index) => ({ language, total: totals?.[index] ?? 0 })).toSorted(
    (first, second) => second.total - first.total || first.language - second.language,
  );
}
