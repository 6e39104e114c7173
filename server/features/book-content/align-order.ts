import type { Kysely, Transaction } from 'kysely';
import type { AlignOrder } from '#contract/book-content/book-content';
import type { JobType } from '#contract/jobs/job-types';
import { bytesOfFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { ChapterRow } from '#server/core/db/tables/book-content';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { enqueueAnalysesFirst } from '#server/features/audio/audio-analysis-rows';
import { findChapterAudio } from '#server/features/audio/chapter-clips';
import { bookOf, chaptersOf } from './book-content-rows.ts';

export const alignKind = 'align' satisfies JobType;
export const alignFirstChapterKind = 'align-first-chapter' satisfies JobType;

/** Seconds. The alignment of a shorter book takes half a minute. */
const LONG_BOOK = 60 * 60;
/** The alignment of a first chapter with a greater share of the book would take nearly as long as that of the book. */
const MAX_SHARE = 0.25;

/** Returns the ids of the chapters of a book that have text; with `isUncertain` only those with a low-confidence text. */
async function chaptersWithText(
  db: Kysely<Schema>,
  bookId: number,
  isUncertain: boolean,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('chapters')
    .select('id')
    .where('book_id', '=', bookId)
    .where((eb) => {
      const texts = eb
        .selectFrom('text_items')
        .select('text_items.id')
        .whereRef('chapter_id', '=', 'chapters.id');
      return eb.exists(
        isUncertain
          ? texts.where((or) =>
              or.or([or('time_state', 'is', null), or('time_state', 'not in', ['aligned', 'anchor'])]),
            )
          : texts,
      );
    })
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the requested chapters that have both text and audio. */
async function chaptersToAlign(
  db: Kysely<Schema>,
  book: { readonly id: number; readonly audio_key: string | null },
  chapters: NonNullable<AlignOrder['chapters']>,
): Promise<ChapterRow[]> {
  const withText = await chaptersWithText(db, book.id, chapters === 'needs_review');
  const able = (await chaptersOf(db, book.id)).filter(
    ({ id, audio_key, starts_at }) =>
      withText.has(id) && (audio_key !== null || (book.audio_key !== null && starts_at !== null)),
  );
  return typeof chapters === 'string'
    ? able.filter(({ is_locked }) => is_locked === 0)
    : able.filter(({ id }) => chapters.includes(id));
}

/** Returns the first chapter of a long book, which is aligned before the others; undefined if that would not be much earlier. */
function earlyChapterOf([first, ...others]: readonly ChapterRow[]): ChapterRow | undefined {
  if (!first) return undefined;
  const seconds = others.reduce((sum, { duration }) => sum + duration, first.duration);
  return seconds < LONG_BOOK || first.duration > MAX_SHARE * seconds ? undefined : first;
}

/**
 * Enqueues the alignment of a book's texts in the caller's transaction.
 * @returns undefined when no requested chapter has both text and audio @throws AppError 404
 */
export async function enqueueAlignment(
  jobs: JobQueue,
  {
    trx,
    order,
    continuations = [],
    isFirstEarly = false,
    userId,
  }: {
    readonly trx: Transaction<Schema>;
    readonly order: Pick<AlignOrder, 'chapters' | 'match_chapters'> & { readonly id: number };
    /** IDs of chapters that continue the text of the previous one. */
    readonly continuations?: readonly number[];
    /** True if the first chapter of a long book is aligned in a job of its own, before the others. */
    readonly isFirstEarly?: boolean;
    readonly userId: number | null;
  },
): Promise<{ job_id: number; is_new: boolean; chapter_count: number } | undefined> {
  const book = await bookOf(trx, order.id);
  const rows = await chaptersToAlign(trx, book, order.chapters ?? 'all');
  if (rows.length === 0) return undefined;
  const chapters = rows.map(({ id }) => id);
  const job = { subjectId: order.id, title: book.name, userId };
  const early = isFirstEarly ? earlyChapterOf(rows) : undefined;
  if (early) await jobs.enqueue({ ...job, kind: alignFirstChapterKind, payload: { chapter: early.id } }, trx);
  const playbacks = await findChapterAudio(trx, order.id);
  const requestedIds = new Set(chapters);
  const keys = new Set(
    playbacks.flatMap(({ chapterId, audioKey }) => (requestedIds.has(chapterId) ? [audioKey] : [])),
  );
  await enqueueAnalysesFirst(jobs, { trx, keys: [...keys], title: book.name, userId });
  const { id, isNew } = await jobs.enqueue(
    {
      ...job,
      kind: alignKind,
      payload: { chapters, ...(order.match_chapters && { match: { continuations } }) },
      effort: await bytesOfFiles(trx, [...keys]),
    },
    trx,
  );
  return { job_id: id, is_new: isNew, chapter_count: chapters.length };
}
