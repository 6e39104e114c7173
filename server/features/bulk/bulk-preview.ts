import { type Kysely, sql } from 'kysely';
import {
  type BulkChanges,
  type BulkPreview,
  type RelatedKind,
  type SkipReason,
  MAX_EXAMPLES,
  skipReasons,
} from '#contract/bulk/bulk';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { batchesInChunks } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf } from '#server/core/resource/book-code';
import { inOrderOf } from '#server/core/resource/in-order-of';
import type { PublisherOfBook } from '#server/features/publishers/named-publishers';
import { NEW_RECORD, plannedPublishers } from '#server/features/publishers/planned-publishers';
import { describeExamples } from './bulk-examples.ts';
import { bulkBooksByIds, type ChangedBook, outcomesOf } from './bulk-outcomes.ts';
import { planMerge } from './merge-preview.ts';
import { modeOf } from './bulk-selection.ts';
import { type BulkBook, type BulkSettings, NEW_AUTHOR, type NamedRecords, targetOf } from './bulk-target.ts';

interface PlannedChange {
  readonly ids: readonly number[];
  readonly changes: BulkChanges;
  readonly settings: BulkSettings;
}

/** Returns the effect of a change on the selected books. Writes nothing. @throws AppError 422 */
export async function previewBulk(
  database: Database,
  { ids, changes, settings }: PlannedChange,
): Promise<BulkPreview> {
  const mode = modeOf(changes);
  if (mode === 'fields') return planFields(database, { ids, changes, settings });
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

/** Counts related records of a change. */
class RelatedCounts {
  readonly #counts = new Map<RelatedKind, number>();
  add(kind: RelatedKind, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }
  list(): BulkPreview['related'] {
    return [...this.#counts].map(([kind, count]) => ({ kind, count }));
  }
}

/** Returns the records that a change names, without creating any. */
function plannedRecords(kysely: Kysely<Schema>, relatedCounts: RelatedCounts): NamedRecords {
  return {
    async authorOf(name) {
      const author = await kysely
        .selectFrom('authors')
        .select('id')
        .where('name_key', '=', contributorNameKey(name))
        .executeTakeFirst();
      if (!author) relatedCounts.add('new_author');
      return author?.id ?? NEW_AUTHOR;
    },
    publishers: plannedPublishers(kysely),
  };
}

/** Returns the numbers of publishers and imprints that a change would create. */
function newRecordsOf(books: Iterable<PublisherOfBook>) {
  let hasNewPublisher = false;
  const publishersWithImprint = new Set<number | null>();
  for (const { publisher_id, imprint_id } of books) {
    if (publisher_id === NEW_RECORD) hasNewPublisher = true;
    if (imprint_id === NEW_RECORD) publishersWithImprint.add(publisher_id);
  }
  return { publishers: Number(hasNewPublisher), imprints: publishersWithImprint.size };
}

async function planFields(
  database: Database,
  { ids, changes, settings }: PlannedChange,
): Promise<BulkPreview> {
  const { kysely } = database;
  const relatedCounts = new RelatedCounts();
  const records = plannedRecords(kysely, relatedCounts);
  const target = await targetOf(kysely, changes, { records, settings });
  const skippedCounts = new Map<SkipReason, number>();
  const skip = (reason: SkipReason, count = 1) =>
    skippedCounts.set(reason, (skippedCounts.get(reason) ?? 0) + count);
  let changedCount = 0;
  const removedCounts = new Map<number, number>();
  const publishers = new Map<string, PublisherOfBook>();
  const examples: ChangedBook[] = [];
  for await (const batch of batchesInChunks(ids)) {
    const outcomes = await outcomesOf(kysely, batch, { target, languages: settings.languages });
    skip('missing', batch.length - outcomes.length);
    for (const outcome of outcomes) {
      if (typeof outcome === 'string') {
        skip(outcome);
        continue;
      }
      const { before, after } = outcome;
      changedCount += 1;
      if (examples.length < MAX_EXAMPLES) examples.push(outcome);
      if (before.sub_category_id !== null && after.sub_category_id === null)
        relatedCounts.add('leave_sub_category');
      if (before.reading_time !== after.reading_time) relatedCounts.add('reading_time');
      if (before.author_id !== after.author_id)
        removedCounts.set(before.author_id, (removedCounts.get(before.author_id) ?? 0) + 1);
      const { publisher_id = null, imprint_id = null } = after;
      publishers.set(`${publisher_id} ${imprint_id}`, { publisher_id, imprint_id });
    }
  }
  const newRecords = newRecordsOf(publishers.values());
  relatedCounts.add('new_publisher', newRecords.publishers);
  relatedCounts.add('new_imprint', newRecords.imprints);
  relatedCounts.add('authors_without_books', await findAuthorsWithoutBooks(database, removedCounts));
  return {
    total: ids.length,
    changes: changedCount,
    skipped: toSkipped(Object.fromEntries(skippedCounts)),
    related: relatedCounts.list(),
    is_undoable: true,
    examples: await describeExamples(kysely, examples, { changes, customFields: settings.custom_fields }),
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
