import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema';
import { invalid } from '#server/errors';
import type { StoredAudio } from '#server/media/file-storage';
import { countWords } from './reading-time.ts';

export interface ChapterInput {
  readonly name: string;
  /** Seconds; 0 takes the length of its own file or of its part of the book's file. */
  readonly duration: number;
  /** Unique in the book; made when absent. */
  readonly code?: string | undefined;
  /** Its own file. */
  readonly audio?: StoredAudio | undefined;
  /** Seconds inside the book's file, when it has no file of its own. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly text_items: readonly { readonly text: string; readonly code?: string | undefined }[];
}

function durationOf({ duration, audio, start, end }: ChapterInput): number {
  if (duration > 0) return duration;
  if (audio) return audio.duration;
  return start === undefined || end === undefined ? 0 : Math.max(0, Math.round(end - start));
}

function coded<Part extends { readonly code?: string | undefined }>(
  parts: readonly Part[],
  prefix: string,
  path: string,
) {
  const codes = parts.map((part, index) => part.code ?? `${prefix}-${String(index + 1).padStart(2, '0')}`);
  if (new Set(codes).size < codes.length)
    throw invalid({ [path]: 'Codes must be unique within their parent.' });
  return parts.map((part, position) => ({ part, position, code: codes[position] ?? '' }));
}

/** Removes the chapters a book has. Returns the keys of their files. */
export async function removeChapters(trx: Transaction<Schema>, bookId: number): Promise<string[]> {
  const removed = await trx
    .deleteFrom('chapters')
    .where('book_id', '=', bookId)
    .returning('audio_key')
    .execute();
  return removed.flatMap(({ audio_key }) => audio_key ?? []);
}

/** Inserts chapters with their texts; returns what the book keeps of them. */
export async function insertChapters(
  trx: Transaction<Schema>,
  bookId: number,
  inputs: readonly ChapterInput[],
): Promise<Pick<Schema['books'], 'chapter_count' | 'chapter_seconds' | 'word_count'>> {
  let chapter_seconds = 0;
  let word_count = 0;
  for (const { part: input, position, code } of coded(inputs, 'CH', 'chapters')) {
    const duration = durationOf(input);
    chapter_seconds += duration;
    const { id: chapter_id } = await trx
      .insertInto('chapters')
      .values({
        book_id: bookId,
        position,
        code,
        name: input.name,
        duration,
        audio_key: input.audio?.audio_key ?? null,
        starts_at: input.audio ? null : (input.start ?? null),
        ends_at: input.audio ? null : (input.end ?? null),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const item of coded(input.text_items, 'T', `chapters.${position}.text_items`)) {
      word_count += countWords(item.part.text);
      const { text } = item.part;
      await trx
        .insertInto('text_items')
        .values({ chapter_id, position: item.position, code: item.code, text })
        .execute();
    }
  }
  return { chapter_count: inputs.length, chapter_seconds, word_count };
}
