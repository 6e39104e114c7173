import type { Kysely, Transaction } from 'kysely';
import { type BulkDetailName, bulkDetails } from '#contract/books/book-details';
import type { BulkChanges } from '#contract/bulk/bulk';
import type { LanguageEntry } from '#contract/settings/language-list';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { authorNamed } from '#server/features/books/book-authors';
import { readingTimeOf } from '#server/features/books/reading-time';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';

/** Columns that every bulk edit of fields computes, the derived one included. */
const fieldColumns = [
  'author_id',
  'language',
  'category_id',
  'sub_category_id',
  'is_backup',
  'reading_time',
] as const;

/** Columns of a book that a bulk edit reads. */
export const bulkColumns = [
  'id',
  'name',
  ...fieldColumns,
  'word_count',
  'chapter_seconds',
  'duration',
  'version',
] as const;

type BulkDetails = Partial<Pick<Schema['books'], BulkDetailName>>;

/** A book. The publication record can contain long texts, so only edits of it read it. */
export type BulkBook = Pick<Schema['books'], (typeof bulkColumns)[number]> & BulkDetails;

/** The columns after an edit, with the fields of the publication record that it sets. */
export type BulkColumns = Pick<BulkBook, (typeof fieldColumns)[number]> & BulkDetails;

/** The requested values with names and codes resolved. Undefined keeps the value of the book. */
export interface BulkTarget {
  readonly language: number | undefined;
  readonly is_backup: number | undefined;
  readonly author_id: number | undefined;
  /** Null removes the category. */
  readonly category_id: number | null | undefined;
  readonly sub_category_id: number | null | undefined;
  /** The sent fields of the publication record. */
  readonly details: BulkDetails;
}

/** Id of an author that does not exist yet, in a preview. */
export const NEW_AUTHOR = 0;

type AuthorOf = (name: string) => Promise<number>;

/** @throws AppError 422 for unknown codes and a sub-category of another category */
async function readTarget(
  db: Kysely<Schema>,
  { category_code, sub_category_code, language, is_backup, author, ...otherChanges }: BulkChanges,
  authorOf: AuthorOf,
): Promise<BulkTarget> {
  let category_id: number | null | undefined = category_code === '' ? null : undefined;
  let sub_category_id: number | null | undefined = sub_category_code === '' ? null : undefined;
  if (category_code) {
    const [category] = await categoryByCode(db, { code: category_code });
    if (!category) throw fieldError('changes.category_code', knownErrors.noCategory(category_code));
    category_id = category.id;
  }
  if (sub_category_code) {
    const [subCategory] = await subCategoryByCode(db, { code: sub_category_code });
    if (!subCategory)
      throw fieldError('changes.sub_category_code', knownErrors.noSubCategory(sub_category_code));
    if (category_id !== undefined && category_id !== subCategory.category_id)
      throw fieldError('changes.sub_category_code', knownErrors.otherCategory);
    category_id = subCategory.category_id;
    sub_category_id = subCategory.id;
  }
  return {
    language,
    is_backup: is_backup === undefined ? undefined : Number(is_backup),
    author_id: author && (await authorOf(author.name)),
    category_id,
    sub_category_id,
    details: Object.fromEntries(
      bulkDetails
        .map((name) => [name, otherChanges[name]] as const)
        .filter(([, value]) => value !== undefined),
    ),
  };
}

export const targetOf = (trx: Transaction<Schema>, changes: BulkChanges): Promise<BulkTarget> =>
  readTarget(trx, changes, (name) => authorNamed(trx, name));

/** Returns the target of a preview, without creating an author. */
export const plannedTarget = (
  db: Kysely<Schema>,
  changes: BulkChanges,
  authorOf: AuthorOf,
): Promise<BulkTarget> => readTarget(db, changes, authorOf);

/** Returns a book after the change. A new category clears a sub-category of another one. */
export function applyTarget(
  book: BulkBook,
  target: BulkTarget,
  languages: readonly LanguageEntry[],
): BulkColumns {
  const category_id = target.category_id === undefined ? book.category_id : target.category_id;
  const remainingSubId = category_id === book.category_id ? book.sub_category_id : null;
  const language = target.language ?? book.language;
  return {
    ...target.details,
    author_id: target.author_id ?? book.author_id,
    language,
    category_id,
    sub_category_id: target.sub_category_id === undefined ? remainingSubId : target.sub_category_id,
    is_backup: target.is_backup ?? book.is_backup,
    reading_time: readingTimeOf({ ...book, language }, languages),
  };
}

/** Returns true if the values of a book after a change do not contradict each other. */
export function isConsistent(book: BulkBook, after: BulkColumns): boolean {
  const { age_from = 0, age_to = 0 } = { ...book, ...after };
  return age_to === 0 || age_to >= age_from;
}

/** Returns the columns that a change sets to another value. */
export const changedColumnsOf = (book: BulkBook, after: BulkColumns) =>
  (Object.keys(after) as (keyof BulkColumns)[]).filter((column) => book[column] !== after[column]);

export const differs = (book: BulkBook, after: BulkColumns): boolean =>
  changedColumnsOf(book, after).some((column) => column !== 'reading_time');
