import {
  type ContributorEntry,
  type ContributorsQuery,
  contributorRoles,
  contributorsQuery,
} from '#contract/contributors/contributors';
import { parse } from '#server/core/parse';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { BookService } from '#server/features/books/books.service';
import type { SpreadsheetKind } from './spreadsheet-types.ts';

/** Contributors per page when all are read. */
const PAGE = 100;

const cells = (entry: ContributorEntry) => {
  const { id, name, book_count, similar = [], roles = [], sort_name = '', other_names = [] } = entry;
  return [
    id,
    name,
    book_count,
    similar.map((other) => other.name).join('; '),
    roles.map(({ role, book_count: books }) => `${contributorRoles[role].label} (${books})`).join('; '),
    sort_name,
    other_names.join('; '),
  ];
};

/** Returns the list of contributors as a spreadsheet to download. */
export const authorSpreadsheet = (
  authors: Pick<BookService['authors'], 'listPeople'>,
): Pick<SpreadsheetKind, 'columns' | 'rows'> => ({
  columns: ['id', 'name', 'book_count', 'similar', 'roles', 'sort_name', 'other_names'],
  async *rows(query) {
    const spreadsheetQuery: ContributorsQuery = parse(contributorsQuery, query);
    for (let page = 1; ; page += 1) {
      const { items } = await authors.listPeople({ ...spreadsheetQuery, page, items_per_page: PAGE });
      if (items.length === 0) return;
      yield items.map(cells);
      await yieldToEventLoop();
    }
  },
});
