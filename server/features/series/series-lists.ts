import type { Transaction } from 'kysely';
import type { Series } from '#contract/series/series';
import type { Lists } from '#server/core/audit-log/list-change';
import type { Schema } from '#server/core/db/schema';
import { existingCodes } from '#server/core/resource/book-references';

/** Returns the books of a series with their positions, for the audit log. */
export const listsOfSeries = ({ books }: Series): Lists =>
  new Map([['books', books.map(({ code, name, position }) => ({ key: code, name, details: { position } }))]]);

/** Returns the input of an update that restores these books. */
export async function inputOfSeries(trx: Transaction<Schema>, lists: Lists) {
  const books = lists.get('books') ?? [];
  const existing = await existingCodes(
    trx,
    books.map(({ key }) => key),
  );
  return {
    books: books
      .filter(({ key }) => existing.has(key))
      .map(({ key, details }) => ({ code: key, ...details })),
  };
}
