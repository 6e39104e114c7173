import type { Transaction } from 'kysely';
import { languageShortCode } from '#contract/core/languages';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { editConflict } from '#server/core/errors';
import { type ChildOptions, runInChild } from '#server/core/jobs/child';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { serverModule } from '#server/core/server-module';
import type { BookSettings } from '#server/features/books/book-rows';
import { enqueueClips } from '#server/features/audio/clip-order';
import { bookOf, chaptersOf, textsOf } from '../book-content-rows.ts';
import { type LocalAudioDeps, withLocalAudio } from '../local-audio.ts';
import { saveBookContent } from '../save-book-content.ts';
import type { MatchBookOrder, MatchedChapter } from './match-child.ts';
import { isMatchable, isSameContent, matchContentOf, matchOrders } from './match-orders.ts';
import { resultOf, summaryOf } from './match-result.ts';

/** Milliseconds. */
const TIME_LIMIT = 2 * 60 * 60_000;
const SILENCE_LIMIT = 5 * 60_000;
/** MiB. */
const MEMORY = 1_536;

const child = serverModule('features/book-content/matching/match-child');

type ChildRun = Pick<ChildOptions, 'signal' | 'progress'>;

export type MatchBook = (order: MatchBookOrder, run: ChildRun) => Promise<readonly MatchedChapter[] | null>;

export const matchInChild: MatchBook = async (order, run) =>
  (await runInChild(child, order, {
    ...run,
    limits: { memory: MEMORY, heap: MEMORY, time: TIME_LIMIT, silence: SILENCE_LIMIT },
    sandbox: {
      read: order.files.map(({ path }) => path),
      hasThreads: true,
      startsPrograms: order.ffmpeg !== null,
    },
  })) as readonly MatchedChapter[] | null;

export interface MatchDeps extends LocalAudioDeps {
  readonly jobs: JobQueue;
  readonly settings: { values(): BookSettings };
  readonly ffmpeg: string | null;
  readonly matchBook: MatchBook;
}

/** Finds the audio of each chapter by its text, and saves chapters and times as one version. */
export function createChapterMatcher(deps: MatchDeps) {
  const { database, jobs, settings, ffmpeg, matchBook } = deps;

  async function contentOf(
    db: Database['kysely'] | Transaction<Schema>,
    bookId: number,
    ids: readonly number[],
  ) {
    const book = await bookOf(db, bookId);
    const rows = await chaptersOf(db, bookId);
    const texts = await textsOf(
      db,
      rows.map(({ id }) => id),
    );
    return matchContentOf({ rows, texts, continuations: new Set(ids), bookAudioKey: book.audio_key });
  }

  return {
    /**
     * @param input `continued`: ids of the chapters that continue the text of the previous one
     * @returns undefined when the chapters cannot be changed or the match is uncertain; then nothing changes
     */
    async match(
      input: {
        readonly bookId: number;
        readonly continuations: readonly number[];
        readonly userId: number | null;
      },
      run: ChildRun,
    ) {
      const { bookId, continuations, userId } = input;
      const book = await bookOf(database.kysely, bookId);
      const content = await contentOf(database.kysely, bookId, continuations);
      if (!isMatchable(content)) return undefined;
      const language = languageShortCode(book.language) ?? 'en';
      const chapters = content.chapters.map(({ texts }) => texts.map(({ text }) => text));
      const matches = await withLocalAudio(deps, { keys: content.keys, ...run }, (files) =>
        matchBook({ language, ffmpeg, files, chapters }, run),
      );
      if (!matches) return undefined;
      return {
        result: resultOf(content, matches),
        /** @returns keys of files without a reference @throws AppError 409 when the content has changed */
        async commit(trx: Transaction<Schema>): Promise<string[]> {
          if (!isSameContent(content, await contentOf(trx, bookId, continuations)))
            throw editConflict('book');
          const order = { id: bookId, chapters: matchOrders(content, matches) };
          const keys = await saveBookContent(trx, order, {
            userId,
            settings: settings.values(),
            summary: summaryOf(content, matches),
          });
          await enqueueClips(jobs, trx, book);
          return keys;
        },
      };
    },
  };
}
