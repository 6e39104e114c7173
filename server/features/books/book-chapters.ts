import type { Transaction } from 'kysely';
import { countWords } from '#contract/core/count-words';
import { knownErrors } from '#contract/core/errors';
import { batchesInChunks } from '#server/core/db/batches';
import { prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { TextItemRow } from '#server/core/db/tables/book-content';
import { fieldError } from '#server/core/errors';
import type { StoredAudio } from '#server/core/media/file-storage';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

/** Number of chapters stored and counted before the event loop runs other work. */
const CHAPTERS_PER_CHUNK = 5;
const CHAPTERS_A_COUNT = 50;

export interface ChapterInput {
  readonly name: string;
  /** Seconds; 0 means the duration of its own file or of its range in the book's file. */
  readonly duration: number;
  /** Unique in the book; created when absent. */
  readonly code?: string | undefined;
  /** Its own file, or one that it shares with neighbouring chapters. */
  readonly audio?: Pick<StoredAudio, 'audio_key' | 'duration' | 'rows'> | undefined;
  /** Seconds in that file, else in the book's file; absent when the chapter is its whole file. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** True when the markers and times must not change. */
  readonly is_locked?: boolean | undefined;
  /** Seconds in that file. */
  readonly audio_without_text?: readonly { readonly start: number; readonly end: number }[] | undefined;
  readonly text_items: readonly {
    readonly text: string;
    readonly code?: string | undefined;
    readonly times?: TextTimes | undefined;
  }[];
}

/** The audio times of a text, in seconds of that file. */
export type TextTimes = Pick<
  TextItemRow,
  'starts_at' | 'ends_at' | 'confidence' | 'time_state' | 'sentences'
>;

function durationOf({ duration, audio, start, end }: ChapterInput): number {
  if (duration > 0) return duration;
  if (start !== undefined && end !== undefined) return Math.max(0, Math.round(end - start));
  return audio?.duration ?? 0;
}

function withCodes<Item extends { readonly code?: string | undefined }>(
  items: readonly Item[],
  prefix: string,
  path: string,
) {
  const codes = items.map((item, index) => item.code ?? `${prefix}-${String(index + 1).padStart(2, '0')}`);
  if (new Set(codes).size < codes.length) throw fieldError(path, knownErrors.codesRepeated);
  return items.map((input, position) => ({ input, position, code: codes[position] ?? '' }));
}

/** Deletes the chapters of a book and its version history. @returns the keys of their files */
export async function removeChapters(trx: Transaction<Schema>, bookId: number): Promise<string[]> {
  const removedRows = [];
  for (const table of ['chapters', 'book_content_blocks'] as const)
    removedRows.push(
      ...(await trx.deleteFrom(table).where('book_id', '=', bookId).returning('audio_key').execute()),
    );
  await trx.deleteFrom('book_content_versions').where('book_id', '=', bookId).execute();
  // Neighbouring chapters may share a file.
  return [...new Set(removedRows.flatMap(({ audio_key }) => audio_key ?? []))];
}

/** Returns the totals that a book stores of its chapters. */
export async function measureChapters(
  inputs: readonly ChapterInput[],
): Promise<Pick<Schema['books'], 'chapter_count' | 'has_chapters' | 'chapter_seconds' | 'word_count'>> {
  let word_count = 0;
  for (const [position, { text_items }] of inputs.entries()) {
    if (position % CHAPTERS_A_COUNT === CHAPTERS_A_COUNT - 1) await yieldToEventLoop();
    for (const { text } of text_items) word_count += countWords(text);
  }
  return {
    chapter_count: inputs.length,
    has_chapters: Number(inputs.length > 0),
    chapter_seconds: inputs.reduce((sum, input) => sum + durationOf(input), 0),
    word_count,
  };
}

const noTimes: TextTimes = {
  starts_at: null,
  ends_at: null,
  confidence: null,
  time_state: null,
  sentences: null,
};

interface TextValues {
  readonly chapter_id: number;
  [position: `position${number}`]: number;
  [code: `code${number}`]: string;
  [text: `text${number}`]: string;
}

/** Prepared per number of texts. Chapters have similar numbers, and there are a hundred thousand of them. */
const insertTexts = prepareEach((db, values: TextValues, count: number) =>
  db.insertInto('text_items').values(
    Array.from({ length: count }, (_, index) => ({
      chapter_id: values.chapter_id,
      position: values[`position${index}`] ?? 0,
      code: values[`code${index}`] ?? '',
      text: values[`text${index}`] ?? '',
    })),
  ),
);

function textValues(
  chapter_id: number,
  texts: readonly { position: number; code: string; input: { text: string } }[],
): TextValues {
  const values: TextValues = { chapter_id };
  for (const [index, { position, code, input }] of texts.entries()) {
    values[`position${index}`] = position;
    values[`code${index}`] = code;
    values[`text${index}`] = input.text;
  }
  return values;
}

const insertTimedTexts = (
  trx: Transaction<Schema>,
  chapter_id: number,
  texts: readonly { position: number; code: string; input: ChapterInput['text_items'][number] }[],
) =>
  trx
    .insertInto('text_items')
    .values(
      texts.map(({ position, code, input: { text, times } }) => ({
        chapter_id,
        position,
        code,
        text,
        ...(times ?? noTimes),
      })),
    )
    .execute();

interface CodedChapter {
  readonly input: ChapterInput;
  readonly position: number;
  readonly code: string;
}

const rowOf = (book_id: number, { input, position, code }: CodedChapter) => ({
  book_id,
  position,
  code,
  name: input.name,
  duration: durationOf(input),
  audio_key: input.audio?.audio_key ?? null,
  starts_at: input.start ?? null,
  ends_at: input.end ?? null,
  is_locked: input.is_locked === true ? 1 : 0,
  audio_without_text: input.audio_without_text
    ? JSON.stringify(input.audio_without_text.flatMap(({ start, end }) => [start, end]))
    : null,
});

/** Inserts chapters with their texts. @throws AppError 422 for codes that are not unique */
export async function insertChapters(
  trx: Transaction<Schema>,
  bookId: number,
  inputs: readonly ChapterInput[],
): Promise<void> {
  const chapters = withCodes(inputs, 'CH', 'chapters');
  let bare: CodedChapter[] = [];
  const insertBare = async () => {
    for await (const batch of batchesInChunks(bare))
      await trx
        .insertInto('chapters')
        .values(batch.map((chapter) => rowOf(bookId, chapter)))
        .execute();
    bare = [];
  };
  for (const chapter of chapters) {
    if (chapter.input.text_items.length === 0) {
      bare.push(chapter);
      continue;
    }
    await insertBare();
    const { position } = chapter;
    // One chapter has too few texts to run other work between them.
    if (position % CHAPTERS_PER_CHUNK === 0) await yieldToEventLoop();
    const { id: chapter_id } = await trx
      .insertInto('chapters')
      .values(rowOf(bookId, chapter))
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = withCodes(chapter.input.text_items, 'T', `chapters.${position}.text_items`);
    const isTimed = items.some(({ input }) => input.times !== undefined);
    for await (const batch of batchesInChunks(items)) {
      if (isTimed) await insertTimedTexts(trx, chapter_id, batch);
      else await insertTexts(trx, batch.length, textValues(chapter_id, batch));
    }
  }
  await insertBare();
}
