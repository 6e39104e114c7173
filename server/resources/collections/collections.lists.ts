import type { Collection } from '#contract/resources/collections';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema';
import type { Lists } from '#server/journal/list-change';

import { livingCodes } from '../book-references.ts';

/** The books of a collection, for the journal. */
export const listsOfCollection = ({ books }: Collection): Lists =>
  new Map([['books', books.map(({ code, name }) => ({ key: code, name }))]]);

/** What an update sends to have these books. */
export async function sentCollection(trx: Transaction<Schema>, lists: Lists) {
  const codes = (lists.get('books') ?? []).map(({ key }) => key);
  const living = await livingCodes(trx, codes);
  return { book_codes: codes.filter((code) => living.has(code)) };
}
