import { series } from '#contract/series/series';
import { bookIdsOf } from '#server/core/resource/book-references';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, type WithInsert, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { inputOfSeries, listsOfSeries } from './series-lists.ts';
import { toSeries } from './series.presenter.ts';
import { replaceBooks, seriesByIds } from './series.repository.ts';

export type SeriesService = ServiceOf<typeof series> & WithLifecycle & WithInsert<typeof series>;

export function createSeriesService(deps: ServiceDeps): SeriesService {
  return createRecordService(deps, {
    declaration: series,
    table: 'series',
    searched: ['title'],
    rows: seriesByIds,
    present: toSeries,
    lists: { inputKeys: ['books'], of: listsOfSeries, inputOf: inputOfSeries },
    ownedRows: { table: 'series_books', owner: 'series_id' },
    async saveOwnedRows(trx, id, { input: { books } }) {
      if (!books) return;
      const codes = books.map(({ code }) => code);
      const ids = await bookIdsOf(trx, codes, 'books');
      const rows = books.map(({ position = '' }, index) => ({ book_id: ids[index] ?? 0, volume: position }));
      await replaceBooks(trx, id, rows);
    },
  });
}
