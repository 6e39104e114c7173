import type { Generated, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import type { RecordTable } from './tables/tables.ts';

/** The columns that several tables share. Use only columns that the table has. */
interface SharedColumns {
  id: Generated<number>;
  search_key: string;
  version: number;
  created_at: string;
  updated_at: string;
  image_key: Generated<string | null>;
  thumbnail_key: Generated<string | null>;
  category_id: Generated<number>;
  day_count: Generated<number>;
}

type SharedSchema = Omit<Schema, RecordTable> & Record<RecordTable, SharedColumns>;

/** Returns the handle with a type for code that is shared by the tables of all records. */
export function acrossRecords(db: Transaction<Schema>): Transaction<SharedSchema>;
export function acrossRecords(db: Kysely<Schema>): Kysely<SharedSchema>;
export function acrossRecords(db: Kysely<Schema>): Kysely<SharedSchema> {
  return db.$omitTables<RecordTable>().$extendTables<Record<RecordTable, SharedColumns>>();
}
