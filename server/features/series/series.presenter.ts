import type { Series } from '#contract/series/series';
import { seriesColumns } from '#server/core/db/tables/series';
import { bookCodeOf } from '#server/core/resource/book-code';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredSeries } from './series.repository.ts';

const present = createPresenter(seriesColumns);

export function toSeries({ row, books }: StoredSeries): Series {
  return {
    ...present(row),
    books: books.map(({ book_id, name, volume }) => ({
      code: bookCodeOf(book_id),
      name,
      position: volume,
    })),
  };
}
