import type { BookContentChapter } from '#contract/book-content/book-content';
import { knownErrors } from '#contract/core/errors';
import { writerOf } from '#server/core/audit-log/signature';
import { appError } from '#server/core/errors';
import type { RestoreContent } from '#server/features/books/book-lifecycle';
import type { ChapterOrder } from './plan-types.ts';
import { saveBookContent } from './save-book-content.ts';
import { readRevision, revisionBefore } from './version-history.ts';

/** Returns the chapters of a version as input of a save. A version without a method removes it. */
export const ordersOf = (chapters: readonly BookContentChapter[]): ChapterOrder[] =>
  chapters.map((chapter) => ({ ...chapter, alignment_method: chapter.alignment_method ?? null }));

/** Restores the content of a book to the version before a save. Its audio files are stored as long as the version. */
export const restoreContent: RestoreContent = async (trx, { bookId, entryId, causeId, settings }) => {
  const revision = await revisionBefore(trx, { bookId, entryId });
  if (revision === undefined) throw appError(knownErrors.noLongerRetained('text'));
  const { chapters } = await readRevision(trx, bookId, revision);
  const { userId } = writerOf(trx);
  const keys = await saveBookContent(
    trx,
    { id: bookId, chapters: ordersOf(chapters) },
    { userId, settings, causeId },
  );
  return { discarded: keys, retained: [] };
};
