import { countOf } from '#contract/core/format-count';
import type { Kysely } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import { type ImportComparison, type MergeFieldName, mergeFieldNames } from '#contract/imports/imports';
import {
  mapProposalFields,
  type ProposalFieldName,
  proposalFieldNames,
  proposalFields,
  toProposalText,
} from '#contract/imports/proposal-fields';
import type { Book } from '#contract/books/books';
import type { Schema } from '#server/core/db/schema';
import type { ImportCoverRow } from '#server/core/db/tables/imports';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from '#server/core/resource/book-code';
import { otherBookWithIsbn } from '#server/features/books/book-details';
import { type StoredProposal, parseProposal } from './proposal/stored-proposal.ts';
import { areChaptersEdited, isCoverOfOne } from './edited-by-hand.ts';
import { recordValues } from './merge-record.ts';
import { subjectsOf } from './proposal-record.ts';

/** The fields that each comparison has. */
type CommonField = ProposalFieldName | 'category' | 'cover' | 'chapters';

const commonFields: readonly CommonField[] = [...proposalFieldNames, 'category', 'cover', 'chapters'];
const isCommon = (field: MergeFieldName): field is CommonField =>
  commonFields.some((common) => common === field);

const path = (...segments: readonly (string | null | undefined)[]): string =>
  segments.filter(Boolean).join(' / ');

const shape = (chapters: number, texts: number): string =>
  `${countOf(chapters, 'chapter')}, ${countOf(texts, 'text item')}`;

/** Returns the values of the fields of a proposal as text. */
function proposedValues(
  proposal: StoredProposal,
  covers: readonly ImportCoverRow[],
): Record<CommonField, string> {
  const { fields, chapters, cover } = proposal;
  const texts = chapters.reduce(
    (sum, chapter) => sum + chapter.texts.reduce((all, { from, to }) => all + to - from, 0),
    0,
  );
  return {
    ...mapProposalFields((name) => proposalFields[name].display(fields[name].value)),
    category: path(proposal.category_code, proposal.sub_category_code),
    cover: mediaUrl((cover === null ? undefined : covers[cover])?.thumbnail_key ?? null) ?? '',
    chapters: chapters.length === 0 ? '' : shape(chapters.length, texts),
  };
}

function inBook(book: Book): Record<CommonField, string> {
  const chapters = book.chapters ?? [];
  return {
    ...mapProposalFields((name) => {
      const { valueOf, display } = proposalFields[name];
      return display(toProposalText(valueOf(book)));
    }),
    category: path(book.category?.code, book.sub_category?.code),
    cover: book.thumbnail_url ?? '',
    chapters: shape(
      chapters.length,
      chapters.reduce((sum, { text_items }) => sum + text_items.length, 0),
    ),
  };
}

/** Values of older imports count as edited by a user. */
const MAX_IMPORTS = 20;

/** Returns the names of the category and the sub-category of a proposal, or the codes of deleted ones. */
async function proposedCategory(
  db: Kysely<Schema>,
  { category_code: code, sub_category_code: subCode }: StoredProposal,
): Promise<string> {
  if (code === null) return '';
  const category = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('code', '=', code)
    .executeTakeFirst();
  const sub = await db
    .selectFrom('sub_categories')
    .select('name')
    .where('category_id', '=', category?.id ?? 0)
    .where('code', '=', subCode ?? '')
    .executeTakeFirst();
  return path(category?.name ?? code, sub?.name ?? subCode);
}

/** Returns the proposals that the book was created from, the latest first. A book created by hand has none. */
async function importsOf(db: Kysely<Schema>, bookId: number) {
  const rows = await db
    .selectFrom('imports')
    .select(['proposal', 'created_at', 'updated_at'])
    .where('book_id', '=', bookId)
    .where('state', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(MAX_IMPORTS)
    .execute();
  return rows.flatMap(({ proposal, created_at, updated_at }) =>
    proposal === null ? [] : [{ proposal: parseProposal(proposal), from: created_at, until: updated_at }],
  );
}

/** Returns a function that is true for fields edited by a user. All fields of a book created by hand are edited. */
async function editsOf(
  db: Kysely<Schema>,
  book: Book,
  today: Record<CommonField, string>,
): Promise<(field: MergeFieldName) => boolean> {
  const imports = await importsOf(db, book.id);
  if (imports.length === 0) return () => true;
  const importedFields = new Set<MergeFieldName>();
  for (const { proposal } of imports) {
    const commonValues = proposedValues(proposal, []);
    for (const field of commonFields) if (commonValues[field] === today[field]) importedFields.add(field);
    const values = recordValues(book, proposal, await subjectsOf(db, proposal.publication_record));
    for (const [field, { isSame }] of values) if (isSame) importedFields.add(field);
  }
  const chapters = !importedFields.has('chapters') || (await areChaptersEdited(db, book.id));
  const cover = !(await isCoverOfOne(db, book.id, imports));
  return (field) =>
    field === 'chapters' ? chapters : field === 'cover' ? cover : !importedFields.has(field);
}

/** Returns the reasons why fields cannot be updated. */
async function problemsOf(
  db: Kysely<Schema>,
  { book, proposal, canEditSeries }: Omit<Compared, 'covers'>,
): Promise<Partial<Record<MergeFieldName, string>>> {
  const other = await otherBookWithIsbn(db, { isbn: proposal.fields.isbn.value, id: book.id });
  return {
    ...(other && { isbn: knownErrors.isbnTaken(other.name, bookCodeOf(other.id)).message }),
    ...(!canEditSeries && { series: knownErrors.seriesNotEditable.message }),
  };
}

interface Compared {
  readonly book: Book;
  readonly proposal: StoredProposal;
  readonly covers: readonly ImportCoverRow[];
  /** True if the user may edit series. */
  readonly canEditSeries: boolean;
}

/**
 * Compares a book with a proposal, field by field. Fields that a user edited are locked: only users select them. Fields that the book lacks
 * are proposed.
 */
export async function compareWith(
  db: Kysely<Schema>,
  { book, proposal, covers, canEditSeries }: Compared,
): Promise<ImportComparison> {
  const values = proposedValues(proposal, covers);
  const today = inBook(book);
  const isEdited = await editsOf(db, book, today);
  const problems = await problemsOf(db, { book, proposal, canEditSeries });
  const record = recordValues(book, proposal, await subjectsOf(db, proposal.publication_record));
  // Categories are compared by code, because their names can change, and displayed by name.
  const names = {
    today: path(book.category?.name, book.sub_category?.name),
    found: await proposedCategory(db, proposal),
  };
  const rowOf = (field: MergeFieldName) => {
    if (!isCommon(field)) return record.get(field);
    // Images are not compared. Equal numbers of chapters and texts do not mean equal chapters.
    const isSame = field !== 'cover' && field !== 'chapters' && today[field] === values[field];
    return field === 'category'
      ? { ...names, isSame }
      : { today: today[field], found: values[field], isSame };
  };
  return {
    book: { id: book.id, code: book.code, name: book.name },
    book_version: book.version ?? 1,
    rows: mergeFieldNames.flatMap((field) => {
      const row = rowOf(field);
      if (!row) return [];
      const problem = row.isSame ? undefined : problems[field];
      const isLacking = row.today === '' || (field === 'chapters' && (book.chapters ?? []).length === 0);
      const isLocked = !isLacking && isEdited(field);
      const isOffered = isLacking || (field === 'chapters' && !isLocked);
      return {
        field,
        today: row.today,
        found: row.found,
        is_same: row.isSame,
        is_locked: isLocked,
        is_proposed: isOffered && !row.isSame && row.found !== '' && problem === undefined,
        ...(problem !== undefined && { problem }),
      };
    }),
  };
}
