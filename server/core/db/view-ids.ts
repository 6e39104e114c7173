import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/*
 * Changes of a release are written in transactions that are rolled back. Rows without a reserved ID, such as new contributors, would get
 * another ID in each of them, and other rows get these IDs later. So these rows have IDs of their own, which are made from names.
 */

/** IDs from here on belong to rows that exist in such transactions only. Filters of lists accept IDs of at most nine digits. */
const FIRST_VIEW_ID = 500_000_000;
const VIEW_IDS = 500_000_000;

const discardedTransactions = new WeakSet<Kysely<Schema>>();

/** Runs a part of a transaction whose changes are rolled back. */
export async function withViewIds<Result>(trx: Kysely<Schema>, work: () => Promise<Result>): Promise<Result> {
  if (discardedTransactions.has(trx)) return work();
  discardedTransactions.add(trx);
  try {
    return await work();
  } finally {
    discardedTransactions.delete(trx);
  }
}

/**
 * Returns the ID column of a new row, if its transaction is rolled back. Otherwise the database assigns the ID.
 * @param uniqueName the name that identifies the row in its table
 */
export function viewIdOf(trx: Kysely<Schema>, uniqueName: string): { readonly id?: number } {
  if (!discardedTransactions.has(trx)) return {};
  const hash = createHash('sha256').update(uniqueName).digest().readUInt32BE();
  return { id: FIRST_VIEW_ID + (hash % VIEW_IDS) };
}

/** Returns true for the ID of a row that exists in views of a release only. */
export const isViewId = (id: number): boolean => id >= FIRST_VIEW_ID;
