import { type Kysely, type Transaction, sql } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';
import type { RowOf } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import type { bookColumns } from '#server/core/db/tables/books';
import type { Changed, StoredListChange } from '#server/core/audit-log/stored-change';
import { type NewEntry, writeEntries } from '#server/core/audit-log/write-audit-log';
import { bookCodeOf } from './book-code.ts';

/** A list that contains a book. */
export interface BookPosition {
  readonly kind: ResourceName;
  readonly id: number;
  readonly title: string;
  readonly version: number;
  /** The stored position. Positions may have gaps. */
  readonly position: number;
  /** The index without gaps, starting at 0. */
  readonly place: number;
  readonly is_featured: number | null;
  /** The position in a series, as text. Absent in other lists. */
  readonly volume?: string | null;
}

/** The lists whose entry is deleted with the book, their fields in the API, and the column that only their entries have. */
export const lists = [
  {
    kind: 'collections',
    records: 'collections',
    entryTable: 'collection_books',
    owner: 'collection_id',
    field: 'books',
    own: null,
  },
  {
    kind: 'challenges',
    records: 'challenges',
    entryTable: 'challenge_items',
    owner: 'challenge_id',
    field: 'items',
    own: 'is_featured',
  },
  {
    kind: 'series',
    records: 'series',
    entryTable: 'series_books',
    owner: 'series_id',
    field: 'books',
    own: 'volume',
  },
] as const;

export type ListOfBooks = (typeof lists)[number]['kind'];

/** The maximum number of records of one type that are selected by their IDs. */
const MOST_OWNERS = 200;

interface PositionsOptions {
  /** The maximum number of lists of each type, newest first. */
  readonly limit?: number;
  /** Limits the result to these records. */
  readonly among?: ReadonlyMap<ResourceName, ReadonlySet<number>>;
}

/** Returns the lists that contain a book, with its position in each. */
export async function positionsOfBook(
  db: Kysely<Schema>,
  bookId: number,
  { limit, among }: PositionsOptions = {},
): Promise<BookPosition[]> {
  const positions: BookPosition[] = [];
  for (const { kind, records, entryTable, owner, own } of lists) {
    const ids =
      among &&
      (await ownersOf(db, bookId, { entryTable, owner }))
        .filter((id) => among.get(kind)?.has(id))
        .slice(0, MOST_OWNERS);
    if (ids?.length === 0) continue;
    const { rows } = await sql<Omit<BookPosition, 'kind'>>`
      select records.id, records.title, records.version, own.position,
        ${own === 'is_featured' ? sql`own.is_featured` : sql`null`} as is_featured,
        ${own === 'volume' ? sql`own.volume` : sql`null`} as volume,
        (select count(*) from ${sql.table(entryTable)} as others
          where others.${sql.ref(owner)} = own.${sql.ref(owner)} and others.position < own.position) as place
      from ${sql.table(entryTable)} as own
      join ${sql.table(records)} as records on records.id = own.${sql.ref(owner)}
      where own.book_id = ${bookId} ${ids === undefined ? sql`` : sql`and own.${sql.ref(owner)} in (${sql.join(ids)})`}
      order by records.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
    positions.push(...rows.map((row) => ({ ...row, kind })));
  }
  return positions;
}

/** Returns the IDs of the records of one type that contain a book, newest first. */
async function ownersOf(
  db: Kysely<Schema>,
  bookId: number,
  { entryTable, owner }: Pick<(typeof lists)[number], 'entryTable' | 'owner'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(owner)} as id from ${sql.table(entryTable)} where book_id = ${bookId} order by id desc`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the number of lists of one type that contain a book. */
export async function totalPositionsOf(
  db: Kysely<Schema>,
  bookId: number,
  { entryTable }: Pick<(typeof lists)[number], 'entryTable'>,
): Promise<number> {
  const { total } = await db
    .selectFrom(entryTable)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns true if an active challenge contains this book. */
export async function isInActiveChallenge(db: Kysely<Schema>, bookId: number): Promise<boolean> {
  const position = await db
    .selectFrom('challenge_items')
    .innerJoin('challenges', 'challenges.id', 'challenge_items.challenge_id')
    .select('challenges.id')
    .where('challenge_items.book_id', '=', bookId)
    .where('challenges.is_active', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return position !== undefined;
}

/** Returns the items of story books that refer to the book, by story book. They remain as broken references when the book is deleted. */
export async function storyItemsOf(db: Kysely<Schema>, bookId: number) {
  const rows = await db
    .selectFrom('story_items')
    .innerJoin('story_books', 'story_books.id', 'story_items.story_book_id')
    .select(['story_books.id', 'story_books.title', 'story_books.version', 'story_items.position'])
    .select(['story_items.book_code', 'story_items.chapter_code', 'story_items.text_item_code'])
    .where('story_items.book_id', '=', bookId)
    .orderBy('story_books.id')
    .orderBy('story_items.position')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

/**
 * Writes audit log entries for all records that refer to a deleted book. Lists lose the book, and items of story books become broken
 * references.
 */
export async function recordBookRemoval(
  trx: Transaction<Schema>,
  {
    book,
    positions,
    causeId,
  }: {
    readonly book: Pick<RowOf<typeof bookColumns>, 'id' | 'name'>;
    readonly positions: readonly BookPosition[];
    readonly causeId: number;
  },
): Promise<void> {
  const key = bookCodeOf(book.id);
  const action = 'changed' as const;
  const removedEntries = positions.map(({ kind, id, title, version, place, volume }): NewEntry => {
    const field = lists.find((list) => list.kind === kind)?.field ?? '';
    const change: StoredListChange = {
      type: 'list',
      field,
      added: [],
      removed: [
        typeof volume === 'string' ? [key, place, book.name, { position: volume }] : [key, place, book.name],
      ],
      moved: [],
      changed: [],
    };
    return { kind, record: { id, name: title }, version: version + 1, action, changes: [change], causeId };
  });
  const entries = [...(await storyItemsOf(trx, book.id)).values()].flatMap((items): NewEntry[] => {
    const [first] = items;
    if (!first) return [];
    const { id, title, version } = first;
    const changedItems = items.map(
      ({ position, book_code, chapter_code, text_item_code }): Changed => [
        `${book_code}/${chapter_code}/${text_item_code}`,
        position,
        position,
        book.name,
        { book: book.name },
        { book: null },
      ],
    );
    const change: StoredListChange = {
      type: 'list',
      field: 'story_items',
      added: [],
      removed: [],
      moved: [],
      changed: changedItems,
    };
    return [
      {
        kind: 'story-books',
        record: { id, name: title },
        version: version + 1,
        action,
        changes: [change],
        causeId,
      },
    ];
  });
  await writeEntries(trx, [...removedEntries, ...entries]);
}
