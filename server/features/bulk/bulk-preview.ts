import { sql } from 'kysely';
import { bulkDetails, detailInWords, isDetail } from '#contract/books/book-details';
import {
  type BulkChanges,
  type BulkPreview,
  type RelatedKind,
  type SkipReason,
  MAX_EXAMPLES,
  skipReasons,
} from '#contract/bulk/bulk';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { LanguageEntry } from '#contract/settings/language-list';
import { languageLabel } from '#contract/core/languages';
import { batchesInChunks } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import { bookCodeOf } from '#server/core/resource/book-code';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { booksToChange, bulkBooksByIds } from './bulk-batch.ts';
import { planMerge } from './merge-preview.ts';
import { modeOf } from './bulk-selection.ts';
import {
  type BulkBook,
  NEW_AUTHOR,
  type BulkColumns,
  applyTarget,
  changedColumnsOf,
  differs,
  isConsistent,
  plannedTarget,
} from './bulk-target.ts';

interface PlannedChange {
  readonly ids: readonly number[];
  readonly changes: BulkChanges;
  readonly languages: readonly LanguageEntry[];
}

/** Returns the effect of a change on the selected books. Writes nothing. @throws AppError 422 */
export async function previewBulk(
  database: Database,
  { ids, changes, languages }: PlannedChange,
): Promise<BulkPreview> {
  const mode = modeOf(changes);
  if (mode === 'fields') return planFields(database, { ids, changes, languages });
  if (changes.contributor) return planMerge(database, ids, changes.contributor);
  const { kysely } = database;
  const existing: BulkBook[] = [];
  for await (const batch of batchesInChunks(ids))
    existing.push(...inOrderOf(batch, await bulkBooksByIds(kysely, batch)));
  const listedIds =
    mode === 'delete' || mode === 'contributor' ? new Set<number>() : await inList(database, mode, changes);
  const affectedBooks = existing.filter(({ id }) => !listedIds.has(id));
  return {
    total: ids.length,
    changes: affectedBooks.length,
    skipped: toSkipped({
      unchanged: existing.length - affectedBooks.length,
      missing: ids.length - existing.length,
    }),
    related: mode === 'delete' ? await relatedOfDeletion(database, ids) : [],
    is_undoable: false,
    examples: affectedBooks
      .slice(0, MAX_EXAMPLES)
      .map(({ id, name }) => ({ id, name, code: bookCodeOf(id), changes: [] })),
  };
}

const toSkipped = (counts: Readonly<Partial<Record<SkipReason, number>>>): BulkPreview['skipped'] =>
  skipReasons.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });

/** Returns the books that a list already contains. */
async function inList(
  { kysely }: Database,
  mode: 'collection' | 'challenge',
  { collection_id = 0, challenge_id = 0 }: BulkChanges,
): Promise<Set<number>> {
  const rows =
    mode === 'collection'
      ? await kysely
          .selectFrom('collection_books')
          .select('book_id')
          .where('collection_id', '=', collection_id)
          .execute()
      : await kysely
          .selectFrom('challenge_items')
          .select('book_id')
          .where('challenge_id', '=', challenge_id)
          .execute();
  return new Set(rows.map(({ book_id }) => book_id));
}

async function planFields(
  database: Database,
  { ids, changes, languages }: PlannedChange,
): Promise<BulkPreview> {
  const { kysely } = database;
  const relatedCounts = new Map<RelatedKind, number>();
  const addRelated = (kind: RelatedKind, count = 1) =>
    relatedCounts.set(kind, (relatedCounts.get(kind) ?? 0) + count);
  const target = await plannedTarget(kysely, changes, async (name) => {
    const author = await kysely
      .selectFrom('authors')
      .select('id')
      .where('name_key', '=', contributorNameKey(name))
      .executeTakeFirst();
    if (!author) addRelated('new_author');
    return author?.id ?? NEW_AUTHOR;
  });
  let matchCount = 0;
  let changedCount = 0;
  let invalidCount = 0;
  const removedCounts = new Map<number, number>();
  const examples: { before: BulkBook; after: BulkColumns }[] = [];
  for await (const batch of batchesInChunks(ids)) {
    const rows = inOrderOf(batch, await booksToChange(kysely, batch, Object.keys(target.details)));
    matchCount += rows.length;
    for (const before of rows) {
      const after = applyTarget(before, target, languages);
      if (!differs(before, after)) continue;
      if (!isConsistent(before, after)) {
        invalidCount += 1;
        continue;
      }
      changedCount += 1;
      if (examples.length < MAX_EXAMPLES) examples.push({ before, after });
      if (before.sub_category_id !== null && after.sub_category_id === null) addRelated('leave_sub_category');
      if (before.reading_time !== after.reading_time) addRelated('reading_time');
      if (before.author_id !== after.author_id)
        removedCounts.set(before.author_id, (removedCounts.get(before.author_id) ?? 0) + 1);
    }
  }
  const emptiedAuthors = await findAuthorsWithoutBooks(database, removedCounts);
  if (emptiedAuthors > 0) addRelated('authors_without_books', emptiedAuthors);
  return {
    total: ids.length,
    changes: changedCount,
    skipped: toSkipped({
      unchanged: matchCount - changedCount - invalidCount,
      missing: ids.length - matchCount,
      invalid: invalidCount,
    }),
    related: [...relatedCounts].map(([kind, count]) => ({ kind, count })),
    is_undoable: true,
    examples: await describe(database, examples, changes),
  };
}

/** Returns the number of authors who lose all their books. */
async function findAuthorsWithoutBooks(
  { kysely }: Database,
  removedCounts: ReadonlyMap<number, number>,
): Promise<number> {
  let emptiedAuthors = 0;
  for await (const batch of batchesInChunks([...removedCounts.keys()])) {
    const rows = await kysely
      .selectFrom('authors')
      .select(['id', 'total_books'])
      .where('id', 'in', batch)
      .execute();
    emptiedAuthors += rows.filter(({ id, total_books }) => removedCounts.get(id) === total_books).length;
  }
  return emptiedAuthors;
}

/** Returns the entries related to deleted books. */
async function relatedOfDeletion(
  { kysely }: Database,
  ids: readonly number[],
): Promise<BulkPreview['related']> {
  const positions = [
    ['collections', 'collection_books', 'collection_id'],
    ['challenges', 'challenge_items', 'challenge_id'],
    ['story_items', 'story_items', 'story_book_id'],
  ] as const;
  const relatedRecords: BulkPreview['related'] = [];
  for (const [kind, table, owner] of positions) {
    const owners = new Set<number>();
    for await (const batch of batchesInChunks(ids)) {
      const { rows } = await sql<{ owner: number }>`
        select distinct ${sql.ref(owner)} as owner from ${sql.table(table)} where book_id in (${sql.join(batch)})`.execute(
        kysely,
      );
      for (const row of rows) owners.add(row.owner);
    }
    if (owners.size > 0) relatedRecords.push({ kind, count: owners.size });
  }
  return relatedRecords;
}

/** Returns the examples as text for users. */
async function describe(
  { kysely }: Database,
  examples: readonly { readonly before: BulkBook; readonly after: BulkColumns }[],
  changes: BulkChanges,
): Promise<BulkPreview['examples']> {
  const names = async (
    table: 'authors' | 'categories' | 'sub_categories',
    requestedIds: (number | null)[],
  ) => {
    const ids = [...new Set(requestedIds)].filter((id) => id !== null);
    if (ids.length === 0) return new Map<number, string>();
    const rows = await kysely.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const all = examples.flatMap(({ before, after }) => [before, after]);
  const authors = await names(
    'authors',
    all.map(({ author_id }) => author_id),
  );
  const categories = await names(
    'categories',
    all.map(({ category_id }) => category_id),
  );
  const subs = await names(
    'sub_categories',
    all.map(({ sub_category_id }) => sub_category_id),
  );
  const nameIn = (namesById: ReadonlyMap<number, string>, id: number | null) =>
    id === null ? '-' : (namesById.get(id) ?? '');
  const textOf = (column: keyof BulkColumns, book: BulkColumns): string => {
    const value = book[column];
    if (isDetail(column)) return detailInWords(column, book[column] ?? '') || '-';
    if (column === 'author_id')
      return value === NEW_AUTHOR ? (changes.author?.name ?? '') : (authors.get(book.author_id) ?? '');
    if (column === 'category_id') return nameIn(categories, book.category_id);
    if (column === 'sub_category_id') return nameIn(subs, book.sub_category_id);
    if (column === 'language') return languageLabel(book.language);
    return value === 1 ? 'Backup Service' : 'Main Service';
  };
  const fields: readonly (readonly [keyof BulkColumns, string])[] = [
    ['author_id', 'author'],
    ['category_id', 'category'],
    ['sub_category_id', 'sub_category'],
    ['language', 'language'],
    ['is_backup', 'is_backup'],
    ...bulkDetails.map((name) => [name, name] as const),
  ];
  return examples.map(({ before, after }) => ({
    id: before.id,
    code: bookCodeOf(before.id),
    name: before.name,
    changes: fields
      .filter(([column]) => changedColumnsOf(before, after).includes(column))
      .map(([column, field]) => ({
        field,
        before: textOf(column, before),
        after: textOf(column, after),
      })),
  }));
}
