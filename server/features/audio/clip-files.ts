import type { Kysely } from 'kysely';
import type { CreateOf, ReadQuery, UpdateOf } from '#contract/core/define-resource';
import type { Book, books, Chapter } from '#contract/books/books';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { mediaUrl } from '#server/core/media/media-url';
import type { WriteContext } from '#server/core/resource/resource-service';
import {
  type ChapterPlayback,
  clipOfPlayed,
  isWhole,
  missingOf,
  rangeKeyOf,
  findChapterAudio,
} from './chapter-clips.ts';

/** Reference loudness of ReplayGain 2. */
const WANTED_LUFS = -18;
const HIGHEST_PEAK_DB = -1;

const toTenths = (decibels: number): number => Math.round(decibels * 10) / 10;
const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Returns the gain of each audio file in decibels; files without analysis are skipped. */
async function gainsOf(db: Kysely<Schema>, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const gains = new Map<string, number>();
  for (const batch of batches([...new Set(keys)])) {
    const rows = await db
      .selectFrom('audio_analyses')
      .select(['audio_key', 'lufs', 'true_peak_db'])
      .where('audio_key', 'in', batch)
      .execute();
    for (const { audio_key, lufs, true_peak_db } of rows)
      if (lufs !== null)
        gains.set(
          audio_key,
          toTenths(Math.min(WANTED_LUFS - lufs, HIGHEST_PEAK_DB - (true_peak_db ?? -Infinity))),
        );
  }
  return gains;
}

/** Returns the address of the subtitles of an audio file. */
const vttUrlOf = (key: string): string => mediaUrl(key.replace(/\.\w+$/, '.vtt'));

type TextItem = Chapter['text_items'][number];

const isTimed = ({ start, end }: TextItem): boolean => start !== undefined && end !== undefined;

const shiftText = ({ start, end, ...text }: TextItem, by: number): TextItem => ({
  ...text,
  ...(start !== undefined && { start: toThousandths(Math.max(0, start - by)) }),
  ...(end !== undefined && { end: toThousandths(Math.max(0, end - by)) }),
});

function withTrack(
  chapter: Chapter,
  {
    played,
    clipKey,
    gain,
  }: { readonly played: ChapterPlayback; readonly clipKey: string | null; readonly gain: number | null },
): Chapter {
  const isFile = isWhole(played) || clipKey !== null;
  return {
    ...chapter,
    track_url: isFile ? mediaUrl(clipKey ?? played.audioKey) : chapter.track_url,
    text_items:
      clipKey === null ? chapter.text_items : chapter.text_items.map((text) => shiftText(text, played.start)),
    gain_db: gain,
    vtt_url: chapter.text_items.some(isTimed) ? vttUrlOf(clipKey ?? played.audioKey) : null,
  };
}

/** Returns the book with the clips of its chapters, where they exist, and their gains. */
export async function withTrackFiles(db: Kysely<Schema>, book: Book): Promise<Book> {
  const all = await findChapterAudio(db, book.id);
  const keys = all.map(({ audioKey }) => audioKey);
  const [cut, gains, missing] = [
    await clipOfPlayed(db, keys),
    await gainsOf(db, keys),
    await missingOf(db, all),
  ];
  const playedBy = new Map(all.map((playback) => [playback.chapterId, playback]));
  return {
    ...book,
    tracks_ready: missing.length === 0,
    chapters: (book.chapters ?? []).map((chapter): Chapter => {
      const playback = playedBy.get(chapter.id);
      if (!playback) return { ...chapter, gain_db: null, vtt_url: null };
      const clipKey = cut.get(playback.audioKey)?.get(rangeKeyOf(playback)) ?? null;
      return withTrack(chapter, { played: playback, clipKey, gain: gains.get(playback.audioKey) ?? null });
    }),
  };
}

interface BookRoutes {
  get(id: number): Promise<Book>;
  create(input: CreateOf<typeof books>, context: WriteContext): Promise<Book>;
  update(input: UpdateOf<typeof books>, context: WriteContext): Promise<Book>;
}

/** Reads one book, with clips of its chapters when requested. Requests the file of its sample after a write, and while it is missing. */
export function withClips(
  { get, create, update }: BookRoutes,
  db: Kysely<Schema>,
  /** Called when clips are missing. */
  onMissing: (book: Book) => Promise<void>,
) {
  async function withSample(book: Book): Promise<Book> {
    if (book.sample && book.sample_url === undefined) await onMissing(book);
    return book;
  }

  return {
    create: async (input: CreateOf<typeof books>, context: WriteContext) =>
      withSample(await create(input, context)),
    update: async (input: UpdateOf<typeof books>, context: WriteContext) =>
      withSample(await update(input, context)),
    async get(id: number, query?: ReadQuery): Promise<Book> {
      const book = await withSample(await get(id));
      if (query?.tracks !== 'files') return book;
      const bookWithClips = await withTrackFiles(db, book);
      if (bookWithClips.tracks_ready === false) await onMissing(book);
      return bookWithClips;
    },
  };
}
