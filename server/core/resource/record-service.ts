import type { Kysely, Transaction } from 'kysely';
import type { AuditLogAction, RecordReferences } from '#contract/audit-log/audit-log';
import type {
  CreateOf,
  ItemOf,
  QueryOf,
  ResourceDeclaration,
  UpdateOf,
} from '#contract/core/define-resource';
import { lockForRecordChange } from '#server/core/db/catalogue';
import type { RowOf } from '#server/core/db/columns';
import { searchKeyOf } from '#server/core/db/folding';
import type { Database } from '#server/core/db/open';
import { acrossRecords } from '#server/core/db/record-tables';
import { recordSearchWords } from '#server/core/db/search-words';
import type { Schema } from '#server/core/db/schema';
import { type RecordTable, type RecordTables, recordTables } from '#server/core/db/tables/tables';
import { notFound } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { FileStorage } from '#server/core/media/file-storage';
import { type Lists, listChanges } from '#server/core/audit-log/list-change';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import { type InputValues, initialValues, readRow, inputValues } from './columns.ts';
import { type Selection, createRecordPages } from './record-pages.ts';
import { rowChanges } from './row-changes.ts';
import type { ServiceOf } from './resource-service.ts';
import { parse } from '#server/core/parse';
import { insertTrash } from '#server/core/audit-log/trash-rows';
import {
  awaitBooksInTrash,
  type DeletedRecord,
  insertOwnedRows,
  restorableRows,
  type OwnedTable,
  readOwnedRows,
} from './deleted-record.ts';
import { areLive, blocksShowing, returnToBlocks } from './home-blocks.ts';
import { type RetentionPolicy, retainsDeleted, releaseFiles } from './release-files.ts';
import type { ReleaseFiles, WithLifecycle, RestoreFiles, RequestedState } from './lifecycle.ts';
import { homeScreensShowing } from './home-uses.ts';
import { referencesIn } from './record-references.ts';
import { blankOf, codeOfReference, columnsByField } from './repeated-create.ts';
import type { StoredFiles } from './stored-files.ts';
import { createWrites, assertCurrentVersion } from './writes.ts';

export type StoredRow<Table extends RecordTable> = RowOf<RecordTables[Table]>;

/** The columns that the service writes in every table. */
type ServiceColumns =
  | 'id'
  | 'search_key'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'image_key'
  | 'thumbnail_key';
type Input<Table extends RecordTable> = InputValues<RecordTables[Table]>;
/** The columns that only the resource writes, neither clients nor the service. */
type Derived<Table extends RecordTable> = Omit<StoredRow<Table>, ServiceColumns | keyof Input<Table>>;

/** The specific part of a resource. All functions run in the given transaction. */
interface Definition<Table extends RecordTable, Declaration extends ResourceDeclaration, Stored> {
  readonly declaration: Declaration;
  readonly table: Table;
  /** The searched columns. The first one contains the name of the record. */
  readonly searched: readonly [name: keyof StoredRow<Table> & string, ...(keyof StoredRow<Table> & string)[]];
  /** Returns the filter of a query, or undefined if no record can match. */
  select?(db: Kysely<Schema>, query: QueryOf<Declaration>): Promise<Selection | undefined>;
  /** Returns the stored rows with these IDs in their order, without deleted records. */
  rows(db: Kysely<Schema>, ids: readonly number[]): Promise<Stored[]>;
  /** Converts a record to the format of the API. */
  present(storedRecord: Stored): ItemOf<Declaration>;
  /** Returns the columns that are derived from the input, and the corrected columns of the input. @throws AppError 422 */
  derive?(
    trx: Transaction<Schema>,
    write: {
      readonly input: CreateOf<Declaration> | UpdateOf<Declaration>;
      readonly values: Input<Table>;
      readonly before: StoredRow<Table> | undefined;
    },
  ): Promise<Derived<Table> & Partial<Input<Table>>>;
  /** Stores the rows of other tables after the record's own row. @throws AppError 422 */
  saveOwnedRows?(
    trx: Transaction<Schema>,
    id: number,
    write: {
      readonly input: CreateOf<Declaration> | UpdateOf<Declaration>;
      readonly before: StoredRow<Table> | undefined;
    },
  ): Promise<void>;
  /**
   * Applies the effects of a change on other records, with audit log entries.
   * @param causeId the audit log entry of the change
   */
  follow?(
    trx: Transaction<Schema>,
    change: {
      readonly before: StoredRow<Table>;
      readonly after: StoredRow<Table>;
      readonly causeId: number;
    },
  ): Promise<void>;
  /** The lists of an item, which are stored in other tables. */
  readonly lists?: ListsOf<ItemOf<Declaration>>;
  /** The rows of other tables that are deleted and restored with the record. */
  readonly ownedRows?: OwnedTable;
  /** @throws AppError 409 if another record uses this one */
  assertRemovable?(trx: Transaction<Schema>, id: number): Promise<void>;
  /** Returns the references that prevent a deletion. */
  users?(db: Kysely<Schema>, id: number): Promise<RecordReferences['references']>;
  /** @throws AppError 409 if the record cannot be restored alone */
  assertRestorable?(trx: Transaction<Schema>, row: StoredRow<Table>): Promise<void>;
}

/** The lists of an item, for the audit log. */
export interface ListsOf<Item> {
  /** The keys of the input that replace the lists. */
  readonly inputKeys: readonly string[];
  of(item: Item): Lists;
  /** Returns the fields of an update that sets the lists, without broken references. */
  inputOf(trx: Transaction<Schema>, lists: Lists): Promise<Readonly<Record<string, unknown>>>;
}

/** The columns of some tables that the trash shows. */
interface TrashColumns {
  readonly search_key: string;
  readonly thumbnail_key?: string | null;
  readonly code?: string;
}

/** The state that the audit log compares. */
interface State<Table extends RecordTable> {
  readonly row: StoredRow<Table> | undefined;
  readonly lists: Lists;
}

const noLists: Lists = new Map();

/** Requires `derive` for a table with resource-specific columns. */
export type RecordDefinition<
  Table extends RecordTable,
  Declaration extends ResourceDeclaration,
  Stored,
> = Definition<Table, Declaration, Stored> &
  ([keyof Derived<Table>] extends [never]
    ? unknown
    : Required<Pick<Definition<Table, Declaration, Stored>, 'derive'>>);

export interface ServiceDeps extends RetentionPolicy {
  readonly database: Database;
  readonly files: FileStorage;
}

/** A service that creates records in the transaction of the caller, without files. */
export interface WithInsert<Declaration extends ResourceDeclaration> {
  /** @throws AppError 422 */
  insert(trx: Transaction<Schema>, input: CreateOf<Declaration>): Promise<ItemOf<Declaration>>;
}

interface ImageColumns {
  readonly image_key?: string | null;
  readonly thumbnail_key?: string | null;
}

/** Returns the row with the type of a table with images. Other tables lack these columns. */
const imageColumnsOf = (row: object): ImageColumns => row;

const keysOf = ({ image_key, thumbnail_key }: ImageColumns) =>
  [image_key, thumbnail_key].filter((key) => typeof key === 'string');

/** Creates the service of a resource, except books: versions, images, idempotent creates and exact lists. */
export function createRecordService<
  Table extends RecordTable,
  Declaration extends ResourceDeclaration,
  Stored,
>(
  deps: ServiceDeps,
  definition: RecordDefinition<Table, Declaration, Stored>,
): ServiceOf<Declaration> & WithLifecycle & WithInsert<Declaration> {
  type Item = ItemOf<Declaration>;
  const { database } = deps;
  const { table } = definition;
  // Code for all record tables is typed by their common columns.
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

  async function readStoredRecord(trx: Transaction<Schema>, id: number) {
    const row = await acrossRecords(trx)
      .selectFrom(recordTable)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound(noun);
    return { before: readRow(columns, row), files: keysOf(row), version: row.version };
  }

  /** Returns the columns that are derived from the input. Keys absent from an update are unchanged. */
  async function valuesOf(
    trx: Transaction<Schema>,
    input: CreateOf<Declaration> | UpdateOf<Declaration>,
    before: StoredRow<Table> | undefined,
  ) {
    const inputFields = inputValues(columns, input, before);
    const values = {
      ...inputFields,
      ...(await definition.derive?.(trx, { input, values: inputFields, before })),
    };
    const row: Readonly<Record<string, unknown>> = values;
    const search_key = searchKeyOf(...definition.searched.map((column) => String(row[column])));
    return { ...values, search_key, updated_at: new Date().toISOString() };
  }

  /** Writes the audit log entry of a change. */
  async function note(
    trx: Transaction<Schema>,
    {
      action,
      before,
      after,
    }: { readonly action: AuditLogAction; readonly before: State<Table>; readonly after: State<Table> },
  ): Promise<number> {
    const row = after.row ?? before.row;
    if (!row) throw new Error('A record neither was nor is.');
    const changes = [
      ...(await rowChanges(trx, { columns, before: before.row, after: after.row })),
      ...listChanges(before.lists, after.lists),
    ];
    const record = { id: row.id, name: nameOf(row) };
    return writeEntry(trx, { kind, record, version: row.version, action, changes });
  }

  async function find(db: Kysely<Schema>, id: number) {
    const row = await acrossRecords(db)
      .selectFrom(recordTable)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { version: row.version, name: nameOf(readRow(columns, row)) };
  }

  /** Creates a record in the transaction of the caller. */
  async function insert(
    trx: Transaction<Schema>,
    input: CreateOf<Declaration>,
    {
      image,
      recordId,
    }: { readonly image?: StoredFiles['image']; readonly recordId?: number | undefined } = {},
  ): Promise<Item> {
    await lockForRecordChange(trx, table, 1);
    const values = await valuesOf(trx, input, undefined);
    const row = {
      ...initialValues(columns),
      ...values,
      ...image,
      ...(recordId !== undefined && { id: recordId }),
      version: 1,
      created_at: values.updated_at,
    };
    const { id } = await acrossRecords(trx)
      .insertInto(recordTable)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordSearchWords(trx, [values.search_key]);
    await definition.saveOwnedRows?.(trx, id, { input, before: undefined });
    await yieldToEventLoop();
    const item = await get(trx, id);
    await note(trx, {
      action: 'created',
      before: { row: undefined, lists: noLists },
      after: { row: readRow(columns, { ...row, id }), lists: listsOf(item) },
    });
    return item;
  }

  /** Runs in the transaction of an update, a restore or an undo. */
  async function change(
    trx: Transaction<Schema>,
    input: UpdateOf<Declaration>,
    image: StoredFiles['image'],
  ): Promise<ReleaseFiles & { item: Item }> {
    const { id } = input;
    await lockForRecordChange(trx, table);
    const { before, files, version } = await readStoredRecord(trx, id);
    assertCurrentVersion(noun, input, { version });
    const isRemoved = 'remove_image' in input && input.remove_image === true;
    const fields: Readonly<Record<string, unknown>> = { ...input };
    // Long lists are read a second time only if they are written.
    const changesLists = definition.lists?.inputKeys.some((key) => fields[key] !== undefined) ?? false;
    const lists = changesLists ? listsOf(await get(trx, id)) : noLists;
    const row = {
      ...(await valuesOf(trx, input, before)),
      ...(isRemoved && { image_key: null, thumbnail_key: null }),
      ...image,
      version: version + 1,
    };
    await acrossRecords(trx).updateTable(recordTable).set(row).where('id', '=', id).execute();
    const { search_key }: TrashColumns = before;
    if (row.search_key !== search_key) await recordSearchWords(trx, [row.search_key]);
    await definition.saveOwnedRows?.(trx, id, { input, before });
    await yieldToEventLoop();
    const item = await get(trx, id);
    const after = readRow(columns, { ...before, ...row });
    const listsAfter = changesLists ? listsOf(item) : noLists;
    const causeId = await note(trx, {
      action: 'changed',
      before: { row: before, lists },
      after: { row: after, lists: listsAfter },
    });
    await definition.follow?.(trx, { before, after, causeId });
    const releasedFiles = await releaseFiles(trx, {
      retention: deps,
      keys: image || isRemoved ? files : [],
      owner: { kind, id },
    });
    return { item, ...releasedFiles };
  }

  /** Runs in the transaction of a delete, or of the undo of a create. */
  async function remove(trx: Transaction<Schema>, id: number): Promise<ReleaseFiles> {
    await lockForRecordChange(trx, table, -1);
    const { before, files } = await readStoredRecord(trx, id);
    await definition.assertRemovable?.(trx, id);
    const lists = listsOf(await get(trx, id));
    const nothing = { row: undefined, lists: noLists };
    const entry_id = await note(trx, { action: 'deleted', before: { row: before, lists }, after: nothing });
    const ownedRows = definition.ownedRows ? await readOwnedRows(trx, definition.ownedRows, id) : [];
    await acrossRecords(trx).deleteFrom(recordTable).where('id', '=', id).execute();
    const releasedFiles = await releaseFiles(trx, { retention: deps, keys: files, owner: { kind, id } });
    if (!retainsDeleted(deps)) return releasedFiles;
    const blocks = await blocksShowing(trx, kind, id);
    const { search_key, thumbnail_key = null, code }: TrashColumns = before;
    await insertTrash(trx, {
      row: {
        kind,
        record_id: id,
        name: nameOf(before),
        search_key,
        code: code ?? null,
        image_key: thumbnail_key,
        entry_id,
        chapters: 0,
        places: blocks.length,
      },
      fileKeys: files,
      snapshot: { row: before, parts: ownedRows, blocks } satisfies DeletedRecord,
    });
    return releasedFiles;
  }

  /** Returns the fields of an update that restores earlier values. */
  async function findRepeatedCreate(
    trx: Transaction<Schema>,
    { values, records, files }: RequestedState,
    restoreFiles: RestoreFiles,
  ) {
    const fields: Record<string, unknown> = {};
    const byField = columnsByField(columns);
    for (const [field, value] of values) fields[field] = value ?? blankOf(byField.get(field)?.type);
    for (const [field, mentioned] of records)
      Object.assign(fields, await codeOfReference(trx, field, mentioned));
    let image: StoredFiles['image'];
    for (const file of files.values()) {
      if (!file) fields['remove_image'] = true;
      else {
        image = { image_key: file.key, thumbnail_key: file.thumbnail_key ?? file.key };
        await restoreFiles(Object.values(image));
      }
    }
    return { fields, image };
  }

  return {
    async list(query) {
      const selection = definition.select ? await definition.select(database.kysely, query) : {};
      if (!selection) return { items: [], total: 0 };
      const { ids, total } = await pages(query, selection);
      return { items: await itemsOf(database.kysely, ids), total };
    },

    get: (id) => get(database.kysely, id),

    insert: (trx, input) => insert(trx, input),

    create: (input, context) =>
      writes.create(context, (trx, { image }) => insert(trx, input, { image, recordId: context.recordId })),

    update: (input, context) =>
      writes.change(context, async (trx, { image }) => {
        const { item, ...releasedFiles } = await change(trx, input, image);
        return { result: item, ...releasedFiles };
      }),

    remove: (id, context) =>
      writes.change(context, async (trx) => ({ result: undefined, ...(await remove(trx, id)) })),

    life: {
      kind,
      noun,
      find,
      lists: async (trx, id) => listsOf(await get(trx, id)),
      async change(trx, id, { version, requestedState, restoreFiles }) {
        const { image, fields } = await findRepeatedCreate(trx, requestedState, restoreFiles);
        const lists =
          requestedState.lists.size > 0 ? await definition.lists?.inputOf(trx, requestedState.lists) : {};
        const input = parse(definition.declaration.update, { ...fields, ...lists, id, version });
        return change(trx, input as UpdateOf<Declaration>, image);
      },
      remove,
      async restore(trx, { snapshot }, restoreFiles) {
        const { row, parts: ownedRows, blocks } = JSON.parse(snapshot) as DeletedRecord;
        const before = readRow(columns, { ...initialValues(columns), ...row });
        await definition.assertRestorable?.(trx, before);
        await lockForRecordChange(trx, table, 1);
        await restoreFiles(keysOf(imageColumnsOf(before)));
        const existing = definition.ownedRows
          ? await restorableRows(trx, definition.ownedRows.table, ownedRows)
          : [];
        // A record that lost entries has a new version.
        const version = before.version + (existing.length < ownedRows.length ? 1 : 0);
        await acrossRecords(trx)
          .insertInto(recordTable)
          .values({ ...before, version })
          .execute();
        if (definition.ownedRows) await insertOwnedRows(trx, definition.ownedRows.table, existing);
        const name = nameOf(before);
        if (existing.length < ownedRows.length)
          await awaitBooksInTrash(trx, {
            list: { kind, id: before.id, title: name, version },
            left: ownedRows.filter((ownedRow) => !existing.includes(ownedRow)),
            existing,
          });
        const lists = listsOf(await get(trx, before.id));
        const after = { row: { ...before, version }, lists };
        const causeId = await note(trx, {
          action: 'restored',
          before: { row: undefined, lists: noLists },
          after,
        });
        return returnToBlocks(trx, { record: { id: before.id, name }, positions: blocks, causeId });
      },
      filesOf: ({ snapshot }) => keysOf((JSON.parse(snapshot) as DeletedRecord).row),
      async references(db, id) {
        const users = (await definition.users?.(db, id)) ?? [];
        const homeScreens = await homeScreensShowing(db, [{ kind, id, through: null }]);
        if (users.length > 0) return { keeps: true, is_live: false, references: users, ...homeScreens };
        const blocks = await blocksShowing(db, kind, id);
        const isLive = await areLive(db, blocks);
        return {
          keeps: false,
          is_live: isLive,
          references: referencesIn(blocks),
          ...homeScreens,
        };
      },
    },
  };
}
