import type { Transaction } from 'kysely';
import { formatStored, parseStored } from '#contract/custom-fields/custom-values';
import { backgroundWork } from '#server/core/background-work';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';

/** The maximum number of books per transaction. Other writes wait for its duration. */
const BATCH = 200;

/** Deletes the values of a field in at most `limit` books. @returns true if more are left */
async function deleteBatch(trx: Transaction<Schema>, fieldId: number, limit: number): Promise<boolean> {
  await lockCatalogue(trx);
  const books = await trx
    .selectFrom('book_custom_values')
    .innerJoin('books', 'books.id', 'book_custom_values.book_id')
    .select(['books.id', 'books.custom_values'])
    .where('field_id', '=', fieldId)
    .limit(limit)
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
  const isMore = ids.length === limit;
  if (!isMore)
    await trx.updateTable('custom_fields').set({ are_values_deleted: 1 }).where('id', '=', fieldId).execute();
  return isMore;
}

/** Deletes the stored values of deleted fields in batches. No book changes for users, so versions stay the same. */
export async function deleteValuesOfDeletedFields(database: Database): Promise<void> {
  const fields = await database.kysely
    .selectFrom('custom_fields')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('are_values_deleted', '=', 0)
    .execute();
  for (const { id } of fields)
    await backgroundWork.run('Deleted custom fields', (size) =>
      inTransaction(database, (trx) => deleteBatch(trx, id, Math.ceil(BATCH * size))),
    );
}
