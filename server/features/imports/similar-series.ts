import { type Kysely, sql } from 'kysely';
import { MAX_SIMILAR } from '#contract/contributors/authors';
import { foldText } from '#contract/core/slug';
import type { ImportSeries } from '#contract/imports/import-proposal';
import { searchKeyOf } from '#server/core/db/folding';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { idsOfRecords } from '#server/core/resource/record-search';

const MAX_CANDIDATES = 500;
/** Enough words to select few candidates. */
const SEARCHED_WORDS = 3;

/** Articles of several languages, without accents and in lower case. */
const articles = 'the a an der die das le la les l el los las il lo gli i o os as de het'.split(' ');
const typeWords = (
  'series serie serien reihe saga sagas trilogy trilogie trilogia cycle cycles zyklus ciclo duology quartet ' +
  'chronicles chroniken novels romane books bucher volumes collection'
).split(' ');
const ignoredWords: ReadonlySet<string> = new Set([...articles, ...typeWords]);
/**
 * Returns a key that is equal for similar titles. Such titles differ only in case, accents, punctuation, articles, and words such as
 * "saga": “The Coast Saga” and “Coast: A Trilogy” have the same key.
 */
export function titleLikeness(title: string): string {
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? [foldText(title)];
  const significantWords = words.filter((word) => !ignoredWords.has(word));
  return (significantWords.length > 0 ? significantWords : words).join(' ');
}

/** A database that finds records by text. */
export type DbOfSeries = Pick<Database, 'dialect'> & { readonly db: Kysely<Schema> };

/**
 * Returns the ID of the series with a title, without regard to case and accents. A series that has the book is preferred, then an equal
 * title.
 */
export async function seriesNamed(
  { db, dialect }: DbOfSeries,
  title: string,
  bookId = 0,
): Promise<number | undefined> {
  const key = searchKeyOf(title);
  const rows = await db
    .selectFrom('series')
    .leftJoin('series_books', (join) => join.onRef('series_id', '=', 'series.id').on('book_id', '=', bookId))
    .select(['series.id', 'title', 'book_id'])
    .where(sql<boolean>`series.id in (${idsOfRecords(dialect, 'series', key)})`)
    .where('search_key', '=', key)
    .orderBy('series.id')
    .execute();
  const preferredSeries = rows.find((row) => row.book_id !== null) ?? rows.find((row) => row.title === title);
  return (preferredSeries ?? rows[0])?.id;
}

/** Returns the series with a similar title, those with most books first. */
export async function similarSeries(
  { db, dialect }: DbOfSeries,
  title: string,
): Promise<ImportSeries['similar']> {
  const key = searchKeyOf(title);
  const likeness = titleLikeness(title);
  const words = likeness.split(' ').toSorted((a, b) => b.length - a.length);
  let candidates = db.selectFrom('series').select(['id', 'title', 'search_key']);
  for (const word of words.slice(0, SEARCHED_WORDS))
    candidates = candidates.where(sql<boolean>`id in (${idsOfRecords(dialect, 'series', word)})`);
  const rows = await candidates
    .orderBy(sql`length(search_key)`)
    .orderBy('id')
    .limit(MAX_CANDIDATES)
    .execute();
  const ids = rows
    .filter((row) => row.search_key !== key && titleLikeness(row.title) === likeness)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return db
    .selectFrom('series')
    .leftJoin('series_books', 'series_books.series_id', 'series.id')
    .select((eb) => [
      'series.id',
      'series.title',
      eb.fn.count<number>('series_books.book_id').as('book_count'),
    ])
    .where('series.id', 'in', ids)
    .groupBy(['series.id', 'series.title'])
    .orderBy('book_count', 'desc')
    .orderBy('series.id')
    .limit(MAX_SIMILAR)
    .execute();
}
