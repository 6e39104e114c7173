import type { Collection } from '#contract/collections/collections';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { Lists } from '#server/core/audit-log/list-change';

import { existingCodes } from '#server/core/resource/book-references';

/** Returns the books of a collection, for the audit log. */
export const listsOfCollection = ({ books }: Collection): Lists =>
  new Map([['books', books.map(({ code, name }) => ({ key: code, name }))]]);

/** Returns the input of an update that restores these books. */
export async function inputOfCollection(trx: Transaction<Schema>, lists: Lists) {
  const codes = (lists.get('books') ?? []).map(({ key }) => key);
  const existing = await existingCodes(trx, codes);
  return { book_codes: codes.filter((code) => existing.has(code)) };
}
