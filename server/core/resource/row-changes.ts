import type { Kysely } from 'kysely';
import type { Column, Columns } from '#server/core/db/columns';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf } from './book-code.ts';
import type { NamedRecord, NamedFile, Scalar, StoredChange } from '#server/core/audit-log/stored-change';

type Row = Readonly<Record<string, unknown>>;

/** The columns that belong to the service, or whose value another column presents. */
const hiddenColumns = new Set([
  'id',
  'search_key',
  'version',
  'created_at',
  'updated_at',
  'thumbnail_key',
  'reading_time',
  'has_chapters',
]);

const authorById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('authors').select(['id', 'name']).where('id', '=', id),
);
const categoryById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('categories').select(['id', 'name', 'code']).where('id', '=', id),
);
const subCategoryById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('sub_categories').select(['id', 'name', 'code']).where('id', '=', id),
);

const bookById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('books').select(['id', 'name']).where('id', '=', id),
);

/** The first edition of a book. A deleted book has its code as its name. */
export const editionReference = {
  field: 'edition_of',
  async find(db: Kysely<Schema>, id: number): Promise<NamedRecord | null> {
    if (id === 0) return null;
    const [book = { id, name: bookCodeOf(id) }] = await bookById(db, { id });
    return { ...book, code: bookCodeOf(id) };
  },
};

const publisherById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('publishers').select(['id', 'name']).where('id', '=', id),
);
const imprintById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('imprints').select(['id', 'name']).where('id', '=', id),
);

/** The columns that refer to another record: the key in the API, and the query of that record. */
const references: Readonly<
  Record<
    string,
    { readonly field: string; find(db: Kysely<Schema>, id: { id: number }): Promise<NamedRecord[]> }
  >
> = {
  author_id: { field: 'author', find: authorById },
  category_id: { field: 'category', find: categoryById },
  sub_category_id: { field: 'sub_category', find: subCategoryById },
  edition_of: {
    field: editionReference.field,
    find: async (db, { id }) => [await editionReference.find(db, id)].filter((record) => record !== null),
  },
  publisher_id: { field: 'publisher', find: publisherById },
  imprint_id: { field: 'imprint', find: imprintById },
};

const fileByKey = prepare((db, { key }: { key: string }) =>
  db.selectFrom('files').select(['key', 'name', 'media_type', 'size']).where('key', '=', key),
);

async function fileOf(db: Kysely<Schema>, name: string, row: Row | undefined): Promise<NamedFile | null> {
  const key = row?.[name];
  if (typeof key !== 'string') return null;
  const [storedFile] = await fileByKey(db, { key });
  const thumbnail = name === 'image_key' ? row?.['thumbnail_key'] : undefined;
  return {
    ...(storedFile ?? { key, name: null, media_type: '', size: 0 }),
    ...(typeof thumbnail === 'string' && { thumbnail_key: thumbnail }),
  };
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

async function changeOf(
  db: Kysely<Schema>,
  {
    name,
    column: { type, apiName },
    rows,
  }: {
    readonly name: string;
    readonly column: Column;
    readonly rows: { readonly before: Row | undefined; readonly after: Row | undefined };
  },
): Promise<StoredChange | undefined> {
  const before = rows.before?.[name];
  const after = rows.after?.[name];
  const reference = references[name];
  if (reference) {
    const find = async (id: unknown) =>
      typeof id === 'number' ? ((await reference.find(db, { id }))[0] ?? null) : null;
    const records = { before: await find(before), after: await find(after) };
    return records.before || records.after
      ? { type: 'record', field: reference.field, ...records }
      : undefined;
  }
  if (apiName === false) return undefined;
  const field = apiName ?? name;
  if (type === 'file')
    return {
      type: 'file',
      field,
      before: await fileOf(db, name, rows.before),
      after: await fileOf(db, name, rows.after),
    };
  const scalar = (value: unknown): Scalar => {
    if (isBlank(value)) return null;
    return type === 'flag' ? value === 1 : (value as Scalar);
  };
  return { type: 'value', field, before: scalar(before), after: scalar(after) };
}

/**
 * Returns the differences between two rows of a table, by the keys of the API. For a new row, all its values are added, and for a deleted
 * row removed. Names are read now, so referenced rows and files must still exist.
 */
export async function rowChanges(
  db: Kysely<Schema>,
  {
    columns,
    before,
    after,
  }: { readonly columns: Columns; readonly before: Row | undefined; readonly after: Row | undefined },
): Promise<StoredChange[]> {
  const changes: StoredChange[] = [];
  for (const [name, column] of Object.entries(columns)) {
    const old = before?.[name];
    const next = after?.[name];
    if (old === next || hiddenColumns.has(name)) continue;
    if (isBlank(old) && isBlank(next)) continue;
    const change = await changeOf(db, { name, column, rows: { before, after } });
    if (change) changes.push(change);
  }
  return changes;
}
