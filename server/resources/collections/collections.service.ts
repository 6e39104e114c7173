import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { Collection, collections } from '#contract/resources/collections';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { FileKeeper } from '#server/media/file-keeper';
import { bookIdsOf } from '../book-references.ts';
import { createRecordService } from '../record-service.ts';
import type { ResourceService } from '../resource-service.ts';
import { collectionsByIds, replaceBooks } from './collections.repository.ts';

type Query = QueryOf<typeof collections>;
type Create = CreateOf<typeof collections>;
type Update = UpdateOf<typeof collections>;
export type CollectionService = ResourceService<Collection, Query, Create, Update>;

export function createCollectionService(deps: {
  readonly database: Database;
  readonly files: FileKeeper;
}): CollectionService {
  return createRecordService<'collections', Collection, Query, Create, Update>(deps, {
    table: 'collections',
    noun: 'collection',
    present: collectionsByIds,
    async columns(_trx, input, before) {
      const title = input.title ?? before?.title ?? '';
      return {
        title,
        description: input.description ?? before?.description ?? '',
        search_key: searchKeyOf(title),
      };
    },
    async saveParts(trx, id, { book_codes }) {
      if (book_codes) await replaceBooks(trx, id, await bookIdsOf(trx, book_codes, 'book_codes'));
    },
  });
}
