import type { Collection } from '#contract/resources/collections';
import { collectionColumns } from '#server/db/tables/collections';
import { bookCodeOf } from '../book-code.ts';
import { createPresenter } from '../columns.ts';
import type { StoredCollection } from './collections.repository.ts';

const present = createPresenter(collectionColumns);

export function toCollection({ row, books }: StoredCollection): Collection {
  return {
    ...present(row),
    books: books.map(({ book_id, name }) => ({ code: bookCodeOf(book_id), name })),
  };
}
