import type { Kysely } from 'kysely';
import type { ContributorRole } from '#contract/contributors/contributors';
import { prepare, prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

/* Pages of the books of a person. Counters have their number, and indexes return the newest first, so no other books are read. */

const countInAnyRole = prepare((db, { id }: { id: number }) =>
  db.selectFrom('authors').select('total_books as total').where('id', '=', id),
);

const countInRole = prepare((db, { id, role }: { id: number; role: ContributorRole | undefined }) =>
  db
    .selectFrom('contributor_counts')
    .select('book_count as total')
    .where('contributor_id', '=', id)
    .where('role', '=', role ?? 'author'),
);

interface Slice {
  readonly id: number;
  readonly role: ContributorRole | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The sum of limit and offset. */
  readonly end: number;
}

/** The newest books with the person. The first author of a book is in its row, and the others are in a table. */
const newestIds = prepareEach(
  (
    db,
    values: Slice,
    { hasRole, includesAuthors }: { readonly hasRole: boolean; readonly includesAuthors: boolean },
  ) => {
    let others = db
      .selectFrom('book_contributors')
      .select('book_id as id')
      .distinct()
      .where('contributor_id', '=', values.id);
    if (hasRole) others = others.where('role', '=', values.role ?? 'author');
    const newestOthers = others.orderBy('book_id', 'desc').limit(values.end);
    let entries = db.selectFrom(newestOthers.as('others')).select('id');
    if (includesAuthors)
      entries = entries.union(
        db
          .selectFrom(
            db
              .selectFrom('books')
              .select('id')
              .where('author_id', '=', values.id)
              .orderBy('id', 'desc')
              .limit(values.end)
              .as('own'),
          )
          .select('id'),
      );
    return db
      .selectFrom(entries.as('entries'))
      .select('id')
      .orderBy('id', 'desc')
      .limit(values.limit)
      .offset(values.offset);
  },
);

/** Returns a page of the books with a person, and the number of all; undefined role means any role. */
export async function pageOfContributor(
  db: Kysely<Schema>,
  { id, role, limit, offset }: Omit<Slice, 'end'>,
): Promise<{ ids: number[]; total: number }> {
  const [count] = role === undefined ? await countInAnyRole(db, { id }) : await countInRole(db, { id, role });
  const shape = { hasRole: role !== undefined, includesAuthors: role === undefined || role === 'author' };
  const rows = await newestIds(db, shape, { id, role, limit, offset, end: offset + limit });
  return { ids: rows.map((row) => row.id), total: count?.total ?? 0 };
}
