import type { Transaction } from 'kysely';
import { countWords } from '#contract/core/count-words';
import { knownErrors } from '#contract/core/errors';
import { deleteFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import { appError } from '#server/core/errors';
import { inChunks, yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { bookCodeOf } from '#server/core/resource/book-code';
import type { BookSettings } from '#server/features/books/book-rows';
import { changeBookContent } from '#server/features/books/book-writes';
import { keysNamed, recordRevision, blocksOf, setEntry, summaryOf } from './version-history.ts';
import { bookOf, chaptersOf, chaptersOfTextIds, revisionOf, textsOf } from './book-content-rows.ts';
import { listsForAuditLog } from './book-content-changes.ts';
import { chapterColumns, isSame, textColumns } from './content-blocks.ts';
import { planSave } from './plan-save.ts';
import type { ChapterOrder, Plan, Audios, StoredBookContent, ReferringStory } from './plan-types.ts';
import { moveStories } from './move-stories.ts';
import { writePlan } from './write-plan.ts';

export interface SaveOrder {
  readonly id: number;
  readonly version?: number | undefined;
  readonly force?: boolean | undefined;
  readonly chapters: readonly ChapterOrder[];
}

export interface SaveContext {
  readonly userId: number | null;
  readonly settings: BookSettings;
  /** The entry of the change that caused this one. */
  readonly causeId?: number | undefined;
  /** The summary of the version. By default it lists the changes. */
  readonly summary?: string | undefined;
  /** Audio of the uploads that the order references. Their files have rows. */
  readonly uploads?: ReadonlyMap<string, { readonly key: string; readonly seconds: number }>;
}

const referringStoriesOf = async (trx: Transaction<Schema>, bookId: number): Promise<ReferringStory[]> =>
  trx
    .selectFrom('story_items')
    .innerJoin('story_books', 'story_books.id', 'story_items.story_book_id')
    .select([
      'story_items.story_book_id',
      'story_books.title',
      'story_items.position',
      'story_items.chapter_code',
      'story_items.text_item_code',
    ])
    .where('story_items.book_id', '=', bookId)
    .where('story_items.book_code', '=', bookCodeOf(bookId))
    .orderBy('story_items.story_book_id')
    .orderBy('story_items.position')
    .execute();

/** Returns true if the order may change texts of the chapter. The times of texts belong to its audio. */
const mayChangeTexts = ({ id, text_items, audio_url, upload_id }: ChapterOrder): boolean =>
  id === undefined || [text_items, audio_url, upload_id].some((field) => field !== undefined);

/** Reads the stored content that the order may change: all chapters, and the texts of chapters whose texts may change or are deleted. */
async function readStored(
  trx: Transaction<Schema>,
  {
    bookId,
    bookAudioKey,
    orders,
  }: {
    readonly bookId: number;
    readonly bookAudioKey: string | null;
    readonly orders: readonly ChapterOrder[];
  },
): Promise<StoredBookContent> {
  const chapters = await chaptersOf(trx, bookId);
  const own = new Set(chapters.map(({ id }) => id));
  const wholeOnes = new Set(orders.flatMap((chapter) => (mayChangeTexts(chapter) ? [] : (chapter.id ?? []))));
  const chapterIds = new Set(chapters.flatMap(({ id }) => (wholeOnes.has(id) ? [] : [id])));
  const texts = new Map(await textsOf(trx, [...chapterIds]));
  const textIds = new Set([...texts.values()].flat().map(({ id }) => id));
  const namedTextIds = orders.flatMap(({ text_items }) => (text_items ?? []).flatMap(({ id }) => id ?? []));
  const elsewhere = await chaptersOfTextIds(
    trx,
    namedTextIds.filter((id) => !textIds.has(id)),
  );
  const further = new Set(elsewhere.flatMap(({ chapter_id }) => (own.has(chapter_id) ? [chapter_id] : [])));
  for (const [id, rows] of await textsOf(trx, [...further])) texts.set(id, rows);
  return { chapters, texts, bookAudioKey, referringStories: await referringStoriesOf(trx, bookId) };
}

/** Returns the measured durations of the audio files of chapters. */
async function audiosOf(
  trx: Transaction<Schema>,
  {
    bookId,
    bookAudioKey,
    uploads,
  }: {
    readonly bookId: number;
    readonly bookAudioKey: string | null;
    readonly uploads: NonNullable<SaveContext['uploads']>;
  },
): Promise<Audios> {
  const own = await keysNamed(trx, bookId);
  const measuredAudio = await trx
    .selectFrom('audio_analyses')
    .select(['audio_key', 'seconds'])
    .where('audio_key', 'in', [...own, bookAudioKey ?? ''].slice(0, 2_000))
    .execute();
  const seconds = new Map(measuredAudio.map((row) => [row.audio_key, row.seconds ?? undefined]));
  for (const { key, seconds: length } of uploads.values()) seconds.set(key, length);
  return {
    secondsOf: (key) => seconds.get(key),
    isOwn: (key) => own.has(key),
    ofUpload: (id) => uploads.get(id),
  };
}

function isEmptyPlan(plan: Plan): boolean {
  if (plan.removedChapters.length > 0 || plan.removedTexts.length > 0 || plan.moved.length > 0) return false;
  return plan.chapters.every(
    ({ before, values, texts }, position) =>
      before?.position === position &&
      isSame(before, values, chapterColumns) &&
      (texts ?? []).every(
        (text, index) =>
          text.before?.position === index &&
          text.before.chapter_id === before.id &&
          isSame(text.before, text.values, textColumns),
      ),
  );
}

async function wordsMore(plan: Plan): Promise<number> {
  let more = -plan.removedTexts.reduce((sum, { text }) => sum + countWords(text), 0);
  for await (const { texts = [] } of inChunks(plan.chapters))
    for (const { before, values } of texts)
      if (before?.text !== values.text) more += countWords(values.text) - countWords(before?.text ?? '');
  return more;
}

/**
 * Saves the content of a book in the caller's transaction. Only differences are written; without differences nothing is.
 * @returns the keys of files without a reference @throws AppError 404, 409, 422
 */
export async function saveBookContent(
  trx: Transaction<Schema>,
  order: SaveOrder,
  { userId, settings, causeId, summary, uploads = new Map() }: SaveContext,
): Promise<string[]> {
  const { id: bookId } = order;
  const discardedKeys: string[] = [];
  const movedStories: Plan['moved'][number][] = [];
  let revision = 0;
  const entryId = await changeBookContent(trx, {
    input: order,
    settings,
    causeId,
    change: async (book) => {
      const storedContent = await readStored(trx, {
        bookId,
        bookAudioKey: book.audio_key,
        orders: order.chapters,
      });
      const audios = await audiosOf(trx, { bookId, bookAudioKey: book.audio_key, uploads });
      // Each of these steps reads every text, so other requests are served between them.
      await yieldToEventLoop();
      const plan = planSave(storedContent, order.chapters, audios);
      await yieldToEventLoop();
      if (plan.broken.length > 0 && order.force !== true)
        throw appError(knownErrors.breaksStories(plan.broken.length), {
          details: {
            story_items: plan.broken.map(({ title, ...story }) => ({ ...story, story_book_title: title })),
          },
        });
      if (isEmptyPlan(plan)) return undefined;
      const last = await revisionOf(trx, bookId);
      revision = last + 1;
      await yieldToEventLoop();
      const blocks = await blocksOf(storedContent, { plan, bookId, until: revision });
      const chapterIds = await writePlan(trx, bookId, plan);
      movedStories.push(...plan.moved);
      discardedKeys.push(
        ...(await recordRevision(trx, {
          bookId,
          last,
          save: {
            userId,
            summary: summary ?? summaryOf(storedContent, plan),
            chapterIds,
            before: storedContent.chapters.map(({ id }) => id),
            blocks,
          },
        })),
      );
      await deleteFiles(trx, discardedKeys);
      const chapter_seconds = plan.chapters.reduce((sum, { values }) => sum + values.duration, 0);
      const follows =
        chapter_seconds > 0 && (chapter_seconds !== book.chapter_seconds || book.duration === 0);
      return {
        book: {
          chapter_count: plan.chapters.length,
          has_chapters: Number(plan.chapters.length > 0),
          chapter_seconds,
          word_count: Math.max(0, book.word_count + (await wordsMore(plan))),
          ...(follows && { duration: chapter_seconds }),
        },
        chapters: await listsForAuditLog(storedContent, plan),
      };
    },
  });
  if (entryId !== undefined) await setEntry(trx, { bookId, revision, entryId });
  if (movedStories.length > 0) await moveStories(trx, await bookOf(trx, bookId), movedStories);
  return discardedKeys;
}
