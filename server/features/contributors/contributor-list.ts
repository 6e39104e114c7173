import type { Kysely } from 'kysely';
import { type AuthorEntry, type AuthorsQuery, MAX_SIMILAR } from '#contract/contributors/authors';
import {
  type ContributorDetails,
  type ContributorEntry,
  type ContributorsQuery,
  contributorRoleNames,
} from '#contract/contributors/contributors';
import { parseBiographies, parseLinks } from '#contract/contributors/contributor-details';
import type { Page } from '#contract/core/envelope';
import type { Database } from '#server/core/db/open';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';
import { mediaUrl } from '#server/core/media/media-url';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { type CountedBooks, pageOfContributors } from './contributor-search.ts';

const columns = [
  'id',
  'name',
  'version',
  'likeness',
  'sort_name',
  'other_names',
  'image_key',
  'thumbnail_key',
] as const;

const authorsByIds = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(columns).select('book_count').where('id', 'in', ids),
);

const peopleByIds = prepareForIds((db, ids) =>
  db.selectFrom('authors').select(columns).select('total_books as book_count').where('id', 'in', ids),
);

type StoredContributor = Awaited<ReturnType<typeof peopleByIds>>[number];

const toEntry = ({ id, name, book_count, version }: StoredContributor) => ({ id, name, book_count, version });

/** Returns people with the other people that have similar names. */
async function withSimilar<Entry>(
  db: Kysely<Schema>,
  rows: readonly StoredContributor[],
  { countColumn, present }: { readonly countColumn: CountedBooks; present(row: StoredContributor): Entry },
): Promise<(Entry & Pick<AuthorEntry, 'similar'>)[]> {
  if (rows.length === 0) return [];
  const similar = await db
    .selectFrom('authors')
    .select(['id', 'name', `${countColumn} as book_count`, 'likeness'])
    .where('likeness', 'in', [...new Set(rows.map(({ likeness }) => likeness))])
    .where(countColumn, '>', 0)
    .orderBy(countColumn, 'desc')
    .orderBy('id')
    .execute();
  const byLikeness = Map.groupBy(similar, ({ likeness }) => likeness);
  return rows.map((row) => ({
    ...present(row),
    similar: (byLikeness.get(row.likeness) ?? [])
      .filter(({ id }) => id !== row.id)
      .slice(0, MAX_SIMILAR)
      .map(({ id, name, book_count }) => ({ id, name, book_count })),
  }));
}

const authorsOf = async (db: Kysely<Schema>, ids: readonly number[]): Promise<AuthorEntry[]> =>
  withSimilar(db, inOrderOf(ids, await authorsByIds(db, ids)), {
    countColumn: 'book_count',
    present: toEntry,
  });

const rolesByIds = prepareForIds((db, ids) =>
  db.selectFrom('contributor_counts').selectAll().where('contributor_id', 'in', ids),
);

const namesIn = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'));

async function contributorsOf(db: Kysely<Schema>, ids: readonly number[]): Promise<ContributorEntry[]> {
  const rolesOf = Map.groupBy(await rolesByIds(db, ids), ({ contributor_id }) => contributor_id);
  return withSimilar(db, inOrderOf(ids, await peopleByIds(db, ids)), {
    countColumn: 'total_books',
    present: (row) => ({
      ...toEntry(row),
      sort_name: row.sort_name,
      other_names: namesIn(row.other_names),
      image: mediaUrl(row.image_key),
      thumbnail_url: mediaUrl(row.thumbnail_key),
      roles: contributorRoleNames.flatMap((role) => {
        const count = rolesOf.get(row.id)?.find((entry) => entry.role === role);
        return count ? [{ role, book_count: count.book_count }] : [];
      }),
    }),
  });
}

/** @throws AppError 404 */
export async function readAuthor(db: Kysely<Schema>, id: number): Promise<AuthorEntry> {
  const [author] = await authorsOf(db, [id]);
  if (!author) throw notFound('contributor');
  return author;
}

/** Returns a person with details. @throws AppError 404 */
export async function readContributor(db: Kysely<Schema>, id: number): Promise<ContributorDetails> {
  const details = await db
    .selectFrom('authors')
    .select(['isni', 'biography', 'links', 'localized_biographies'])
    .where('id', '=', id)
    .executeTakeFirst();
  const [entry] = await contributorsOf(db, [id]);
  if (!details || !entry) throw notFound('contributor');
  const { isni, biography, links, localized_biographies } = details;
  return {
    ...entry,
    isni,
    biography,
    links: parseLinks(links),
    localized_biographies: parseBiographies(localized_biographies),
  };
}

/** Returns the first authors of books, with the numbers of their books. */
export async function listAuthors(database: Database, query: AuthorsQuery): Promise<Page<AuthorEntry>> {
  const { items, total } = await pageOfContributors(database, query, {
    countColumn: 'book_count',
    role: undefined,
  });
  return { items: await authorsOf(database.kysely, items), total };
}

/** Returns the people with any role, or with one role, with the numbers of books in each role. */
export async function listContributors(
  database: Database,
  { role, ...query }: ContributorsQuery,
): Promise<Page<ContributorEntry>> {
  const { items, total } = await pageOfContributors(database, query, { countColumn: 'total_books', role });
  return { items: await contributorsOf(database.kysely, items), total };
}
