import type { Transaction } from 'kysely';
import { formatStored, parseStored } from '#contract/custom-fields/custom-values';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';

/** Books per transaction. Other writes wait for its duration. */
const BATCH = 200;

/** Deletes the values of a field in one batch of books. @returns the number of books */
async function deleteBatch(trx: Transaction<Schema>, fieldId: number): Promise<number> {
  await lockCatalogue(trx);
  const books = await trx
    .selectFrom('book_custom_values')
    .innerJoin('books', 'books.id', 'book_custom_values.book_id')
    .select(['books.id', 'books.custom_values'])
    .where('field_id', '=', fieldId)
    .limit(BATCH)
    .execute();
  for (const { id, custom_values } of books) {
    const { [fieldId]: _deleted, ...values } = parseStored(custom_values);
    await trx
      .updateTable('books')
      .set({ custom_values: formatStored(values) })
      .where('id', '=', id)
      .execute();
  }
  const ids = books.map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .deleteFrom('book_custom_values')
      .where('field_id', '=', fieldId)
      .where('book_id', 'in', ids)
      .execute();
  if (ids.length < BATCH)
    await trx.updateTable('custom_fields').set({ are_values_deleted: 1 }).where('id', '=', fieldId).execute();
  return ids.length;
}

/** Deletes the stored values of deleted fields in batches. No book changes for users, so versions stay the same. */
export async function deleteValuesOfDeletedFields(database: Database): Promise<void> {
  const fields = await database.kysely
    .selectFrom('custom_fields')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('are_values_deleted', '=', 0)
    .execute();
  for (const { id } of fields) {
    let count: number;
    do count = await inTransaction(database, (trx) => deleteBatch(trx, id));
    while (count === BATCH);
  }
}
