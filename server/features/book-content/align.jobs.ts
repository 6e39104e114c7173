import type { Transaction } from 'kysely';
import { z } from 'zod';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { appError, isRejection } from '#server/core/errors';
import { authorizeJob } from '#server/core/auth/authorize-owner';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import { alignFirstChapterKind, alignKind } from './align-order.ts';
import { textsOf } from './book-content-rows.ts';
import { type ChapterAlignmentDeps, createChapterAlignment } from './chapter-alignment.ts';
import { type MatchBook, createChapterMatcher, matchInChild } from './matching/match-job.ts';

export interface AlignJobDeps extends ChapterAlignmentDeps {
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  /** The primary administrator, who has all permissions. */
  readonly adminEmail: string;
  /** Finds the audio of each chapter. By default this runs in a child process. */
  readonly matchBook?: MatchBook;
}

/** Aligns the texts of a book with its audio in a child process, and saves the times. The job's subject is the book. */
export function createAlignJob(deps: AlignJobDeps): JobHandler {
  const { files, adminEmail } = deps;
  const matcher = createChapterMatcher({ matchBook: matchInChild, ...deps });
  const alignChapters = createChapterAlignment(deps);

  return defineJob({
    kind: alignKind,
    weight: 'heavy',
    payload: z.object({
      chapters: z.array(z.int()),
      /** Present when the audio of the chapters is searched first. */
      match: z.object({ continuations: z.array(z.int()) }).optional(),
    }),
    async run({ jobId, subjectId, payload, userId, signal, progress }) {
      const bookId = Number(subjectId);
      let discardedKeys: string[] = [];
      const afterCommit = () => files.remove(discardedKeys);
      const authorize = (trx: Transaction<Schema>) =>
        authorizeJob(trx, jobId, { permission: 'books:edit', adminEmail });
      if (payload.match) {
        const { continuations } = payload.match;
        const match = await matcher.match({ bookId, continuations, userId }, { signal, progress });
        if (match)
          return {
            result: match.result,
            async commit(trx) {
              await authorize(trx);
              discardedKeys = await match.commit(trx);
            },
            afterCommit,
          };
      }
      const order = { bookId, chapterIds: payload.chapters, userId };
      const alignment = await alignChapters(order, { signal, progress });
      if (!alignment) throw appError(knownErrors.nothingToAlign);
      const sentences = alignment.parsedChapters.flatMap((chapter) => chapter.sentences);
      return {
        result: {
          chapters: alignment.parsedChapters.length,
          sentences: sentences.length,
          low_confidence: sentences.filter(({ span, isUncertain }) => span && isUncertain).length,
          missing_in_audio: sentences.filter(({ span }) => !span).length,
          method: alignment.method,
          ...(alignment.modelError && { model_error: alignment.modelError }),
          ...(payload.match && { matched_chapters: [] }),
        },
        async commit(trx) {
          await authorize(trx);
          discardedKeys = await alignment.save(trx);
        },
        afterCommit,
      };
    },
  });
}

/**
 * Aligns the first chapter of a long book, so that an editor can start while the audio is analysed and the whole book is aligned. That
 * alignment replaces its times.
 */
export function createAlignFirstChapterJob(deps: AlignJobDeps): JobHandler {
  const { files, adminEmail } = deps;
  const alignChapters = createChapterAlignment(deps);

  return defineJob({
    kind: alignFirstChapterKind,
    weight: 'heavy',
    payload: z.object({ chapter: z.int() }),
    async run({ jobId, subjectId, payload: { chapter }, userId, signal, progress }) {
      const order = { bookId: Number(subjectId), chapterIds: [chapter], userId, isUrgent: true };
      const alignment = await alignChapters(order, { signal, progress }).catch((error: unknown) => {
        // The alignment of the book reports the same error.
        if (isRejection(error)) return undefined;
        throw error;
      });
      let discardedKeys: string[] = [];
      return {
        async commit(trx) {
          await authorizeJob(trx, jobId, { permission: 'books:edit', adminEmail });
          const texts = (await textsOf(trx, [chapter])).get(chapter) ?? [];
          // The book was aligned in the meantime, or an editor has set the times.
          if (texts.some(({ time_state }) => time_state !== null)) return;
          discardedKeys = (await alignment?.save(trx)) ?? [];
        },
        afterCommit: () => files.remove(discardedKeys),
      };
    },
  });
}
