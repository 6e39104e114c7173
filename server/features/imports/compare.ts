import { countOf } from '#contract/core/format-count';
import type { Kysely } from 'kysely';
import type { ImportComparison, MergeFieldName } from '#contract/imports/imports';
import { mapProposalFields, proposalFields, toProposalText } from '#contract/imports/proposal-fields';
import type { Book } from '#contract/books/books';
import type { Schema } from '#server/core/db/schema';
import type { ImportCoverRow } from '#server/core/db/tables/imports';
import { mediaUrl } from '#server/core/media/media-url';
import { type StoredProposal, parseProposal } from './proposal/stored-proposal.ts';
import { areChaptersEdited, isCoverOfOne } from './edited-by-hand.ts';

const path = (...segments: readonly (string | null | undefined)[]): string =>
  segments.filter(Boolean).join(' / ');

const shape = (chapters: number, texts: number): string =>
  `${countOf(chapters, 'chapter')}, ${countOf(texts, 'text item')}`;

/** Returns the values of the fields of a proposal as text. */
function proposedValues(
  proposal: StoredProposal,
  covers: readonly ImportCoverRow[],
): Record<MergeFieldName, string> {
  const { fields, chapters, cover } = proposal;
  const texts = chapters.reduce(
    (sum, chapter) => sum + chapter.texts.reduce((all, { from, to }) => all + to - from, 0),
    0,
  );
  return {
    ...mapProposalFields((name) => proposalFields[name].display(fields[name].value)),
    category: path(proposal.category_code, proposal.sub_category_code),
    cover: mediaUrl((cover === null ? undefined : covers[cover])?.thumbnail_key ?? null) ?? '',
    chapters: shape(chapters.length, texts),
  };
}

function inBook(book: Book): Record<MergeFieldName, string> {
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
    proposal === null
      ? []
      : [
          {
            given: proposedValues(parseProposal(proposal), []),
            from: created_at,
            until: updated_at,
          },
        ],
  );
}

/** Returns a function that is true for fields edited by a user. All fields of a book created by hand are edited. */
async function editsOf(
  db: Kysely<Schema>,
  book: Book,
  today: Record<MergeFieldName, string>,
): Promise<(field: MergeFieldName) => boolean> {
  const imports = await importsOf(db, book.id);
  if (imports.length === 0) return () => true;
  const isInImports = (field: MergeFieldName) => imports.some(({ given }) => given[field] === today[field]);
  const chapters = !isInImports('chapters') || (await areChaptersEdited(db, book.id));
  const cover = !(await isCoverOfOne(db, book.id, imports));
  return (field) => (field === 'chapters' ? chapters : field === 'cover' ? cover : !isInImports(field));
}

/**
 * Compares a book with a proposal, field by field. Fields that a user edited are locked: only users select them. Fields that the book lacks
 * are proposed.
 */
export async function compareWith(
  db: Kysely<Schema>,
  {
    book,
    proposal,
    covers,
  }: { readonly book: Book; readonly proposal: StoredProposal; readonly covers: readonly ImportCoverRow[] },
): Promise<ImportComparison> {
  const values = proposedValues(proposal, covers);
  const today = inBook(book);
  const isEdited = await editsOf(db, book, today);
  // Categories are compared by code, because their names can change, and displayed by name.
  const names = {
    today: path(book.category?.name, book.sub_category?.name),
    found: await proposedCategory(db, proposal),
  };
  return {
    book: { id: book.id, code: book.code, name: book.name },
    book_version: book.version ?? 1,
    rows: (Object.keys(values) as MergeFieldName[]).map((field) => {
      // Images are not compared. Equal numbers of chapters and texts do not mean equal chapters.
      const isSame = field !== 'cover' && field !== 'chapters' && today[field] === values[field];
      const isLacking = today[field] === '' || (field === 'chapters' && (book.chapters ?? []).length === 0);
      const isLocked = !isLacking && isEdited(field);
      return {
        field,
        today: field === 'category' ? names.today : today[field],
        found: field === 'category' ? names.found : values[field],
        is_same: isSame,
        is_locked: isLocked,
        is_proposed: !isSame && !isLocked && values[field] !== '' && (isLacking || field !== 'cover'),
      };
    }),
  };
}
