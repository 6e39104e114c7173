import type { Kysely, Transaction } from 'kysely';
import type { JournalAction } from '#contract/journal';
import type { CreateOf, ItemOf, QueryOf, ResourceDeclaration, UpdateOf } from '#contract/define-resource';
import { lockForRecordChange } from '#server/db/catalogue';
import type { RowOf } from '#server/db/columns';
import { deleteFiles } from '#server/db/files';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import { acrossRecords } from '#server/db/record-tables';
import type { Schema } from '#server/db/schema';
import { type RecordTable, type RecordTables, recordTables } from '#server/db/tables/tables';
import { notFound } from '#server/errors';
import { nextTurn } from '#server/next-turn';
import type { FileStorage } from '#server/media/file-storage';
import { type Lists, listChanges } from '#server/journal/list-change';
import { writeEntry } from '#server/journal/write-journal';
import { type SentValues, initialValues, readRow, sentValues } from './columns.ts';
import { type Selection, createRecordPages } from './record-pages.ts';
import { rowChanges } from './row-changes.ts';
import type { ServiceOf } from '#server/http/resource-service';
import { createWrites, refuseStale } from './writes.ts';

export type StoredRow<Table extends RecordTable> = RowOf<RecordTables[Table]>;

/** What the service writes itself, in every table. */
type Kept = 'id' | 'search_key' | 'version' | 'created_at' | 'updated_at' | 'image_key' | 'thumbnail_key';
type Sent<Table extends RecordTable> = SentValues<RecordTables[Table]>;
/** The columns that neither clients nor the service write: the resource's own affair. */
type Derived<Table extends RecordTable> = Omit<StoredRow<Table>, Kept | keyof Sent<Table>>;

/** In what a resource differs from the others. All of it runs in the transaction it is given. */
interface Definition<Table extends RecordTable, Declaration extends ResourceDeclaration, Stored> {
  readonly declaration: Declaration;
  readonly table: Table;
  /** The columns that searches look into, first the one that people call it by. */
  readonly searched: readonly [name: keyof StoredRow<Table> & string, ...(keyof StoredRow<Table> & string)[]];
  /** Which records a query asks for; undefined when there can be none. */
  select?(db: Kysely<Schema>, query: QueryOf<Declaration>): Promise<Selection | undefined>;
  /** What is stored of the records with these ids, in their order; what is gone is left out. */
  rows(db: Kysely<Schema>, ids: readonly number[]): Promise<Stored[]>;
  /** A record as the wire has it. */
  present(stored: Stored): ItemOf<Declaration>;
  /** The columns that follow from what was sent. @throws AppError 422 */
  derive?(
    trx: Transaction<Schema>,
    input: CreateOf<Declaration> | UpdateOf<Declaration>,
    sent: Sent<Table>,
    before: StoredRow<Table> | undefined,
  ): Promise<Derived<Table>>;
  /** Stores what lies in other tables, after the record's own row. @throws AppError 422 */
  saveParts?(
    trx: Transaction<Schema>,
    id: number,
    input: CreateOf<Declaration> | UpdateOf<Declaration>,
    before: StoredRow<Table> | undefined,
  ): Promise<void>;
  /** The lists of an item, which lie in other tables. */
  readonly lists?: ListsOf<ItemOf<Declaration>>;
  /** @throws AppError 409 while something else uses the record */
  refuseRemoval?(trx: Transaction<Schema>, id: number): Promise<void>;
}

/** The lists of an item, for the journal. */
export interface ListsOf<Item> {
  /** The keys that replace them when they are sent. */
  readonly sentAs: readonly string[];
  of(item: Item): Lists;
}

/** What the journal compares. */
interface State<Table extends RecordTable> {
  readonly row: StoredRow<Table> | undefined;
  readonly lists: Lists;
}

const noLists: Lists = new Map();

/** A table that has columns of the resource's own needs somebody who fills them. */
export type RecordDefinition<
  Table extends RecordTable,
  Declaration extends ResourceDeclaration,
  Stored,
> = Definition<Table, Declaration, Stored> &
  ([keyof Derived<Table>] extends [never]
    ? unknown
    : Required<Pick<Definition<Table, Declaration, Stored>, 'derive'>>);

export interface ServiceDeps {
  readonly database: Database;
  readonly files: FileStorage;
}

interface Pictured {
  readonly image_key?: string | null;
  readonly thumbnail_key?: string | null;
}

const keysOf = ({ image_key, thumbnail_key }: Pictured) =>
  [image_key, thumbnail_key].filter((key) => typeof key === 'string');

/** The life of a record, the same for every kind but books: versions, pictures, repeated creates, exact lists. */
export function createRecordService<
  Table extends RecordTable,
  Declaration extends ResourceDeclaration,
  Stored,
>(deps: ServiceDeps, definition: RecordDefinition<Table, Declaration, Stored>): ServiceOf<Declaration> {
  type Item = ItemOf<Declaration>;
  const { database } = deps;
  const { table } = definition;
  // What is written for the tables of all records is typed by what they share.
  const recordTable: RecordTable = table;
  const noun = definition.declaration.singular;
  const columns: RecordTables[Table] = recordTables[table];
  const pages = createRecordPages(database, table);
  const writes = createWrites(deps);
  const kind = definition.declaration.name;
  const nameOf = (row: StoredRow<Table>): string => String(row[definition.searched[0]]);
  const listsOf = (item: Item): Lists => definition.lists?.of(item) ?? noLists;

  const itemsOf = async (db: Kysely<Schema>, ids: readonly number[]): Promise<Item[]> =>
    (await definition.rows(db, ids)).map(definition.present);

  async function get(db: Kysely<Schema>, id: number): Promise<Item> {
    const [item] = await itemsOf(db, [id]);
    if (!item) throw notFound(noun);
    return item;
  }

  async function stored(trx: Transaction<Schema>, id: number) {
    const row = await acrossRecords(trx)
      .selectFrom(recordTable)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound(noun);
    return { before: readRow(columns, row), files: keysOf(row), version: row.version };
  }

  /** The columns of a record that follow from what was sent. Keys absent from an update stay as they are. */
  async function valuesOf(
    trx: Transaction<Schema>,
    input: CreateOf<Declaration> | UpdateOf<Declaration>,
    before: StoredRow<Table> | undefined,
  ) {
    const sent = sentValues(columns, input, before);
    const values = { ...sent, ...(await definition.derive?.(trx, input, sent, before)) };
    const row: Readonly<Record<string, unknown>> = values;
    const search_key = searchKeyOf(...definition.searched.map((column) => String(row[column])));
    return { ...values, search_key, updated_at: new Date().toISOString() };
  }

  /** Writes down what has become of a record. */
  async function note(
    trx: Transaction<Schema>,
    action: JournalAction,
    id: number,
    before: State<Table>,
    after: State<Table>,
  ): Promise<void> {
    const row = after.row ?? before.row;
    if (!row) return;
    const changes = [
      ...(await rowChanges(trx, columns, before.row, after.row)),
      ...listChanges(before.lists, after.lists),
    ];
    await writeEntry(trx, { kind, record: { id, name: nameOf(row) }, version: row.version, action, changes });
  }

  return {
    async list(query) {
      const selection = definition.select ? await definition.select(database.kysely, query) : {};
      if (!selection) return { items: [], total: 0 };
      const { ids, total } = await pages(query, selection);
      return { items: await itemsOf(database.kysely, ids), total };
    },

    get: (id) => get(database.kysely, id),

    create: (input, context) =>
      writes.create(context, async (trx, { picture }) => {
        await lockForRecordChange(trx, table, 1);
        const values = await valuesOf(trx, input, undefined);
        const row = {
          ...initialValues(columns),
          ...values,
          ...picture,
          version: 1,
          created_at: values.updated_at,
        };
        const { id } = await acrossRecords(trx)
          .insertInto(recordTable)
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow();
        await definition.saveParts?.(trx, id, input, undefined);
        await nextTurn();
        const item = await get(trx, id);
        const stored = readRow(columns, { ...row, id });
        await note(
          trx,
          'created',
          id,
          { row: undefined, lists: noLists },
          { row: stored, lists: listsOf(item) },
        );
        return item;
      }),

    update: (input, context) =>
      writes.change(context, async (trx, { picture }) => {
        await lockForRecordChange(trx, table);
        const { before, files, version } = await stored(trx, input.id);
        refuseStale(noun, input, { version });
        const isRemoved = 'remove_image' in input && input.remove_image === true;
        // Long lists are read once more only when they are written.
        const changesLists = definition.lists?.sentAs.some(
          (key) => key in input && input[key as keyof typeof input] !== undefined,
        );
        const lists = changesLists ? listsOf(await get(trx, input.id)) : noLists;
        const row = {
          ...(await valuesOf(trx, input, before)),
          ...(isRemoved && { image_key: null, thumbnail_key: null }),
          ...picture,
          version: version + 1,
        };
        await acrossRecords(trx).updateTable(recordTable).set(row).where('id', '=', input.id).execute();
        await definition.saveParts?.(trx, input.id, input, before);
        await nextTurn();
        const dropped = picture || isRemoved ? files : [];
        const item = await get(trx, input.id);
        await note(
          trx,
          'changed',
          input.id,
          { row: before, lists },
          { row: readRow(columns, { ...before, ...row }), lists: changesLists ? listsOf(item) : noLists },
        );
        await deleteFiles(trx, dropped);
        return { result: item, dropped };
      }),

    remove: (id, context) =>
      writes.change(context, async (trx) => {
        await lockForRecordChange(trx, table, -1);
        const { before, files: dropped } = await stored(trx, id);
        await definition.refuseRemoval?.(trx, id);
        const lists = listsOf(await get(trx, id));
        await note(trx, 'deleted', id, { row: before, lists }, { row: undefined, lists: noLists });
        await acrossRecords(trx).deleteFrom(recordTable).where('id', '=', id).execute();
        await deleteFiles(trx, dropped);
        return { result: undefined, dropped };
      }),
  };
}
