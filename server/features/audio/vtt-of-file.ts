import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { vttOf } from '#server/features/exports/subtitles';
import { cuesOfChapter } from '#server/features/exports/timed';
import { type ChapterPlayback, rangeKeyOf } from './chapter-clips.ts';

type Db = Kysely<Schema>;

/** Returns the audio file whose key without extension is `stem`. */
async function findAudio(db: Db, stem: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('files')
    .select('key')
    .where('key', '>=', `${stem}.`)
    .where('key', '<', `${stem}/`)
    .where('media_type', 'like', 'audio/%')
    .executeTakeFirst();
  return row?.key;
}

/** Returns the chapters that play a file, or the range from which a clip was cut. */
async function chaptersPlaying(db: Db, key: string) {
  const cut = await db
    .selectFrom('audio_clips')
    .select(['audio_key', 'part'])
    .where('key', '=', key)
    .executeTakeFirst();
  const audioKey = cut?.audio_key ?? key;
  const columns = ['chapters.id', 'starts_at', 'ends_at', 'position', 'book_id'] as const;
  const own = await db.selectFrom('chapters').select(columns).where('audio_key', '=', audioKey).execute();
  const ofBook = await db
    .selectFrom('books')
    .innerJoin('chapters', 'chapters.book_id', 'books.id')
    .select(columns)
    .where('books.audio_key', '=', audioKey)
    .where('chapters.audio_key', 'is', null)
    .where('starts_at', 'is not', null)
    .execute();
  const playbacks = [...own, ...ofBook].map(
    (row): ChapterPlayback => ({
      chapterId: row.id,
      audioKey,
      start: row.starts_at ?? 0,
      end: row.ends_at,
    }),
  );
  return {
    begin: (playback: ChapterPlayback) => (cut ? playback.start : 0),
    played: playbacks.filter((playback) => (cut ? rangeKeyOf(playback) === cut.part : true)),
  };
}

/**
 * Returns the texts of the chapters of an audio file as WebVTT, in the time of that file. The file is the audio of a chapter or its clip.
 * @param stem the key of the file without its extension @returns undefined when the file does not exist
 */
export async function vttOfFile(db: Db, stem: string): Promise<string | undefined> {
  const key = await findAudio(db, stem);
  if (key === undefined) return undefined;
  const { played, begin } = await chaptersPlaying(db, key);
  const chapters = await Promise.all(
    played
      .toSorted((a, b) => a.start - b.start || a.chapterId - b.chapterId)
      .map(async (item) => cuesOfChapter(db, item.chapterId, -begin(item))),
  );
  return vttOf(chapters.flat());
}
