import type { Transaction } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import { chapterColumns, isSame, only, textColumns } from './content-blocks.ts';
import type { Plan, PlannedText } from './plan-types.ts';
import { type RowColumns, updateRows } from './update-rows.ts';

const chapterTypes = {
  position: 'integer',
  code: 'text',
  name: 'text',
  duration: 'integer',
  audio_key: 'text',
  starts_at: 'double precision',
  ends_at: 'double precision',
  is_locked: 'integer',
  name_by: 'text',
  times_by: 'text',
  audio_without_text: 'text',
  alignment_method: 'text',
} as const satisfies RowColumns;

const textTypes = {
  chapter_id: 'integer',
  position: 'integer',
  code: 'text',
  text: 'text',
  starts_at: 'double precision',
  ends_at: 'double precision',
  confidence: 'double precision',
  time_state: 'text',
  sentences: 'text',
} as const satisfies RowColumns;

/** A temporary code for a row whose code another row may get first. It has a space, so that it matches no real code. */
const passingCode = (id: number): string => ` ${id}`;

async function removeTexts(trx: Transaction<Schema>, rows: readonly TextItemRow[]): Promise<void> {
  for await (const batch of batchesInChunks(rows.map(({ id }) => id)))
    await trx.deleteFrom('text_items').where('id', 'in', batch).execute();
}

async function writeChapters(trx: Transaction<Schema>, bookId: number, plan: Plan): Promise<number[]> {
  const pause = [
    ...plan.removedChapters,
    ...plan.chapters.flatMap(({ before, values }) => (before && before.code !== values.code ? [before] : [])),
  ];
  await updateRows(trx, {
    table: 'chapters',
    columns: { code: 'text' },
    rows: pause.map(({ id }) => ({ id, code: passingCode(id) })),
  });
  const changedChapters: (Omit<ChapterRow, 'book_id'> & Record<string, string | number | null>)[] = [];
  const shiftedChapters: { id: number; position: number }[] = [];
  for (const [position, { before, values }] of plan.chapters.entries()) {
    if (!before) continue;
    const { id } = before;
    if (!isSame(before, values, chapterColumns))
      changedChapters.push({ id, position, ...only(values, chapterColumns) });
    else if (before.position !== position) shiftedChapters.push({ id, position });
  }
  await updateRows(trx, { table: 'chapters', columns: chapterTypes, rows: changedChapters });
  await updateRows(trx, { table: 'chapters', columns: { position: 'integer' }, rows: shiftedChapters });
  const ids: number[] = [];
  for (const [position, { before, newId, values }] of plan.chapters.entries()) {
    if (before) {
      ids.push(before.id);
      continue;
    }
    const { id } = await trx
      .insertInto('chapters')
      .values({
        ...(newId !== undefined && { id: newId }),
        book_id: bookId,
        position,
        ...only(values, chapterColumns),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

type PlacedText = PlannedText & { readonly chapter_id: number; readonly position: number };

async function writeTexts(trx: Transaction<Schema>, texts: readonly PlacedText[]): Promise<void> {
  const pause = texts.flatMap(({ before, values, chapter_id }) =>
    before && (before.code !== values.code || before.chapter_id !== chapter_id) ? [before] : [],
  );
  await updateRows(trx, {
    table: 'text_items',
    columns: { code: 'text' },
    rows: pause.map(({ id }) => ({ id, code: passingCode(id) })),
  });
  const changedTexts = texts.flatMap(({ before, values, chapter_id, position }) =>
    before &&
    (!isSame(before, values, textColumns) || before.chapter_id !== chapter_id || before.position !== position)
      ? [{ id: before.id, chapter_id, position, ...only(values, textColumns) }]
      : [],
  );
  await updateRows(trx, { table: 'text_items', columns: textTypes, rows: changedTexts });
  const addedTexts = texts.filter(({ before }) => before === undefined);
  // The rows of a statement have the same columns.
  for (const hasId of [false, true])
    for await (const batch of batchesInChunks(
      addedTexts.filter(({ newId }) => (newId !== undefined) === hasId),
    ))
      await trx
        .insertInto('text_items')
        .values(
          batch.map(({ values, newId, chapter_id, position }) => ({
            ...(newId !== undefined && { id: newId }),
            chapter_id,
            position,
            ...only(values, textColumns),
          })),
        )
        .execute();
}

/** Writes the differences of a plan. @returns the ids of the chapters in order */
export async function writePlan(trx: Transaction<Schema>, bookId: number, plan: Plan): Promise<number[]> {
  await removeTexts(trx, plan.removedTexts);
  const ids = await writeChapters(trx, bookId, plan);
  await writeTexts(
    trx,
    plan.chapters.flatMap(({ texts }, index) =>
      (texts ?? []).map((text, position) => ({ ...text, chapter_id: ids[index] ?? 0, position })),
    ),
  );
  const removedIds = plan.removedChapters.map(({ id }) => id);
  for await (const batch of batchesInChunks(removedIds))
    await trx.deleteFrom('chapters').where('id', 'in', batch).execute();
  return ids;
}
