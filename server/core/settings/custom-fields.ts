import type { Kysely, Selectable, Transaction } from 'kysely';
import type { CustomChoice, CustomField } from '#contract/custom-fields/custom-fields';
import type { Schema } from '#server/core/db/schema';

export type CustomFieldRow = Selectable<Schema['custom_fields']>;

const toCustomField = ({
  id,
  key,
  label,
  type,
  choices,
  help,
  version,
  ...row
}: CustomFieldRow): CustomField => ({
  id,
  key,
  label,
  type,
  choices: JSON.parse(choices) as CustomChoice[],
  help,
  is_required: row.is_required === 1,
  is_filter: row.is_filter === 1,
  version,
});

/** Reads the custom fields of books in their order. */
export async function readCustomFields(db: Kysely<Schema>): Promise<CustomField[]> {
  const rows = await db
    .selectFrom('custom_fields')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toCustomField);
}

/** Locks the custom fields, so that their changes run one after the other, and informs all processes of the change. */
export async function lockCustomFields(trx: Transaction<Schema>): Promise<void> {
  await trx
    .updateTable('setting_sections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('section', '=', 'custom_fields')
    .execute();
}
