import type { Collection } from '#contract/collections/collections';
import { collectionColumns } from '#server/core/db/tables/collections';
import { bookCodeOf } from '#server/core/resource/book-code';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredCollection } from './collections.repository.ts';

const present = createPresenter(collectionColumns);

export function toCollection({ row, books }: StoredCollection): Collection {
  return {
    ...present(row),
    books: books.map(({ book_id, name }) => ({ code: bookCodeOf(book_id), name })),
  };
}
