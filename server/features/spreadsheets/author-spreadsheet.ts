import type { AuthorEntry, AuthorsQuery } from '#contract/contributors/authors';
import { authorsQuery } from '#contract/contributors/authors';
import { parse } from '#server/core/parse';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { BookService } from '#server/features/books/books.service';
import type { SpreadsheetKind } from './spreadsheet-types.ts';

/** Authors per page when all are read. */
const PAGE = 100;

const cells = ({ id, name, book_count, similar }: AuthorEntry) => [
  id,
  name,
  book_count,
  (similar ?? []).map((other) => other.name).join('; '),
];

/** Returns the list of authors as a spreadsheet to download. */
export const authorSpreadsheet = (
  authors: BookService['authors'],
): Pick<SpreadsheetKind, 'columns' | 'rows'> => ({
  columns: ['id', 'name', 'book_count', 'similar'],
  async *rows(query) {
    const spreadsheetQuery: AuthorsQuery = parse(authorsQuery, query);
    for (let page = 1; ; page += 1) {
      const { items } = await authors.list({ ...spreadsheetQuery, page, items_per_page: PAGE });
      if (items.length === 0) return;
      yield items.map(cells);
      await yieldToEventLoop();
    }
  },
});
