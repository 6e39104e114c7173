import type { Kysely } from 'kysely';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { publisherColumns } from '#server/core/db/tables/publishers';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { MAX_NAMED, referencesOf } from '#server/core/resource/record-references';

const columns = shownNames(publisherColumns);

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('publishers').select(columns).where('id', 'in', ids),
);

const imprintsOf = prepareForIds((db, ids) =>
  db
    .selectFrom('imprints')
    .selectAll()
    .where('publisher_id', 'in', ids)
    .orderBy('publisher_id')
    .orderBy('position'),
);

/** Returns the publishers with these IDs in their order, each with its imprints in order. */
export async function publishersByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const imprints = Map.groupBy(await imprintsOf(db, ids), ({ publisher_id }) => publisher_id);
  return inOrderOf(ids, rows).map((row) => ({ row, imprints: imprints.get(row.id) ?? [] }));
}

export type StoredPublisher = Awaited<ReturnType<typeof publishersByIds>>[number];

/** Returns the number of books of a publisher or an imprint. */
export async function countBooksOf(
  db: Kysely<Schema>,
  column: 'publisher_id' | 'imprint_id',
  id: number,
): Promise<number> {
  const { total } = await db
    .selectFrom('books')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the books of a publisher, with some names. */
export async function referencesOfPublisher(
  db: Kysely<Schema>,
  id: number,
): Promise<RecordReferences['references']> {
  const total = await countBooksOf(db, 'publisher_id', id);
  const books = await db
    .selectFrom('books')
    .select(['id', 'name'])
    .where('publisher_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_NAMED)
    .execute();
  return referencesOf(
    'books',
    books.map((book) => ({ ...book, place: null, block: null })),
    total,
  );
}
