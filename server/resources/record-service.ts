import type { Insertable, Kysely, Transaction } from 'kysely';
import type { ListQuery, WireItem } from '#contract/define-resource';
import { changeRecords } from '#server/db/catalogue';
import { deleteFiles, insertFiles } from '#server/db/files';
import type { Database } from '#server/db/open';
import type { RecordTable, Schema } from '#server/db/schema';
import { editConflict, notFound } from '#server/errors';
import type { FileKeeper } from '#server/media/file-keeper';
import { keepFiles, withFiles } from './kept-files.ts';
import { type Selection, createRecordPages } from './record-pages.ts';
import { type ResourceService, writing } from './resource-service.ts';

/** What every record has; the service keeps these columns, the resource its own. */
type Kept = 'id' | 'version' | 'created_at' | 'updated_at' | 'image_key' | 'thumbnail_key';
export type OwnColumns<Table extends RecordTable> = Omit<Insertable<Schema[Table]>, Kept>;
export type StoredRecord<Table extends RecordTable> = OwnColumns<Table> & { id: number; version: number };

/** In what a resource differs from the others. All of it runs in the transaction it is given. */
export interface RecordSteps<Table extends RecordTable, Item, Query, Create, Update> {
  readonly table: Table;
  /** As sentences say it. */
  readonly noun: string;
  /** Which records a query asks for; undefined when there can be none. */
  select?(db: Kysely<Schema>, query: Query): Promise<Selection | undefined>;
  /** The items with these ids, in their order; what is gone is left out. */
  present(db: Kysely<Schema>, ids: readonly number[]): Promise<Item[]>;
  /** The columns of a new or changed record. Keys absent from an update stay as they are. @throws AppError 422 */
  columns(
    trx: Transaction<Schema>,
    input: Create | Update,
    before: StoredRecord<Table> | undefined,
  ): Promise<OwnColumns<Table>>;
  /** Stores what lies in other tables, after the record's own row. @throws AppError 422 */
  saveParts?(
    trx: Transaction<Schema>,
    id: number,
    input: Create | Update,
    before: StoredRecord<Table> | undefined,
  ): Promise<void>;
  /** @throws AppError 409 while something else uses the record */
  refuseRemoval?(trx: Transaction<Schema>, id: number): Promise<void>;
}

type Row = { id: number; version: number; image_key?: string | null; thumbnail_key?: string | null };

/** The life of a record, the same for every kind but books: versions, pictures, repeated creates, exact lists. */
export function createRecordService<
  Table extends RecordTable,
  Item extends WireItem,
  Query extends ListQuery,
  Create extends object,
  Update extends { id: number; version?: number | undefined },
>(
  deps: { readonly database: Database; readonly files: FileKeeper },
  steps: RecordSteps<Table, Item, Query, Create, Update>,
): ResourceService<Item, Query, Create, Update> {
  const { database, files } = deps;
  const { noun } = steps;
  const pages = createRecordPages(database, steps.table);
  // The columns that all kinds share are typed by one of them; a kind without pictures never gets a file.
  const table = steps.table as 'collections';

  async function get(db: Kysely<Schema>, id: number): Promise<Item> {
    const [item] = await steps.present(db, [id]);
    if (!item) throw notFound(noun);
    return item;
  }

  async function stored(trx: Transaction<Schema>, id: number): Promise<Row & StoredRecord<Table>> {
    const row = await trx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(noun);
    return row as unknown as Row & StoredRecord<Table>;
  }

  const keysOf = ({ image_key, thumbnail_key }: Row) =>
    [image_key, thumbnail_key].filter((key) => typeof key === 'string');

  return {
    async list(query) {
      const selection = steps.select ? await steps.select(database.kysely, query) : {};
      if (!selection) return { items: [], total: 0 };
      const { ids, total } = await pages(query, selection);
      return { items: ids.length === 0 ? [] : await steps.present(database.kysely, ids), total };
    },

    get: (id) => get(database.kysely, id),

    async create(input, context) {
      const { rows, ...picture } = await keepFiles(files, context.files);
      return withFiles(files, rows, () =>
        writing(database, context, async (trx) => {
          const earlier = await context.recall?.(trx);
          // The blobs of a repeated request have no row: what was answered before names its own.
          if (earlier !== undefined) return { result: earlier as Item, dropped: rows.map(({ key }) => key) };
          await changeRecords(trx, steps.table, 1);
          await insertFiles(trx, rows);
          const now = new Date().toISOString();
          const row = {
            ...(await steps.columns(trx, input, undefined)),
            ...picture,
            version: 1,
            created_at: now,
            updated_at: now,
          };
          const { id } = await trx
            .insertInto(table)
            .values(row as unknown as Insertable<Schema['collections']>)
            .returning('id')
            .executeTakeFirstOrThrow();
          await steps.saveParts?.(trx, id, input, undefined);
          const result = await get(trx, id);
          await context.remember?.(trx, result);
          return { result, dropped: [] };
        }),
      );
    },

    async update(input, context) {
      const { rows, ...picture } = await keepFiles(files, context.files);
      return withFiles(files, rows, () =>
        writing(database, context, async (trx) => {
          await changeRecords(trx, steps.table);
          const before = await stored(trx, input.id);
          if (input.version !== undefined && input.version !== before.version) throw editConflict(noun);
          await insertFiles(trx, rows);
          const row = {
            ...(await steps.columns(trx, input, before)),
            ...picture,
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          };
          await trx
            .updateTable(table)
            .set(row as object)
            .where('id', '=', input.id)
            .execute();
          await steps.saveParts?.(trx, input.id, input, before);
          const dropped = rows.length > 0 ? keysOf(before) : [];
          await deleteFiles(trx, dropped);
          return { result: await get(trx, input.id), dropped };
        }),
      );
    },

    remove: (id, context) =>
      withFiles(files, [], () =>
        writing(database, context, async (trx) => {
          await changeRecords(trx, steps.table, -1);
          const dropped = keysOf(await stored(trx, id));
          await steps.refuseRemoval?.(trx, id);
          await trx.deleteFrom(table).where('id', '=', id).execute();
          await deleteFiles(trx, dropped);
          return { result: undefined, dropped };
        }),
      ),
  };
}
