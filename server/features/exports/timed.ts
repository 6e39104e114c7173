import type { Kysely } from 'kysely';
import type { TimeState } from '#contract/book-content/book-content';
import type { Schema } from '#server/core/db/schema';

/** A sentence, or a whole text when its sentences have no times. */
export interface Cue {
  /** Seconds from the start of the exported content. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Start in the text item, in UTF-16 units. */
  readonly from: number;
}

export interface TimedItem {
  readonly code: string;
  readonly text: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Empty when the text has no times. */
  readonly cues: readonly Cue[];
}

export interface TimedChapter {
  readonly code: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly items: readonly TimedItem[];
}

type StoredSentence = readonly [
  from: number,
  to: number,
  start: number | null,
  end: number | null,
  confidence?: number | null,
  state?: TimeState | null,
];

/** Returns the sentences of a text in their stored form. */
export const readSentences = (json: string | null): StoredSentence[] =>
  json === null ? [] : (JSON.parse(json) as StoredSentence[]);

const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

function cuesOf(
  row: { text: string; starts_at: number | null; ends_at: number | null; sentences: string | null },
  shift: number,
): Cue[] {
  const cue = (
    from: number,
    { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  ): Cue => ({
    from,
    text,
    start: toThousandths(Math.max(0, start + shift)),
    end: toThousandths(Math.max(0, end + shift)),
  });
  const cues = readSentences(row.sentences).flatMap(([from, to, start, end]) =>
    start === null || end === null ? [] : [cue(from, { text: row.text.slice(from, to), start, end })],
  );
  if (cues.length > 0) return cues;
  return row.starts_at === null || row.ends_at === null
    ? []
    : [cue(0, { text: row.text, start: row.starts_at, end: row.ends_at })];
}

/** Returns the cues of one chapter, in the time of its file plus `shift` seconds. */
export async function cuesOfChapter(db: Kysely<Schema>, chapterId: number, shift: number): Promise<Cue[]> {
  const rows = await db
    .selectFrom('text_items')
    .select(['text', 'starts_at', 'ends_at', 'sentences'])
    .where('chapter_id', '=', chapterId)
    .orderBy('position')
    .execute();
  return rows.flatMap((row) => cuesOf(row, shift));
}

/**
 * Returns the chapters of a book, or one of them, with the times of their texts on one timeline from 0. Chapters in the book's file keep
 * their times. Chapters with their own audio follow one another. A single chapter starts at 0.
 */
export async function readTimed(
  db: Kysely<Schema>,
  bookId: number,
  only: number | undefined,
): Promise<TimedChapter[]> {
  const rows = await db
    .selectFrom('chapters')
    .select(['id', 'code', 'name', 'duration', 'audio_key', 'starts_at', 'ends_at'])
    .where('book_id', '=', bookId)
    .orderBy('position')
    .execute();
  const texts = await db
    .selectFrom('text_items')
    .innerJoin('chapters', 'chapters.id', 'text_items.chapter_id')
    .select(['text_items.chapter_id', 'text_items.code', 'text_items.text', 'text_items.starts_at'])
    .select(['text_items.ends_at', 'text_items.sentences'])
    .where('chapters.book_id', '=', bookId)
    .orderBy('text_items.position')
    .execute();
  const byChapter = Map.groupBy(texts, ({ chapter_id }) => chapter_id);
  const isOneFile = rows.every(({ audio_key }) => audio_key === null);
  let position = 0;
  return rows.flatMap((row): TimedChapter[] => {
    const from = row.starts_at ?? 0;
    const length = row.ends_at === null ? row.duration : row.ends_at - from;
    const begin = only !== undefined ? 0 : isOneFile ? from : position;
    position += length;
    if (only !== undefined && only !== row.id) return [];
    const shift = begin - from;
    const items = (byChapter.get(row.id) ?? []).map((text): TimedItem => {
      const cues = cuesOf(text, shift);
      return {
        code: text.code,
        text: text.text,
        start: cues[0]?.start ?? null,
        end: cues.at(-1)?.end ?? null,
        cues,
      };
    });
    return [
      {
        code: row.code,
        title: row.name,
        start: toThousandths(begin),
        end: toThousandths(begin + length),
        items,
      },
    ];
  });
}
