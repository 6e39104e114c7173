import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { Challenge, challenges } from '#contract/resources/challenges';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { FileKeeper } from '#server/media/file-keeper';
import { bookIdsOf } from '../book-references.ts';
import { createRecordService } from '../record-service.ts';
import type { ResourceService } from '../resource-service.ts';
import { challengesByIds, replaceBooks } from './challenges.repository.ts';

type Query = QueryOf<typeof challenges>;
type Create = CreateOf<typeof challenges>;
type Update = UpdateOf<typeof challenges>;
export type ChallengeService = ResourceService<Challenge, Query, Create, Update>;

const asFlag = (value: boolean) => (value ? 1 : 0);

/** By the order they were sent with; those without one stay where they stand in the list. */
function inSentOrder(items: Create['items']): Create['items'] {
  return items
    .map((item, index) => ({ item, order: item.order_index ?? index }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

export function createChallengeService(deps: {
  readonly database: Database;
  readonly files: FileKeeper;
}): ChallengeService {
  return createRecordService<'challenges', Challenge, Query, Create, Update>(deps, {
    table: 'challenges',
    noun: 'challenge',
    async select(_db, { sort }) {
      return sort ? { sort: { column: 'day_count', direction: sort } } : {};
    },
    present: challengesByIds,
    async columns(_trx, input, before) {
      const title = input.title ?? before?.title ?? '';
      const description = input.description ?? before?.description ?? '';
      return {
        title,
        description,
        day_count: input.day_count ?? before?.day_count ?? 1,
        is_active: input.is_active === undefined ? (before?.is_active ?? 1) : asFlag(input.is_active),
        search_key: searchKeyOf(title, description),
      };
    },
    async saveParts(trx, id, { items }) {
      if (!items) return;
      const sorted = inSentOrder(items);
      const codes = sorted.map(({ book_code }) => book_code);
      const ids = await bookIdsOf(trx, codes, 'items');
      const books = sorted.map(({ is_featured }, index) => ({
        book_id: ids[index] ?? 0,
        is_featured: is_featured === undefined ? null : asFlag(is_featured),
      }));
      await replaceBooks(trx, id, books);
    },
  });
}
