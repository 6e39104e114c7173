import type { Transaction } from 'kysely';
import { parseRights } from '#contract/books/rights';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { NO_END } from '#server/core/resource/shown-in-country';

/* `books.rights` is the text that people edit. `book_rights` has a row for each right, so that queries can select books by them. */

const deleteOfBook = prepare((db, { id }: { id: number }) =>
  db.deleteFrom('book_rights').where('book_id', '=', id),
);

/** Codes between spaces, so that a query finds one of them. */
const toCodes = (codes: readonly string[]): string => ` ${codes.join(' ')} `;

/** Adds the rights of a new or restored book to the table. */
export async function insertRights(
  trx: Transaction<Schema>,
  { id, rights }: { readonly id: number; readonly rights: string },
): Promise<void> {
  if (rights === '') return;
  const rows = parseRights(rights).map(
    ({ territories, except = [], from = '', to = NO_END, service = '' }, position) => ({
      book_id: id,
      position,
      territories: toCodes(territories),
      excluded: toCodes(except),
      starts_on: from,
      ends_on: to,
      service,
    }),
  );
  await trx.insertInto('book_rights').values(rows).execute();
}

export const removeRights = (trx: Transaction<Schema>, id: number): Promise<unknown> =>
  deleteOfBook(trx, { id });
