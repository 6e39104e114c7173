import type { Kysely } from 'kysely';
import { parseSample } from '#contract/books/sample';
import type { AudioExtension } from '#contract/core/media-types';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { isCuttable } from './clips/clip.ts';

type Db = Kysely<Schema>;

/** The audio of a chapter: a file or a range of one. */
export interface ChapterPlayback {
  readonly chapterId: number;
  readonly audioKey: string;
  /** Seconds in the file. */
  readonly start: number;
  /** Null when the chapter ends with the file. */
  readonly end: number | null;
}

const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Returns the extension of clips. Clips of an M4B have no chapters, so they are M4A files. */
export const cutExtension = (key: string): AudioExtension | undefined => {
  const extension = extensionOf(key);
  return isCuttable(extension) ? (extension === 'm4b' ? 'm4a' : extension) : undefined;
};

/** Returns the key of a range in the database. */
export const rangeKeyOf = ({ start, end }: Pick<ChapterPlayback, 'start' | 'end'>): string =>
  `${start},${end ?? ''}`;

export const isWhole = ({ start, end }: Pick<ChapterPlayback, 'start' | 'end'>): boolean =>
  start === 0 && end === null;

/** Returns the audio of the chapters of a book, in order, without chapters that have none. */
export async function findChapterAudio(db: Db, bookId: number): Promise<ChapterPlayback[]> {
  const rows = await db
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'chapters.book_id')
    .select(['chapters.id', 'chapters.audio_key', 'starts_at', 'ends_at', 'books.audio_key as book_key'])
    .where('book_id', '=', bookId)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ id, audio_key, starts_at, ends_at, book_key }): ChapterPlayback[] => {
    const audioKey = audio_key ?? (starts_at === null ? null : book_key);
    return audioKey === null ? [] : [{ chapterId: id, audioKey, start: starts_at ?? 0, end: ends_at }];
  });
}

/** The columns of a chapter that a sample needs. */
export type SampleChapter = Pick<Schema['chapters'], 'code' | 'audio_key' | 'starts_at' | 'ends_at'> & {
  readonly id: number;
};

const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Returns the audio of the sample of a book; undefined without its chapter or audio. */
export function playbackOfSample(
  { sample, audio_key: bookKey }: { readonly sample: string; readonly audio_key: string | null },
  chapters: readonly SampleChapter[],
): ChapterPlayback | undefined {
  const range = parseSample(sample);
  const chapter = range && chapters.find(({ code }) => code === range.chapter_code);
  if (!range || !chapter) return undefined;
  const { id: chapterId, audio_key, starts_at, ends_at } = chapter;
  const audioKey = audio_key ?? (starts_at === null ? null : bookKey);
  const offset = starts_at ?? 0;
  const start = toThousandths(offset + range.start);
  const end = toThousandths(Math.min(offset + range.end, ends_at ?? Infinity));
  return audioKey === null || end <= start ? undefined : { chapterId, audioKey, start, end };
}

/** Returns the audio of the sample of a book; undefined without one. */
export async function findSampleAudio(db: Db, bookId: number): Promise<ChapterPlayback | undefined> {
  const book = await db
    .selectFrom('books')
    .select(['sample', 'audio_key'])
    .where('id', '=', bookId)
    .executeTakeFirst();
  if (!book || book.sample === '') return undefined;
  const chapters = await db
    .selectFrom('chapters')
    .select(['id', 'code', 'audio_key', 'starts_at', 'ends_at'])
    .where('book_id', '=', bookId)
    .execute();
  return playbackOfSample(book, chapters);
}

/** Returns the audio of the chapters and of the sample of a book. */
export async function findPlaybacks(db: Db, bookId: number): Promise<ChapterPlayback[]> {
  const playbacks = await findChapterAudio(db, bookId);
  const sample = await findSampleAudio(db, bookId);
  return sample ? [...playbacks, sample] : playbacks;
}

/** Returns the clips of these files by file and range; null when a range cannot be cut. */
export async function clipOfPlayed(
  db: Db,
  audioKeys: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string | null>>> {
  const clipsByFile = new Map<string, Map<string, string | null>>();
  for (const batch of batches([...new Set(audioKeys)])) {
    const rows = await db
      .selectFrom('audio_clips')
      .select(['audio_key', 'part', 'key'])
      .where('audio_key', 'in', batch)
      .execute();
    for (const { audio_key, part, key } of rows) {
      const clips = clipsByFile.get(audio_key) ?? new Map<string, string | null>();
      clipsByFile.set(audio_key, clips.set(part, key));
    }
  }
  return clipsByFile;
}

/** Returns the ranges that need a clip and have none, each once. */
export async function missingOf(db: Db, playbacks: readonly ChapterPlayback[]): Promise<ChapterPlayback[]> {
  const clips = new Map(
    playbacks
      .filter((playback) => !isWhole(playback) && cutExtension(playback.audioKey) !== undefined)
      .map((playback) => [`${playback.audioKey} ${rangeKeyOf(playback)}`, playback]),
  );
  const knownClips = await clipOfPlayed(
    db,
    [...clips.values()].map(({ audioKey }) => audioKey),
  );
  return [...clips.values()].filter(
    (playback) => knownClips.get(playback.audioKey)?.has(rangeKeyOf(playback)) !== true,
  );
}
