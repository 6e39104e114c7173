import type { Kysely } from 'kysely';
import type { SkipReason } from '#contract/bulk/bulk';
import { formatStored, parseStored } from '#contract/custom-fields/custom-values';
import type { LanguageEntry } from '#contract/settings/language-list';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { firstEditionsAmong } from '#server/features/books/book-editions';
import { readingTimeOf } from '#server/features/books/reading-time';
import {
  type BulkBook,
  bulkColumns,
  type BulkColumns,
  type BulkTarget,
  changedColumnsOf,
  readsRecord,
  recordColumns,
} from './bulk-target.ts';
import { editTexts } from './bulk-values.ts';

export const bulkBooksByIds = prepareForIds((db, ids) =>
  db.selectFrom('books').select(bulkColumns).where('id', 'in', ids),
);

const booksWithRecord = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .select([...bulkColumns, ...recordColumns])
    .where('id', 'in', ids),
);

/** Returns the books of a change, with the publication record if the change needs it. */
export const booksToChange = (
  db: Kysely<Schema>,
  ids: readonly number[],
  withRecord: boolean,
): Promise<BulkBook[]> => (withRecord ? booksWithRecord(db, ids) : bulkBooksByIds(db, ids));

/** A book before and after a change. */
export interface ChangedBook {
  readonly before: BulkBook;
  readonly after: BulkColumns;
}
/** The effect of a change on a book, or the reason why it stays unchanged. */
type Outcome = ChangedBook | Exclude<SkipReason, 'missing'>;

/** Returns the columns whose values do not depend on other columns of the book. A new category clears a sub-category of another one. */
function independentValues(
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

/** Returns the first edition after a change; undefined for a book of another work. The first edition itself stays unchanged. */
function editionAfter(
  { id, edition_of = 0 }: BulkBook,
  firstId: number,
  firstEditions: ReadonlySet<number>,
): number | undefined {
  if (firstId === 0) return 0;
  if (id === firstId) return edition_of;
  const isInOtherWork = firstEditions.has(id) || (edition_of !== 0 && edition_of !== firstId);
  return isInOtherWork ? undefined : firstId;
}

const hasValidAges = ({ age_from = 0, age_to = 0 }: Pick<BulkBook, 'age_from' | 'age_to'>): boolean =>
  age_to === 0 || age_to >= age_from;

const differs = (book: BulkBook, after: BulkColumns): boolean =>
  changedColumnsOf(book, after).some((column) => column !== 'reading_time');

async function outcomeOf(
  before: BulkBook,
  target: BulkTarget,
  {
    languages,
    firstEditions,
  }: { readonly languages: readonly LanguageEntry[]; readonly firstEditions: ReadonlySet<number> },
): Promise<Outcome> {
  const texts = target.texts && editTexts(before, target.texts);
  if (target.texts && !texts) return 'too_long';
  const edition_of =
    target.edition_of === undefined ? undefined : editionAfter(before, target.edition_of, firstEditions);
  if (target.edition_of !== undefined && edition_of === undefined) return 'other_work';
  const after: BulkColumns = {
    ...independentValues(before, target, languages),
    ...texts,
    ...(target.custom && {
      custom_values: formatStored({ ...parseStored(before.custom_values ?? ''), ...target.custom }),
    }),
    ...(edition_of !== undefined && { edition_of }),
  };
  if (differs(before, after) && !hasValidAges({ ...before, ...after })) return 'invalid';
  // Publishers are created last, so that none is created for a book that is skipped.
  const { publisher_id = null, imprint_id = null } = before;
  const publisher = target.publisher && (await target.publisher.after({ publisher_id, imprint_id }));
  if (target.publisher && !publisher) return 'no_imprint';
  const whole = { ...after, ...publisher };
  return differs(before, whole) ? { before, after: whole } : 'unchanged';
}

/** Returns the effect of a change on existing books, in the order of their IDs. */
export async function outcomesOf(
  db: Kysely<Schema>,
  ids: readonly number[],
  { target, languages }: { readonly target: BulkTarget; readonly languages: readonly LanguageEntry[] },
): Promise<Outcome[]> {
  const books = inOrderOf(ids, await booksToChange(db, ids, readsRecord(target)));
  const firstEditions = target.edition_of ? await firstEditionsAmong(db, ids) : new Set<number>();
  const outcomes: Outcome[] = [];
  for (const book of books) outcomes.push(await outcomeOf(book, target, { languages, firstEditions }));
  return outcomes;
}
