import { capitalise } from '#contract/core/capitalise';
import { countOf } from '#contract/core/format-count';
import { type Kysely, type Transaction, sql } from 'kysely';
import {
  type BookContentChapter,
  type BookContentVersion,
  bookContentLimits,
} from '#contract/book-content/book-content';
import { batchesInChunks } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';
import { inChunks } from '#server/core/yield-to-event-loop';
import { chaptersOf, textsOf } from './book-content-rows.ts';
import { pack, unpack } from './pack.ts';
import {
  type ChapterValues,
  type TextValues,
  chapterColumns,
  only,
  textColumns,
  toChapter,
  toTextItem,
} from './content-blocks.ts';
import type { Plan, PlannedChapter, StoredBookContent } from './plan-types.ts';

/*
 * Saved versions are not copied: only the parts that a save changes are stored, with their earlier values. A chapter of an earlier version
 * is in the first such part after that version. Without one, it has not changed since and is read from the catalogue.
 */

type StoredText = TextValues & { readonly id: number };
type ContentBlock = Schema['book_content_blocks'];

function hasOtherTexts({ before, texts }: PlannedChapter, storedContent: StoredBookContent): boolean {
  if (!texts || !before) return false;
  const rows = storedContent.texts.get(before.id) ?? [];
  return (
    rows.length !== texts.length ||
    rows.some((row, index) => {
      const text = texts[index];
      return text?.before?.id !== row.id || textColumns.some((column) => text.values[column] !== row[column]);
    })
  );
}

/** Returns the parts that a plan changes, before the change. */
export async function blocksOf(
  storedContent: StoredBookContent,
  { plan, bookId, until }: { readonly plan: Plan; readonly bookId: number; readonly until: number },
): Promise<ContentBlock[]> {
  const chapterBlock = (id: number, row: ChapterValues): ContentBlock => ({
    book_id: bookId,
    chapter_id: id,
    kind: 'chapter',
    until,
    audio_key: row.audio_key,
    content: pack(only(row, chapterColumns)),
  });
  const textsBlock = (id: number): ContentBlock => ({
    book_id: bookId,
    chapter_id: id,
    kind: 'texts',
    until,
    audio_key: null,
    content: pack(
      (storedContent.texts.get(id) ?? []).map(
        (row): StoredText => ({ id: row.id, ...only(row, textColumns) }),
      ),
    ),
  });
  const blocks: ContentBlock[] = [];
  for await (const chapter of inChunks(plan.chapters)) {
    const { before, values } = chapter;
    if (!before) continue;
    if (chapterColumns.some((column) => before[column] !== values[column]))
      blocks.push(chapterBlock(before.id, before));
    if (hasOtherTexts(chapter, storedContent)) blocks.push(textsBlock(before.id));
  }
  for await (const row of inChunks(plan.removedChapters))
    blocks.push(chapterBlock(row.id, row), textsBlock(row.id));
  return blocks;
}

/** Returns a short summary of a save. */
export function summaryOf(storedContent: StoredBookContent, plan: Plan): string {
  const addedCount = plan.chapters.filter(({ before }) => !before).length;
  const changedCount = plan.chapters.filter(
    ({ before, values }) => before && chapterColumns.some((column) => before[column] !== values[column]),
  ).length;
  const texts = plan.chapters.filter((chapter) => hasOtherTexts(chapter, storedContent)).length;
  const chapterIds = new Set(plan.chapters.flatMap(({ before }) => before?.id ?? []));
  const order = storedContent.chapters.flatMap(({ id }) => (chapterIds.has(id) ? [id] : []));
  const isOtherOrder = [...chapterIds].some((id, index) => order[index] !== id);
  return capitalise(
    [
      addedCount > 0 && `${countOf(addedCount, 'chapter')} added`,
      changedCount > 0 && `${countOf(changedCount, 'chapter')} changed`,
      plan.removedChapters.length > 0 && `${countOf(plan.removedChapters.length, 'chapter')} removed`,
      texts > 0 && `text changed in ${countOf(texts, 'chapter')}`,
      isOtherOrder && 'chapters reordered',
    ]
      .filter((change) => change !== false)
      .join(', ') || 'No changes',
  );
}

interface Saved {
  readonly revision: number;
  readonly userId: number | null;
  readonly summary: string;
  readonly chapterIds: readonly number[];
}

async function insertRevision(trx: Transaction<Schema>, bookId: number, savedContent: Saved): Promise<void> {
  await trx
    .insertInto('book_content_versions')
    .values({
      book_id: bookId,
      revision: savedContent.revision,
      user_id: savedContent.userId,
      saved_at: new Date().toISOString(),
      summary: savedContent.summary,
      chapter_count: savedContent.chapterIds.length,
      chapter_ids: pack(savedContent.chapterIds),
    })
    .execute();
}

/** Stores a version. @param last the previous version. @returns the keys of files that no stored version references */
export async function recordRevision(
  trx: Transaction<Schema>,
  {
    bookId,
    last,
    save,
  }: {
    readonly bookId: number;
    readonly last: number;
    readonly save: Omit<Saved, 'revision'> & {
      readonly blocks: readonly ContentBlock[];
      readonly before: readonly number[];
    };
  },
): Promise<string[]> {
  const { blocks, before, ...saved } = save;
  if (last === 0) {
    const first = await trx
      .selectFrom('book_content_versions')
      .select('revision')
      .where('book_id', '=', bookId)
      .executeTakeFirst();
    if (!first)
      await insertRevision(trx, bookId, {
        revision: 0,
        userId: null,
        summary: 'Before the first save',
        chapterIds: before,
      });
  }
  for await (const batch of batchesInChunks(blocks))
    await trx.insertInto('book_content_blocks').values(batch).execute();
  const revision = last + 1;
  await insertRevision(trx, bookId, { ...saved, revision });
  return deleteVersionsBefore(trx, bookId, revision - bookContentLimits.revisions + 1);
}

/** Sets the audit log entry of the save that stored a version. */
export async function setEntry(
  trx: Transaction<Schema>,
  {
    bookId,
    revision,
    entryId,
  }: { readonly bookId: number; readonly revision: number; readonly entryId: number },
): Promise<void> {
  await trx
    .updateTable('book_content_versions')
    .set({ entry_id: entryId })
    .where('book_id', '=', bookId)
    .where('revision', '=', revision)
    .execute();
}

/** Returns the version before the save of an audit log entry; undefined if it is not stored. */
export async function revisionBefore(
  db: Kysely<Schema>,
  { bookId, entryId }: { readonly bookId: number; readonly entryId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('book_content_versions as saved')
    .innerJoin('book_content_versions as earlier', (join) =>
      join
        .onRef('earlier.book_id', '=', 'saved.book_id')
        .on('earlier.revision', '=', sql<number>`saved.revision - 1`),
    )
    .select('earlier.revision')
    .where('saved.book_id', '=', bookId)
    .where('saved.entry_id', '=', entryId)
    .executeTakeFirst();
  return row?.revision;
}

/** Deletes versions before `oldest`. @returns the keys of files that only they referenced */
async function deleteVersionsBefore(
  trx: Transaction<Schema>,
  bookId: number,
  oldest: number,
): Promise<string[]> {
  if (oldest <= 0) return [];
  await trx
    .deleteFrom('book_content_versions')
    .where('book_id', '=', bookId)
    .where('revision', '<', oldest)
    .execute();
  const deletedRevisions = await trx
    .deleteFrom('book_content_blocks')
    .where('book_id', '=', bookId)
    .where('until', '<=', oldest)
    .returning('audio_key')
    .execute();
  const keys = new Set(deletedRevisions.flatMap(({ audio_key }) => audio_key ?? []));
  if (keys.size === 0) return [];
  for (const key of await keysNamed(trx, bookId)) keys.delete(key);
  return [...keys];
}

/** Returns the keys of the audio files of a book's chapters, including those of stored versions. */
export async function keysNamed(db: Kysely<Schema>, bookId: number): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const table of ['chapters', 'book_content_blocks'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('audio_key')
      .distinct()
      .where('book_id', '=', bookId)
      .where('audio_key', 'is not', null)
      .execute();
    for (const { audio_key } of rows) if (audio_key !== null) keys.add(audio_key);
  }
  return keys;
}

const revisionsOf = (db: Kysely<Schema>, bookId: number) =>
  db
    .selectFrom('book_content_versions')
    .leftJoin('users', 'users.id', 'book_content_versions.user_id')
    .select(['revision', 'saved_at', 'summary', 'chapter_count', 'user_id', 'users.name as user_name'])
    .where('book_id', '=', bookId)
    .orderBy('revision', 'desc');

type RevisionRow = Awaited<ReturnType<ReturnType<typeof revisionsOf>['execute']>>[number];

const toRevision = ({ user_id, user_name, ...row }: RevisionRow): BookContentVersion => ({
  ...row,
  user: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
});

/** Returns the latest version first. */
export async function listRevisions(db: Kysely<Schema>, bookId: number): Promise<BookContentVersion[]> {
  return (await revisionsOf(db, bookId).execute()).map(toRevision);
}

/** Returns a saved version. @throws AppError 404 */
export async function readRevision(
  db: Kysely<Schema>,
  bookId: number,
  revision: number,
): Promise<BookContentVersion & { chapters: BookContentChapter[] }> {
  const storedRevision = await revisionsOf(db, bookId).where('revision', '=', revision).executeTakeFirst();
  const order = await db
    .selectFrom('book_content_versions')
    .select('chapter_ids')
    .where('book_id', '=', bookId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (!storedRevision || !order) throw notFound('content version');
  const rows = await db
    .selectFrom('book_content_blocks')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('until', '>', revision)
    .orderBy('until')
    .execute();
  const first = new Map<string, ContentBlock>();
  for (const row of rows) {
    const key = `${row.kind} ${row.chapter_id}`;
    if (!first.has(key)) first.set(key, row);
  }
  const present = new Map((await chaptersOf(db, bookId)).map((row) => [row.id, row]));
  const ids = unpack(order.chapter_ids) as number[];
  const texts = await textsOf(
    db,
    ids.filter((id) => !first.has(`texts ${id}`)),
  );
  return {
    ...toRevision(storedRevision),
    chapters: ids.flatMap((id) => {
      const chapterBlock = first.get(`chapter ${id}`);
      const values = chapterBlock ? (unpack(chapterBlock.content) as ChapterValues) : present.get(id);
      if (!values) return [];
      const textsBlock = first.get(`texts ${id}`);
      const items = textsBlock ? (unpack(textsBlock.content) as StoredText[]) : (texts.get(id) ?? []);
      return [
        toChapter(
          id,
          values,
          items.map((item) => toTextItem(item.id, item)),
        ),
      ];
    }),
  };
}
