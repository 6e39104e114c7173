import type { CreateOf } from '#contract/core/define-resource';
import { challenges } from '#contract/challenges/challenges';
import { bookIdsOf } from '#server/core/resource/book-references';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { listsOfChallenge, inputOfChallenge } from './challenges-lists.ts';
import { toChallenge } from './challenges.presenter.ts';
import { challengesByIds, replaceBooks } from './challenges.repository.ts';

type Items = CreateOf<typeof challenges>['items'];

/** Sorts items by their sent order; items without one keep their position in the list. */
function inSentOrder(items: Items): Items {
  return items
    .map((item, index) => ({ item, order: item.order_index ?? index }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

export function createChallengeService(deps: ServiceDeps): ServiceOf<typeof challenges> & WithLifecycle {
  return createRecordService(deps, {
    declaration: challenges,
    table: 'challenges',
    searched: ['title', 'description'],
    async select(_db, { sort }) {
      return sort ? { sort: { column: 'day_count', direction: sort } } : {};
    },
    rows: challengesByIds,
    present: toChallenge,
    lists: { inputKeys: ['items'], of: listsOfChallenge, inputOf: inputOfChallenge },
    ownedRows: { table: 'challenge_items', owner: 'challenge_id' },
    async saveOwnedRows(trx, id, { input: { items } }) {
      if (!items) return;
      const sortedItems = inSentOrder(items);
      const codes = sortedItems.map(({ book_code }) => book_code);
      const ids = await bookIdsOf(trx, codes, 'items');
      const books = sortedItems.map(({ is_featured }, index) => ({
        book_id: ids[index] ?? 0,
        is_featured: is_featured === undefined ? null : Number(is_featured),
      }));
      await replaceBooks(trx, id, books);
    },
  });
}
