import type { BookCheck, HealthCheck, IssueSubject } from '#contract/catalogue-health/health-checks';
import { countOf } from '#contract/core/format-count';
import { toClock } from '#contract/core/format-duration';
import type { Kysely } from 'kysely';
import { recommendedCover } from '#contract/catalogue-health/catalogue-health';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf } from '#server/core/resource/book-code';
import { type ChapterSums, chapterSumsOf } from './projection/book-state.ts';

/** The fields of a record that an issue shows. */
export interface ShownRecord {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly thumbnail_key: string | null;
  readonly version: number;
}

const bookRows = prepareForIds((db, ids) =>
  db.selectFrom('books').select(['id', 'name', 'thumbnail_key', 'version']).where('id', 'in', ids),
);
const authorRows = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(['id', 'name', 'thumbnail_key']).where('id', 'in', ids),
);
const categoryRows = prepareForIds((db, ids) =>
  db
    .selectFrom('categories')
    .select(['id', 'code', 'name', 'thumbnail_key', 'version'])
    .where('id', 'in', ids),
);
const subCategoryRows = prepareForIds((db, ids) =>
  db.selectFrom('sub_categories').select(['id', 'code', 'name', 'version']).where('id', 'in', ids),
);
const collectionRows = prepareForIds((db, ids) =>
  db
    .selectFrom('collections')
    .select(['id', 'title as name', 'thumbnail_key', 'version'])
    .where('id', 'in', ids),
);
const challengeRows = prepareForIds((db, ids) =>
  db
    .selectFrom('challenges')
    .select(['id', 'title as name', 'thumbnail_key', 'version'])
    .where('id', 'in', ids),
);
const seriesRows = prepareForIds((db, ids) =>
  db.selectFrom('series').select(['id', 'title as name', 'thumbnail_key', 'version']).where('id', 'in', ids),
);
const storyBookRows = prepareForIds((db, ids) =>
  db.selectFrom('story_books').select(['id', 'title as name', 'version']).where('id', 'in', ids),
);
const configRows = prepareForIds((db, ids) =>
  db.selectFrom('mobile_configs').select(['id', 'title as name', 'version']).where('id', 'in', ids),
);

type Read = (
  db: Kysely<Schema>,
  ids: readonly number[],
) => Promise<(Partial<ShownRecord> & { id: number; name: string })[]>;

const readers: Readonly<Record<IssueSubject, Read>> = {
  books: async (db, ids) => (await bookRows(db, ids)).map((row) => ({ ...row, code: bookCodeOf(row.id) })),
  authors: authorRows,
  categories: categoryRows,
  'sub-categories': subCategoryRows,
  collections: collectionRows,
  challenges: challengeRows,
  series: seriesRows,
  'story-books': storyBookRows,
  'mobile-configs': configRows,
};

/** Returns the records with these ids; deleted ones are skipped. */
export async function shownRecords(
  db: Kysely<Schema>,
  kind: IssueSubject,
  ids: readonly number[],
): Promise<ShownRecord[]> {
  const rows = await readers[kind](db, ids);
  // Default values for authors, whose query selects none of these columns.
  return rows.map((row) => ({ code: '', thumbnail_key: null, version: 1, ...row }));
}

const projectionRows = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .leftJoin('files', 'files.key', 'books.image_key')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select([
      'books.id',
      'books.chapter_count',
      'books.duration',
      'books.chapter_seconds',
      'files.width',
      'files.height',
      'authors.name as author_name',
    ])
    .where('books.id', 'in', ids),
);
type ProjectionRow = Awaited<ReturnType<typeof projectionRows>>[number];

const chaptersOf = (count: number): string => countOf(count, 'chapter');

const details: Partial<Record<HealthCheck, (row: ProjectionRow, sums: ChapterSums) => string>> = {
  book_cover_small: ({ width, height }) =>
    `${width ?? 0} × ${height ?? 0} pixels (recommended ${recommendedCover.width} × ${recommendedCover.height})`,
  book_chapter_count_differs: ({ chapter_count }, { chapters }) =>
    `${chapter_count} entered, ${chapters} actual`,
  book_duration_differs: ({ duration, chapter_seconds }) =>
    `${toClock(duration)} entered, ${toClock(chapter_seconds)} in chapters`,
  book_chapter_without_text: (_row, { without_text, chapters }) =>
    `${without_text} of ${chaptersOf(chapters)}`,
  book_text_without_audio: (_row, { silent_texts, chapters }) => `${silent_texts} of ${chaptersOf(chapters)}`,
  book_duplicated: ({ author_name }) => author_name,
};

const noSums: ChapterSums = { chapters: 0, without_text: 0, silent_texts: 0, with_audio: 0 };

/** Returns a short text about the issue of each book. */
export async function bookDetails(
  db: Kysely<Schema>,
  rule: BookCheck,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const detailOf = details[rule];
  if (!detailOf) return new Map();
  const sums = await chapterSumsOf(db, ids);
  const rows = await projectionRows(db, ids);
  return new Map(rows.map((row) => [row.id, detailOf(row, sums.get(row.id) ?? noSums)]));
}
