import type { Transaction } from 'kysely';
import { builtInMethod } from '#contract/book-content/book-content';
import { languageShortCode } from '#contract/core/languages';
import type { Schema } from '#server/core/db/schema';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import { ChildDied, type ChildOptions, runInChild } from '#server/core/jobs/child';
import { serverModule } from '#server/core/server-module';
import type { BookSettings } from '#server/features/books/book-rows';
import type { AlignBookOrder, ParsedChapter } from './alignment/align-child.ts';
import type { AlignFile } from './alignment/analyse-file.ts';
import { type AlignModel, modelLabel } from './alignment/model-folder.ts';
import { timesOfText } from './aligned-times.ts';
import { bookOf, chaptersOf, textsOf } from './book-content-rows.ts';
import { type LocalAudioDeps, withLocalAudio } from './local-audio.ts';
import type { ChapterOrder } from './plan-types.ts';
import { saveBookContent } from './save-book-content.ts';

/** Milliseconds. An hour of audio takes half a minute; a book may have ten hours, and the machine may be busy. */
const TIME_LIMIT = 2 * 60 * 60_000;
const SILENCE_LIMIT = 5 * 60_000;
/** MiB. */
const MEMORY = 1_536;

const child = serverModule('features/book-content/alignment/align-child');

export interface ChapterAlignmentDeps extends LocalAudioDeps {
  readonly settings: { values(): BookSettings };
  /** The path of `ffmpeg`, which is faster than the built-in decoders. */
  readonly ffmpeg: string | null;
  /** Models by language. A book in another language is aligned with the built-in method. */
  readonly models?: readonly AlignModel[];
  /** Aligns the chapters of a book. By default this runs in a child process. */
  readonly alignBook?: (order: AlignBookOrder, run: ChildRun) => Promise<readonly ParsedChapter[]>;
}

type ChildRun = Pick<ChildOptions, 'signal' | 'progress'>;

const alignInChild = async (order: AlignBookOrder, run: ChildRun) =>
  (await runInChild(child, order, {
    ...run,
    limits: { memory: MEMORY, heap: MEMORY, time: TIME_LIMIT, silence: SILENCE_LIMIT },
    sandbox: {
      read: [...order.files.map(({ path }) => path), ...(order.model ? [order.model.root] : [])],
      hasThreads: true,
      startsPrograms: order.ffmpeg !== null,
    },
  })) as readonly ParsedChapter[];

/** Aligns with the model if there is one. If it ends the child, for example with too much memory, the built-in method is used. */
async function alignWithModel(
  alignBook: NonNullable<ChapterAlignmentDeps['alignBook']>,
  order: AlignBookOrder,
  run: ChildRun,
): Promise<readonly ParsedChapter[]> {
  try {
    return await alignBook(order, run);
  } catch (error) {
    if (!order.model || !(error instanceof ChildDied)) throw error;
    const parsedChapters = await alignBook({ ...order, model: undefined }, run);
    return parsedChapters.map((chapter) => ({ ...chapter, modelError: 'It ended the process.' }));
  }
}

interface AlignmentInput {
  readonly chapter: ChapterRow;
  readonly texts: readonly TextItemRow[];
  readonly key: string;
}

const startOf = ({ starts_at }: ChapterRow): number => starts_at ?? 0;

const toChapterOrders = (inputs: readonly AlignmentInput[]): AlignFile['chapters'] =>
  inputs
    .toSorted((a, b) => startOf(a.chapter) - startOf(b.chapter))
    .map(({ chapter, texts }) => ({
      id: chapter.id,
      start: startOf(chapter),
      end: chapter.ends_at,
      texts: texts.map(({ text, starts_at, ends_at, time_state }) => ({
        text,
        ...(time_state === 'anchor' &&
          starts_at !== null &&
          ends_at !== null && { anchor: [starts_at, ends_at] as const }),
      })),
    }));

/** Returns the aligned times of a chapter as input of a save. A text that changed since the job started keeps its times. */
function toSave(
  parsedChapter: ParsedChapter,
  requestedTexts: readonly TextItemRow[],
  present: readonly TextItemRow[],
): ChapterOrder {
  const requestedById = new Map(requestedTexts.map(({ id, text }, index) => [id, { index, text }]));
  return {
    id: parsedChapter.id,
    audio_without_text: parsedChapter.foreign.map(([start, end]) => ({ start, end })),
    alignment_method: parsedChapter.model ?? builtInMethod,
    text_items: present.map(({ id, text, time_state }) => {
      const requestedText = requestedById.get(id);
      const own =
        requestedText?.text === text
          ? parsedChapter.sentences.filter(({ item }) => item === requestedText.index)
          : [];
      if (own.length === 0 || time_state === 'anchor') return { id };
      return { id, ...timesOfText(own) };
    }),
  };
}

/** The result of an alignment, which a job saves. */
export interface ChapterAlignment {
  readonly parsedChapters: readonly ParsedChapter[];
  /** `built-in`, or the name and version of a model. */
  readonly method: string;
  /** The reason why the model of the language was not used. */
  readonly modelError?: string;
  /** Saves the times with the chapters as stored at that time. @returns keys of files that are no longer used */
  save(trx: Transaction<Schema>): Promise<string[]>;
}

/** Returns a function that aligns the texts of chapters with their audio. */
export function createChapterAlignment(deps: ChapterAlignmentDeps) {
  const { database, settings, ffmpeg, models = [], alignBook = alignInChild } = deps;

  async function inputsOf(bookId: number, ids: readonly number[]) {
    const book = await bookOf(database.kysely, bookId);
    const requestedIds = new Set(ids);
    const rows = (await chaptersOf(database.kysely, bookId)).filter(({ id }) => requestedIds.has(id));
    const texts = await textsOf(
      database.kysely,
      rows.map(({ id }) => id),
    );
    const inputs = rows.flatMap((chapter): AlignmentInput[] => {
      const key = chapter.audio_key ?? book.audio_key;
      const own = texts.get(chapter.id) ?? [];
      return key === null || own.length === 0 ? [] : [{ chapter, texts: own, key }];
    });
    const language = languageShortCode(book.language);
    const model = models.find((other) => other.language === language);
    return { language: language ?? 'en', model, inputs };
  }

  /** Saves the times in the transaction that ends the job, with the chapters as stored at that time. */
  async function save(
    trx: Transaction<Schema>,
    {
      bookId,
      inputs,
      parsedChapters,
      userId,
    }: {
      readonly bookId: number;
      readonly inputs: readonly AlignmentInput[];
      readonly parsedChapters: readonly ParsedChapter[];
      readonly userId: number | null;
    },
  ): Promise<string[]> {
    const before = new Map(inputs.map((input) => [input.chapter.id, input]));
    const byId = new Map(parsedChapters.map((chapter) => [chapter.id, chapter]));
    const rows = await chaptersOf(trx, bookId);
    const texts = await textsOf(trx, [...byId.keys()]);
    const chapters = rows.map((row): ChapterOrder => {
      const requestedText = before.get(row.id);
      const own = byId.get(row.id);
      const isSameAudio =
        requestedText?.chapter.audio_key === row.audio_key &&
        requestedText.chapter.starts_at === row.starts_at &&
        requestedText.chapter.ends_at === row.ends_at;
      if (!requestedText || !own || !isSameAudio) return { id: row.id };
      return toSave(own, requestedText.texts, texts.get(row.id) ?? []);
    });
    return saveBookContent(trx, { id: bookId, chapters }, { userId, settings: settings.values() });
  }

  /**
   * Aligns the texts of chapters of a book with their audio in a child process.
   * @returns undefined when no chapter has both text and audio @throws AppError when audio is missing
   */
  return async function alignChapters(
    {
      bookId,
      chapterIds,
      userId,
      isUrgent = false,
    }: {
      readonly bookId: number;
      readonly chapterIds: readonly number[];
      readonly userId: number | null;
      /** Decodes the audio without waiting for its analysis. */
      readonly isUrgent?: boolean;
    },
    run: ChildRun,
  ): Promise<ChapterAlignment | undefined> {
    const { language, model, inputs } = await inputsOf(bookId, chapterIds);
    if (inputs.length === 0) return undefined;
    const inputsByKey = Map.groupBy(inputs, ({ key }) => key);
    const request = { keys: [...inputsByKey.keys()], isUrgent, needsAudio: model !== undefined, ...run };
    const parsedChapters = await withLocalAudio(deps, request, (localFiles) => {
      const chapters = [...inputsByKey.values()].map(toChapterOrders);
      const order = localFiles.map((file, index) => ({ ...file, chapters: chapters[index] ?? [] }));
      return alignWithModel(alignBook, { language, ffmpeg, files: order, model }, run);
    });
    const [first] = parsedChapters;
    return {
      parsedChapters,
      method: first?.model ?? builtInMethod,
      ...(model && first?.modelError && { modelError: `${modelLabel(model)}: ${first.modelError}` }),
      save: (trx) => save(trx, { bookId, inputs, parsedChapters, userId }),
    };
  };
}
