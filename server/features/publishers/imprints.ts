import type { Transaction } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { knownErrors } from '#contract/core/errors';
import type { CreateOf } from '#contract/core/define-resource';
import type { Publisher, publishers } from '#contract/publishers/publishers';
import type { Lists } from '#server/core/audit-log/list-change';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { viewIdOf } from '#server/core/db/view-ids';
import type { ImprintRow } from '#server/core/db/tables/publishers';
import { fieldError } from '#server/core/errors';
import { countBooksOf } from './publishers.repository.ts';

type ImprintInput = NonNullable<CreateOf<typeof publishers>['imprints']>[number];

/** Returns the imprints of a publisher, for the audit log. */
export const listsOfPublisher = ({ imprints }: Publisher): Lists =>
  new Map([['imprints', imprints.map(({ id, name }) => ({ key: String(id), name, details: { name } }))]]);

const existingImprints = prepareForIds((db, ids) =>
  db.selectFrom('imprints').select('id').where('id', 'in', ids),
);

/** Returns the input of an update that restores these imprints. A removed one is created again. */
export async function inputOfPublisher(trx: Transaction<Schema>, lists: Lists) {
  const imprints = lists.get('imprints') ?? [];
  const rows = await existingImprints(
    trx,
    imprints.map(({ key }) => Number(key)),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return {
    imprints: imprints.map(({ key, details }) => ({
      ...details,
      ...(ids.has(Number(key)) && { id: Number(key) }),
    })),
  };
}

/** Pairs entries with stored imprints: by ID, and the others by name. @throws AppError 422 for the ID of another publisher */
function pairImprints(entries: readonly ImprintInput[], rows: readonly ImprintRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id } of entries)
    if (id !== undefined && !byId.delete(id)) throw fieldError('imprints', knownErrors.noImprint(id));
  const byName = new Map([...byId.values()].map((row) => [row.name_key, row.id]));
  return entries.map(({ id, name }, position) => {
    const name_key = contributorNameKey(name);
    return { id: id ?? byName.get(name_key), position, name, name_key };
  });
}

/** @throws AppError 409 if books use the imprint */
async function removeImprint(trx: Transaction<Schema>, { id, name }: ImprintRow): Promise<void> {
  const books = await countBooksOf(trx, 'imprint_id', id);
  if (books > 0) throw fieldError('imprints', knownErrors.imprintInUse(name, books));
  await trx.deleteFrom('imprints').where('id', '=', id).execute();
}

/** Stores the imprints of a publisher, in order. Existing ones keep their IDs. @throws AppError 409, 422 */
export async function replaceImprints(
  trx: Transaction<Schema>,
  publisherId: number,
  entries: readonly ImprintInput[],
): Promise<void> {
  const rows = await trx.selectFrom('imprints').selectAll().where('publisher_id', '=', publisherId).execute();
  const imprints = pairImprints(entries, rows);
  const ids = new Set(imprints.map(({ id }) => id));
  for (const row of rows) if (!ids.has(row.id)) await removeImprint(trx, row);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  for (const { id, ...imprint } of imprints) {
    const row = id === undefined ? undefined : rowById.get(id);
    if (!row)
      await trx
        .insertInto('imprints')
        .values({
          ...imprint,
          ...viewIdOf(trx, `${publisherId} ${imprint.name_key}`),
          publisher_id: publisherId,
        })
        .execute();
    else if (row.name !== imprint.name || row.position !== imprint.position)
      await trx.updateTable('imprints').set(imprint).where('id', '=', row.id).execute();
  }
}
