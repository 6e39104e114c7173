import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { idOfBookCode } from './book-code.ts';

/** The fields of a book that another record refers to. */
export interface NamedBook {
  readonly id: number;
  readonly name: string;
}

const namesOfBooks = prepareForIds((db, ids) =>
  db.selectFrom('books').select(['id', 'name']).where('id', 'in', ids),
);

/** Returns the existing books with these IDs, by ID. */
export async function booksNamed(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedBook>> {
  const rows = await namesOfBooks(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the IDs of the books with these codes, in the same order.
 * @throws AppError 422 with the codes without a book
 */
export async function bookIdsOf(
  db: Kysely<Schema>,
  codes: readonly string[],
  field: string,
): Promise<number[]> {
  const requestedIds = codes.map(idOfBookCode);
  const present = await booksNamed(
    db,
    requestedIds.filter((id) => id !== undefined),
  );
  const ids: number[] = [];
  const unknown: string[] = [];
  for (const [index, id] of requestedIds.entries()) {
    if (id !== undefined && present.has(id)) ids.push(id);
    else unknown.push(codes[index] ?? '');
  }
  if (unknown.length > 0) throw fieldError(field, knownErrors.noBooks(unknown));
  return ids;
}

/** Returns the codes that belong to a book. */
export async function existingCodes(
  trx: Transaction<Schema>,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Map(codes.map((code) => [code, idOfBookCode(code) ?? 0]));
  const present = await booksNamed(trx, [...new Set(ids.values())]);
  return new Set(codes.filter((code) => present.has(ids.get(code) ?? 0)));
}
