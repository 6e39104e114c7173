import { collections } from '#contract/collections/collections';
import { bookIdsOf } from '#server/core/resource/book-references';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { listsOfCollection, inputOfCollection } from './collections-lists.ts';
import { toCollection } from './collections.presenter.ts';
import { collectionsByIds, replaceBooks } from './collections.repository.ts';

export function createCollectionService(deps: ServiceDeps): ServiceOf<typeof collections> & WithLifecycle {
  return createRecordService(deps, {
    declaration: collections,
    table: 'collections',
    searched: ['title'],
    rows: collectionsByIds,
    present: toCollection,
    lists: { inputKeys: ['book_codes'], of: listsOfCollection, inputOf: inputOfCollection },
    ownedRows: { table: 'collection_books', owner: 'collection_id' },
    async saveOwnedRows(trx, id, { input: { book_codes } }) {
      if (book_codes) await replaceBooks(trx, id, await bookIdsOf(trx, book_codes, 'book_codes'));
    },
  });
}
