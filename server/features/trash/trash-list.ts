import { type Kysely, sql } from 'kysely';
import { foldText } from '#contract/core/slug';
import type { ResourceName } from '#contract/core/permissions';
import type { TrashItem, TrashQuery } from '#contract/trash/trash';
import { asPattern } from '#server/core/db/like-pattern';
import type { Schema } from '#server/core/db/schema';

const DAY_MS = 24 * 60 * 60 * 1000;

const selectedTrash = (db: Kysely<Schema>, kinds: readonly ResourceName[], search: string) => {
  const rows = db.selectFrom('trash').where('trash.kind', 'in', kinds);
  const foldedSearch = foldText(search);
  return foldedSearch === ''
    ? rows
    : rows.where(sql<boolean>`trash.search_key like ${asPattern(foldedSearch)} escape '\\'`);
};

const columns = [
  'trash.id',
  'trash.kind',
  'trash.record_id',
  'trash.name',
  'trash.code',
  'trash.image_key',
  'trash.deleted_at',
  'trash.deleted_by',
  'trash.entry_id',
  'trash.files',
  'trash.bytes',
  'trash.chapters',
  'trash.places',
] as const;

const rowsOf = (db: Kysely<Schema>, kinds: readonly ResourceName[], search: string) =>
  selectedTrash(db, kinds, search)
    .leftJoin('users', 'users.id', 'trash.deleted_by')
    .select(columns)
    .select('users.name as deleter');

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const toItem = (row: Row, days: number): TrashItem => ({
  id: row.id,
  kind: row.kind,
  record: { id: row.record_id, name: row.name },
  code: row.code,
  image_key: row.image_key,
  deleted_at: row.deleted_at,
  deleted_by: row.deleted_by === null ? null : { id: row.deleted_by, name: row.deleter ?? '' },
  expires_at: new Date(Date.parse(row.deleted_at) + days * DAY_MS).toISOString(),
  entry_id: row.entry_id,
  files: row.files,
  bytes: row.bytes,
  chapters: row.chapters,
  places: row.places,
});

/** Returns a page of the trash, the newest deletes first. */
export async function trashPage(
  db: Kysely<Schema>,
  {
    query: { search, page, items_per_page: limit },
    kinds,
    days,
  }: {
    readonly query: Pick<TrashQuery, 'search' | 'page' | 'items_per_page'>;
    readonly kinds: readonly ResourceName[];
    readonly days: number;
  },
): Promise<{ items: TrashItem[]; total: number }> {
  if (kinds.length === 0) return { items: [], total: 0 };
  const { total } = await selectedTrash(db, kinds, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await rowsOf(db, kinds, search)
    .orderBy('trash.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { items: rows.map((row) => toItem(row, days)), total };
}

export async function trashItemOf(
  db: Kysely<Schema>,
  {
    id,
    kinds,
    days,
  }: { readonly id: number; readonly kinds: readonly ResourceName[]; readonly days: number },
): Promise<TrashItem | undefined> {
  if (kinds.length === 0) return undefined;
  const row = await rowsOf(db, kinds, '').where('trash.id', '=', id).executeTakeFirst();
  return row && toItem(row, days);
}
