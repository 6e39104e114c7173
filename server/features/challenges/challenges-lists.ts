import type { Challenge } from '#contract/challenges/challenges';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { Lists } from '#server/core/audit-log/list-change';
import { existingCodes } from '#server/core/resource/book-references';

/** Returns the books of a challenge by day, for the audit log. */
export const listsOfChallenge = ({ items }: Challenge): Lists =>
  new Map([
    [
      'items',
      items.map(({ book_code, is_featured, book }) => ({
        key: book_code,
        name: book?.name ?? book_code,
        ...(is_featured !== undefined && { details: { is_featured } }),
      })),
    ],
  ]);

/** Returns the input of an update that restores these days. */
export async function inputOfChallenge(trx: Transaction<Schema>, lists: Lists) {
  const items = lists.get('items') ?? [];
  const existing = await existingCodes(
    trx,
    items.map(({ key }) => key),
  );
  return {
    items: items
      .filter(({ key }) => existing.has(key))
      .map(({ key, details }) => ({ book_code: key, ...details })),
  };
}
