import type { Kysely, Transaction } from 'kysely';
import { parseSample } from '#contract/books/sample';
import { knownErrors } from '#contract/core/errors';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { mediaUrl } from '#server/core/media/media-url';
import {
  type SampleChapter,
  clipOfPlayed,
  cutExtension,
  playbackOfSample,
  rangeKeyOf,
} from '#server/features/audio/chapter-clips';

/* `books.sample` is a part of a chapter. Its file is a clip of the chapter's audio, which the job of clips creates. */

type BookWithSample = Pick<Schema['books'], 'id' | 'sample' | 'audio_key'>;

const chaptersByBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('chapters')
    .select(['id', 'book_id', 'code', 'audio_key', 'starts_at', 'ends_at', 'duration'])
    .where('book_id', 'in', ids),
);

/** Returns the addresses of the samples of these books. A sample without a file is absent. */
export async function sampleUrls(
  db: Kysely<Schema>,
  rows: readonly BookWithSample[],
): Promise<ReadonlyMap<number, string>> {
  const books = rows.filter(({ sample }) => sample !== '');
  const chapters = Map.groupBy(
    await chaptersByBooks(
      db,
      books.map(({ id }) => id),
    ),
    ({ book_id }) => book_id,
  );
  const playbacks = books.flatMap((book) => {
    const playback = playbackOfSample(book, chapters.get(book.id) ?? []);
    return playback ? [{ bookId: book.id, playback }] : [];
  });
  const clips = await clipOfPlayed(
    db,
    playbacks.map(({ playback }) => playback.audioKey),
  );
  return new Map(
    playbacks.flatMap(({ bookId, playback }) => {
      const url = mediaUrl(clips.get(playback.audioKey)?.get(rangeKeyOf(playback)) ?? null);
      return url === null ? [] : [[bookId, url] as const];
    }),
  );
}

/** Checks that the sample of a book is in a chapter whose audio can be cut. @throws AppError 422 */
export function assertSample(
  { sample, audio_key }: BookWithSample,
  chapters: readonly (SampleChapter & { readonly duration: number })[],
): void {
  const range = parseSample(sample);
  if (!range) return;
  const chapter = chapters.find(({ code }) => code === range.chapter_code);
  if (!chapter) throw fieldError('sample', knownErrors.sampleWithoutChapter(range.chapter_code));
  const playback = playbackOfSample({ sample, audio_key }, chapters);
  if (!playback) throw fieldError('sample', knownErrors.sampleWithoutAudio);
  if (cutExtension(playback.audioKey) === undefined) throw fieldError('sample', knownErrors.sampleFormat);
  // The stored duration is in whole seconds.
  if (range.end > chapter.duration + 1) throw fieldError('sample', knownErrors.sampleBeyondChapter);
}

/** Checks a changed sample. @throws AppError 422 */
export async function checkSample(trx: Transaction<Schema>, book: BookWithSample): Promise<void> {
  if (book.sample !== '') assertSample(book, await chaptersByBooks(trx, [book.id]));
}
