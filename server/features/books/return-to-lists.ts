import { type Transaction, sql } from 'kysely';
import type { RowOf } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import type { bookColumns } from '#server/core/db/tables/books';
import { type NewEntry, writeEntries } from '#server/core/audit-log/write-audit-log';
import { bookCodeOf } from '#server/core/resource/book-code';
import { addRowInTrash, insertOwnedRows } from '#server/core/resource/deleted-record';
import type { SkippedEntry } from '#server/core/resource/lifecycle';
import { type BookPosition, lists } from '#server/core/resource/book-positions';

type Book = Pick<RowOf<typeof bookColumns>, 'id' | 'name'>;
type List = (typeof lists)[number];

/** Returns true when a list was saved after an entry, so that its positions changed. */
async function wasSaved(
  trx: Transaction<Schema>,
  { list: { kind, field }, id, since }: { readonly list: List; readonly id: number; readonly since: number },
): Promise<boolean> {
  const anchor = await trx.selectFrom('audit_log_anchor').select('entry_id').executeTakeFirst();
  if ((anchor?.entry_id ?? 0) > since) return true;
  const record = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('id', '>', since)
    .where('cause_id', 'is', null)
    .where('fields', 'like', `%"field":"${field}"%`)
    .limit(1)
    .executeTakeFirst();
  return record !== undefined;
}

/** Returns a free position where the book was. */
async function positionFor(
  trx: Transaction<Schema>,
  {
    list,
    bookPosition: { id, position, place },
    since,
  }: { readonly list: List; readonly bookPosition: BookPosition; readonly since: number },
): Promise<number> {
  const entryTable = sql.table(list.entryTable);
  const owner = sql.ref(list.owner);
  const { rows } = await sql<{ position: number }>`
    select position from ${entryTable} where ${owner} = ${id} order by position`.execute(trx);
  const positions = rows.map((row) => row.position);
  if (!positions.includes(position) && !(await wasSaved(trx, { list, id, since }))) return position;
  const entry = positions[place];
  if (entry === undefined) return (positions.at(-1) ?? -1) + 1;
  await sql`update ${entryTable} set position = position + 1 where ${owner} = ${id} and position >= ${entry}`.execute(
    trx,
  );
  return entry;
}

/** Returns the row of a book in a list. */
const entryRow = (list: List, { id, position, ...values }: BookPosition, bookId: number) => ({
  [list.owner]: id,
  position,
  book_id: bookId,
  ...(list.own !== null && { [list.own]: values[list.own] }),
});

async function put(
  trx: Transaction<Schema>,
  {
    list,
    book,
    bookPosition,
    since,
  }: {
    readonly list: List;
    readonly book: Book;
    readonly bookPosition: BookPosition;
    readonly since: number;
  },
): Promise<Omit<NewEntry, 'causeId'>> {
  const position = await positionFor(trx, { list, bookPosition, since });
  await insertOwnedRows(trx, list.entryTable, [entryRow(list, { ...bookPosition, position }, book.id)]);
  const { rows } = await sql<{ title: string; version: number; place: number }>`
    update ${sql.table(list.records)} set version = version + 1, updated_at = ${new Date().toISOString()}
    where id = ${bookPosition.id}
    returning title, version, (select count(*) from ${sql.table(list.entryTable)}
      where ${sql.ref(list.owner)} = ${bookPosition.id} and position < ${position}) as place`.execute(trx);
  const [row = { title: bookPosition.title, version: bookPosition.version, place: bookPosition.place }] =
    rows;
  return {
    kind: list.kind,
    record: { id: bookPosition.id, name: row.title },
    version: row.version,
    action: 'changed',
    changes: [
      {
        type: 'list',
        field: list.field,
        added: [
          typeof bookPosition.volume === 'string'
            ? [bookCodeOf(book.id), row.place, book.name, { position: bookPosition.volume }]
            : [bookCodeOf(book.id), row.place, book.name],
        ],
        removed: [],
        moved: [],
        changed: [],
      },
    ],
  };
}

/**
 * Adds a restored book to its previous lists, at its position. @param since the entry of its delete
 * @returns those that no longer exist
 */
export async function returnToLists(
  trx: Transaction<Schema>,
  {
    book,
    positions,
    since,
    causeId,
  }: {
    readonly book: Book;
    readonly positions: readonly BookPosition[];
    readonly since: number;
    readonly causeId: number;
  },
): Promise<SkippedEntry[]> {
  const skippedEntries: SkippedEntry[] = [];
  const entries: NewEntry[] = [];
  for (const position of positions) {
    const list = lists.find(({ kind }) => kind === position.kind);
    if (!list) continue;
    const holder = await trx
      .selectFrom(list.records)
      .select('id')
      .where('id', '=', position.id)
      .executeTakeFirst();
    if (holder) {
      entries.push({ ...(await put(trx, { list, book, bookPosition: position, since })), causeId });
      continue;
    }
    const row = entryRow(list, position, book.id);
    // The book is restored with the list.
    if (!(await addRowInTrash(trx, { kind: position.kind, id: position.id, row })))
      skippedEntries.push({ kind: position.kind, id: position.id, name: position.title });
  }
  await writeEntries(trx, entries);
  return skippedEntries;
}
