import type { Kysely, Transaction } from 'kysely';
import { slugOf } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';

/** The tables whose rows have a short unique code. */
type CodedTable = 'categories' | 'sub_categories';

/** The resource names under which the codes of deleted records remain reserved in the trash. */
const kinds = { categories: 'categories', sub_categories: 'sub-categories' } as const;

/** Returns the ID of the record with a code, in the catalogue or in the trash. */
async function ownerOf(trx: Kysely<Schema>, table: CodedTable, code: string): Promise<number | undefined> {
  const existing = await trx.selectFrom(table).select('id').where('code', '=', code).executeTakeFirst();
  if (existing) return existing.id;
  const deletedRow = await trx
    .selectFrom('trash')
    .select('record_id')
    .where('kind', '=', kinds[table])
    .where('code', '=', code)
    .executeTakeFirst();
  return deletedRow?.record_id;
}

/**
 * Returns the code to store for a row. Without `before`, the row is new.
 * @throws AppError 422 if another row has the code
 */
export function codeFor(
  trx: Transaction<Schema>,
  {
    table,
    name,
    input,
    before,
  }: {
    readonly table: CodedTable;
    readonly name: string;
    readonly input: string | undefined;
    readonly before: { readonly id: number; readonly code: string } | undefined;
  },
): Promise<string> {
  return before ? changedCode(trx, { table, row: before, input }) : newCode(trx, { table, name, input });
}

/** Returns the code that a new row with this name would have now. */
export const proposeCode = (db: Kysely<Schema>, table: CodedTable, name: string): Promise<string> =>
  newCode(db, { table, name, input: undefined });

/** Returns the code of a new row. Uses the requested code or one made from the name, and adds a number if it is taken. */
async function newCode(
  trx: Kysely<Schema>,
  {
    table,
    name,
    input,
  }: { readonly table: CodedTable; readonly name: string; readonly input: string | undefined },
): Promise<string> {
  const base = input ?? (slugOf(name) || 'unnamed');
  if ((await ownerOf(trx, table, base)) === undefined) return base;
  const rows = await trx
    .selectFrom(table)
    .select('code')
    .where('code', '>', `${base}-`)
    .where('code', '<', `${base}.`)
    .execute();
  const reservedCodes = await trx
    .selectFrom('trash')
    .select('code')
    .where('kind', '=', kinds[table])
    .where('code', '>', `${base}-`)
    .where('code', '<', `${base}.`)
    .execute();
  const existingCodes = new Set([...rows, ...reservedCodes].map(({ code }) => code));
  let number = 2;
  while (existingCodes.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

/** Returns the new code of an existing row. */
async function changedCode(
  trx: Transaction<Schema>,
  {
    table,
    row,
    input,
  }: {
    readonly table: CodedTable;
    readonly row: { readonly id: number; readonly code: string };
    readonly input: string | undefined;
  },
): Promise<string> {
  if (input === undefined || input === row.code) return row.code;
  const owner = await ownerOf(trx, table, input);
  if (owner !== undefined && owner !== row.id) throw fieldError('code', knownErrors.codeTaken(input));
  return input;
}
