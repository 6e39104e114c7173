import type { Transaction } from 'kysely';
import { refusals } from '#contract/refusals';
import { batchesInTurns } from '#server/db/batches';
import type { Schema } from '#server/db/schema';
import { refusedField } from '#server/errors';
import type { StoredAudio } from '#server/media/file-storage';
import { nextTurn } from '#server/next-turn';
import { countWords } from './reading-time.ts';

const CHAPTERS_A_TURN = 20;

export interface ChapterInput {
  readonly name: string;
  /** Seconds; 0 takes the length of its own file or of its part of the book's file. */
  readonly duration: number;
  /** Unique in the book; made when absent. */
  readonly code?: string | undefined;
  /** Its own file, or one that it shares with neighbours. */
  readonly audio?: Pick<StoredAudio, 'audio_key' | 'duration' | 'rows'> | undefined;
  /** Seconds inside that file, else inside the book's; absent when a file of its own is all its own. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly text_items: readonly { readonly text: string; readonly code?: string | undefined }[];
}

function durationOf({ duration, audio, start, end }: ChapterInput): number {
  if (duration > 0) return duration;
  if (start !== undefined && end !== undefined) return Math.max(0, Math.round(end - start));
  return audio?.duration ?? 0;
}

function coded<Part extends { readonly code?: string | undefined }>(
  parts: readonly Part[],
  prefix: string,
  path: string,
) {
  const codes = parts.map((part, index) => part.code ?? `${prefix}-${String(index + 1).padStart(2, '0')}`);
  if (new Set(codes).size < codes.length) throw refusedField(path, refusals.codesRepeated);
  return parts.map((part, position) => ({ part, position, code: codes[position] ?? '' }));
}

/** Removes the chapters a book has, and what is kept of earlier ones. Returns the keys of their files. */
export async function removeChapters(trx: Transaction<Schema>, bookId: number): Promise<string[]> {
  const removed = [];
  for (const table of ['chapters', 'inside_parts'] as const)
    removed.push(
      ...(await trx.deleteFrom(table).where('book_id', '=', bookId).returning('audio_key').execute()),
    );
  await trx.deleteFrom('inside_revisions').where('book_id', '=', bookId).execute();
  // Neighbours may share a file.
  return [...new Set(removed.flatMap(({ audio_key }) => audio_key ?? []))];
}

/** What a book keeps of its chapters. */
export function measureChapters(
  inputs: readonly ChapterInput[],
): Pick<Schema['books'], 'chapter_count' | 'chapter_seconds' | 'word_count'> {
  const texts = inputs.flatMap(({ text_items }) => text_items);
  return {
    chapter_count: inputs.length,
    chapter_seconds: inputs.reduce((sum, input) => sum + durationOf(input), 0),
    word_count: texts.reduce((sum, { text }) => sum + countWords(text), 0),
  };
}

/** Inserts chapters with their texts. @throws AppError 422 for codes that are not unique */
export async function insertChapters(
  trx: Transaction<Schema>,
  bookId: number,
  inputs: readonly ChapterInput[],
): Promise<void> {
  for (const { part: input, position, code } of coded(inputs, 'CH', 'chapters')) {
    // Each chapter alone has too few texts for a turn of others between them.
    if (position % CHAPTERS_A_TURN === 0) await nextTurn();
    const { id: chapter_id } = await trx
      .insertInto('chapters')
      .values({
        book_id: bookId,
        position,
        code,
        name: input.name,
        duration: durationOf(input),
        audio_key: input.audio?.audio_key ?? null,
        starts_at: input.start ?? null,
        ends_at: input.end ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = coded(input.text_items, 'T', `chapters.${position}.text_items`);
    for await (const batch of batchesInTurns(items))
      await trx
        .insertInto('text_items')
        .values(
          batch.map((item) => ({
            chapter_id,
            position: item.position,
            code: item.code,
            text: item.part.text,
          })),
        )
        .execute();
  }
}
