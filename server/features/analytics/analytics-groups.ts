import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type AnalyticsDimension,
  type AnalyticsGroups,
  type AnalyticsGroupsQuery,
  MAX_GROUPS,
} from '#contract/analytics/analytics';
import type { ContributorRole } from '#contract/contributors/contributors';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import {
  type CountFilter,
  countFilterOf,
  isIn,
} from '#server/features/catalogue-health/projection/count-filter';
import type { Projection } from '#server/features/catalogue-health/projection/projection';

/** The books of groups: a from clause with `book_projections`, and the column with the ID of the group. `cross join` sets the order of reading on SQLite. */
interface Memberships {
  readonly from: RawBuilder<unknown>;
  readonly group: RawBuilder<unknown>;
  readonly condition?: RawBuilder<unknown>;
}

interface Dimension {
  /** Several ones never contain the same book of a group. */
  readonly memberships: readonly Memberships[];
  /** Selects the number of books of each group without a filter: `id`, `books`. */
  readonly counts: RawBuilder<unknown>;
  readonly names: (db: Kysely<Schema>, ids: readonly number[]) => Promise<{ id: number; name: string }[]>;
}

const contributorsWith = (role: ContributorRole): Memberships => ({
  from: sql`book_contributors cross join book_projections`,
  group: sql`book_contributors.contributor_id`,
  condition: sql`book_contributors.role = ${role} and book_projections.book_id = book_contributors.book_id`,
});

const countsOfRole = (role: ContributorRole) =>
  sql`select contributor_id as id, book_count as books from contributor_counts where role = ${role}`;

const namesOfContributors: Dimension['names'] = (db, ids) =>
  db.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();

const dimensions: Readonly<Record<AnalyticsDimension, Dimension>> = {
  author: {
    memberships: [
      { from: sql`book_projections`, group: sql`book_projections.author_id` },
      contributorsWith('author'),
    ],
    counts: countsOfRole('author'),
    names: namesOfContributors,
  },
  narrator: {
    memberships: [contributorsWith('narrator')],
    counts: countsOfRole('narrator'),
    names: namesOfContributors,
  },
  series: {
    memberships: [
      {
        from: sql`series_books cross join book_projections`,
        group: sql`series_books.series_id`,
        condition: sql`book_projections.book_id = series_books.book_id`,
      },
    ],
    counts: sql`select series_id as id, count(*) as books from series_books group by series_id`,
    names: (db, ids) =>
      db.selectFrom('series').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  },
  imprint: {
    memberships: [
      {
        from: sql`books cross join book_projections`,
        group: sql`books.imprint_id`,
        condition: sql`books.imprint_id is not null and book_projections.book_id = books.id`,
      },
    ],
    counts: sql`select imprint_id as id, count(*) as books from books where imprint_id is not null group by imprint_id`,
    names: (db, ids) => db.selectFrom('imprints').select(['id', 'name']).where('id', 'in', ids).execute(),
  },
};

const conditionOf = ({ condition }: Memberships, filter: CountFilter) =>
  sql`${condition ?? sql`1 = 1`} ${isIn('book_projections', filter)}`;

/** Selects the groups with the most books without a filter. Only the books of these groups are read for their durations. */
function mostBooks({ memberships }: Dimension): RawBuilder<unknown> {
  const seconds = sql.join(
    memberships.map(
      (membership) => sql`coalesce((select sum(book_projections.seconds) from ${membership.from}
        where ${membership.group} = most.id and ${conditionOf(membership, {})}), 0)`,
    ),
    sql` + `,
  );
  return sql`select id, books, ${seconds} as seconds from (
    select id, books from counted order by books desc, id limit ${MAX_GROUPS}) as most`;
}

/** Selects the number of books and the duration of each group with books that match the filter. */
const countMatching = ({ memberships }: Dimension, filter: CountFilter): RawBuilder<unknown> =>
  sql`select id, count(*) as books, sum(seconds) as seconds from (${sql.join(
    memberships.map(
      (
        membership,
      ) => sql`select ${membership.group} as id, book_projections.seconds as seconds from ${membership.from}
        where ${conditionOf(membership, filter)}`,
    ),
    sql` union all `,
  )}) as members group by id`;

/** Durations are read as two numbers, because an id list contains only numbers of 32 bits. */
const BASE = 1_000_000;

/** Returns a query for an `IdListRow` whose ids are four numbers per group: id, books, and the duration divided by `BASE` with remainder. */
function rowOf(dimension: Dimension, filter: CountFilter) {
  const isWhole = Object.keys(filter).length === 0;
  const counts = isWhole ? dimension.counts : countMatching(dimension, filter);
  const most = isWhole ? mostBooks(dimension) : sql`select id, books, seconds from counted`;
  return sql`with counted as materialized (${counts})
    select 0 as revision, (select count(*) from counted) as total, (
      select string_agg(id || ',' || books || ',' || (seconds / ${sql.lit(BASE)}) || ',' || (seconds % ${sql.lit(BASE)}), ',') from (
        select * from (${most}) as figures order by books desc, id limit ${MAX_GROUPS}
      ) as sorted
    ) as ids, null as keys`;
}

/** Selects revisions of which one increases with each write that can change groups. */
const revisions = prepare((db) =>
  db
    .selectFrom('record_lists')
    .select(['revision', (eb) => eb.selectFrom('catalogue').select('revision').as('books')])
    .where('name', 'in', ['series', 'publishers'])
    .orderBy('name'),
);

/** The maximum number of combinations of dimension and filters whose figures are kept until the next write. */
const MAX_CACHED = 50;

/**
 * Reports the number of books and hours by author, narrator, series and imprint. Without a filter, counters rank the groups; with one, all
 * books of the dimension are read. Both happen outside the event loop, once per write.
 */
export function createAnalyticsGroups(database: Database, projection: Projection) {
  const { kysely, dialect } = database;
  const cache = new Map<string, Promise<Omit<AnalyticsGroups, 'by' | 'remaining'>>>();

  async function read(dimension: Dimension, filter: CountFilter) {
    const { total, ids: numbers } = await dialect.readIds(rowOf(dimension, filter).compile(kysely), {
      isSlow: true,
    });
    const figures = Array.from({ length: numbers.length / 4 }, (_, index) => {
      const [id = 0, books = 0, high = 0, low = 0] = numbers.subarray(index * 4, index * 4 + 4);
      return { id, books, seconds: high * BASE + low };
    });
    const names =
      figures.length === 0
        ? []
        : await dimension.names(
            kysely,
            figures.map(({ id }) => id),
          );
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return { total, items: figures.map((group) => ({ ...group, name: nameOf.get(group.id) ?? '' })) };
  }

  return async function report({ by, ...query }: AnalyticsGroupsQuery): Promise<AnalyticsGroups> {
    const remainingBooks = await projection.refresh();
    const filter = await countFilterOf(kysely, query);
    if (!filter) return { by, remaining: remainingBooks, total: 0, items: [] };
    const key = JSON.stringify([by, filter, remainingBooks, await revisions(kysely, {})]);
    let figures = cache.get(key);
    if (!figures) {
      figures = read(dimensions[by], filter);
      cache.set(key, figures);
      figures.catch(() => cache.delete(key));
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    }
    return { by, remaining: remainingBooks, ...(await figures) };
  };
}

export type AnalyticsGroupsReader = ReturnType<typeof createAnalyticsGroups>;
