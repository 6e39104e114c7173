import type { Kysely, Transaction } from 'kysely';
import { slugOf } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';

/** Tables whose rows are known by a short unique code. */
type CodedTable = 'categories' | 'sub_categories';

/** In the trash codes stay reserved, under the name of the resource. */
const kinds = { categories: 'categories', sub_categories: 'sub-categories' } as const;

/** The record that has a code, in the catalogue or in the trash. */
async function ownerOf(trx: Kysely<Schema>, table: CodedTable, code: string): Promise<number | undefined> {
  const existing = await trx.selectFrom(table).select('id').where('code', '=', code).executeTakeFirst();
  if (existing) return existing.id;
  const deleted = await trx
    .selectFrom('trash')
    .select('record_id')
    .where('kind', '=', kinds[table])
    .where('code', '=', code)
    .executeTakeFirst();
  return deleted?.record_id;
}

/** The code a row is stored with: of a new one when there is none before. @throws AppError 422 when another row has it */
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

/** The code that a new row of this name would get now. */
export const proposeCode = (db: Kysely<Schema>, table: CodedTable, name: string): Promise<string> =>
  newCode(db, { table, name, input: undefined });

/** The code for a new row: the sent one when it is free, else one made of the name, with a number when that is taken. */
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
  const reserved = await trx
    .selectFrom('trash')
    .select('code')
    .where('kind', '=', kinds[table])
    .where('code', '>', `${base}-`)
    .where('code', '<', `${base}.`)
    .execute();
  const existingCodes = new Set([...rows, ...reserved].map(({ code }) => code));
  let number = 2;
  while (existingCodes.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

/** The code a row is changed to. */
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
