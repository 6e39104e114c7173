import type { Kysely } from 'kysely';
import { type BulkDetailName, bulkDetails } from '#contract/books/book-details';
import type { BulkChanges } from '#contract/bulk/bulk';
import type { StoredValues } from '#contract/custom-fields/custom-values';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { bulkCustomValues } from '#server/features/books/book-custom-values';
import { firstEditionNamed } from '#server/features/books/book-editions';
import type { BookSettings } from '#server/features/books/book-rows';
import type { PublisherSource } from '#server/features/publishers/named-publishers';
import { checkedSubjects, schemeNames } from '#server/core/resource/book-subjects';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';
import { createPublisherResolver, type PublisherResolver } from './bulk-publisher.ts';
import type { TextEdits } from './bulk-values.ts';

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

/** The columns of the publication record, which can contain long texts. Only edits of them read them. */
export const recordColumns = [
  ...bulkDetails,
  'subjects',
  'custom_values',
  'publisher_id',
  'imprint_id',
  'edition_of',
] as const;
export type RecordColumn = (typeof recordColumns)[number];
export const isRecordColumn = (column: string): column is RecordColumn =>
  (recordColumns as readonly string[]).includes(column);

type RecordValues = Partial<Pick<Schema['books'], RecordColumn>>;

export type BulkBook = Pick<Schema['books'], (typeof bulkColumns)[number]> & RecordValues;

/** The columns after an edit, with those of the publication record that it sets. */
export type BulkColumns = Pick<BulkBook, (typeof fieldColumns)[number]> & RecordValues;

/** Settings that bulk edits use. */
export type BulkSettings = Pick<BookSettings, 'languages' | 'custom_fields'>;

/** The requested values with names and codes resolved. Undefined keeps the value of the book. */
export interface BulkTarget {
  readonly language: number | undefined;
  readonly is_backup: number | undefined;
  readonly author_id: number | undefined;
  /** Null removes the category. */
  readonly category_id: number | null | undefined;
  readonly sub_category_id: number | null | undefined;
  /** The sent fields of the publication record. */
  readonly details: Partial<Pick<Schema['books'], BulkDetailName>>;
  readonly texts: TextEdits | undefined;
  readonly custom: StoredValues | undefined;
  /** The ID of the first edition. 0 removes the book from its work. */
  readonly edition_of: number | undefined;
  readonly publisher: PublisherResolver | undefined;
}

/** ID of an author that does not exist yet, in a preview. */
export const NEW_AUTHOR = 0;

/** Finds the records that a change names. Those of a write are created if they do not exist. */
export interface NamedRecords {
  readonly authorOf: (name: string) => Promise<number>;
  readonly publishers: PublisherSource;
}

/** Returns the IDs of category and sub-category. @throws AppError 422 */
async function placementOf(
  db: Kysely<Schema>,
  { category_code, sub_category_code }: BulkChanges,
): Promise<Pick<BulkTarget, 'category_id' | 'sub_category_id'>> {
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
  return { category_id, sub_category_id };
}

/** Returns the edits of subjects and keywords. @throws AppError 422 for an unknown subject */
async function textEditsOf(db: Kysely<Schema>, changes: BulkChanges): Promise<TextEdits | undefined> {
  const { add_subjects, remove_subjects, add_keywords, remove_keywords } = changes;
  const edits = { add_subjects, remove_subjects, add_keywords, remove_keywords };
  if (Object.values(edits).every((edit) => edit === undefined)) return undefined;
  return {
    ...edits,
    ...(add_subjects && { add_subjects: await checkedSubjects(db, add_subjects, 'changes.add_subjects') }),
    ...(remove_subjects && {
      remove_subjects: (await schemeNames(db, [remove_subjects])).original(remove_subjects),
    }),
  };
}

/** Resolves the values of a change. @throws AppError 422 for unknown codes, and values that no book can have */
export async function targetOf(
  db: Kysely<Schema>,
  changes: BulkChanges,
  { records, settings }: { readonly records: NamedRecords; readonly settings: BulkSettings },
): Promise<BulkTarget> {
  const { language, is_backup, author, custom, edition_of, publisher, imprint } = changes;
  const setsPublisher = publisher !== undefined || imprint !== undefined;
  return {
    language,
    is_backup: is_backup === undefined ? undefined : Number(is_backup),
    author_id: author && (await records.authorOf(author.name)),
    ...(await placementOf(db, changes)),
    details: Object.fromEntries(
      bulkDetails.map((name) => [name, changes[name]] as const).filter(([, value]) => value !== undefined),
    ),
    texts: await textEditsOf(db, changes),
    custom: custom && bulkCustomValues(settings.custom_fields, custom),
    edition_of: edition_of === undefined ? undefined : await firstEditionNamed(db, edition_of),
    publisher: setsPublisher
      ? createPublisherResolver(records.publishers, { publisher, imprint })
      : undefined,
  };
}

/** Returns true if a change needs the publication record of the books. */
export const readsRecord = ({ details, ...target }: BulkTarget): boolean =>
  Object.keys(details).length > 0 ||
  [target.texts, target.custom, target.edition_of, target.publisher].some((value) => value !== undefined);

/** Returns the columns that a change sets to another value. */
export const changedColumnsOf = (book: BulkBook, after: BulkColumns) =>
  (Object.keys(after) as (keyof BulkColumns)[]).filter((column) => book[column] !== after[column]);
