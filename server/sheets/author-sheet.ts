import type { AuthorEntry, AuthorsQuery } from '#contract/authors';
import { authorsQuery } from '#contract/authors';
import { parse } from '#server/http/parse';
import { nextTurn } from '#server/next-turn';
import type { BookService } from '#server/resources/books/books.service';
import type { SheetKind } from './sheet-kinds.ts';

/** Authors of a page where all are read. */
const PAGE = 100;

const cells = ({ id, name, book_count, alike }: AuthorEntry) => [
  id,
  name,
  book_count,
  (alike ?? []).map((other) => other.name).join('; '),
];

/** The list of authors as a sheet that goes out. */
export const authorSheet = (authors: BookService['authors']): Pick<SheetKind, 'columns' | 'rows'> => ({
  columns: ['id', 'name', 'book_count', 'alike'],
  async *rows(query) {
    const asked: AuthorsQuery = parse(authorsQuery, query);
    for (let page = 1; ; page += 1) {
      const { items } = await authors.list({ ...asked, page, items_per_page: PAGE });
      if (items.length === 0) return;
      yield items.map(cells);
      await nextTurn();
    }
  },
});
