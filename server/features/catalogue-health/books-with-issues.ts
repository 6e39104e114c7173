import type { BookCheck } from '#contract/catalogue-health/health-checks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IssuesFilter } from '#contract/catalogue-health/catalogue-health';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { foldBookSearch, foundIds } from '#server/features/books/book-search';
import { bookChecks } from './projection/book-checks.ts';
import { type CountFilter, countFilterOf, isIn } from './projection/count-filter.ts';

/** A page that reads more books than this is read outside the event loop. */
const MAX_WALK = 1_000;

type Db = Kysely<Schema>;
type Filter = Omit<IssuesFilter, 'rule'> & { readonly rule: BookCheck };
interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Dismissed issues, as long as the books have the version that was dismissed. */
const dismissedRows = (rule: BookCheck, countFilter: CountFilter) => sql`
  from dismissals cross join books cross join book_projections
  where dismissals.rule = ${rule} and books.id = dismissals.record_id and books.version = dismissals.version
    and book_projections.book_id = dismissals.record_id and ${hasIssue(rule)} ${isIn('book_projections', countFilter)}`;

const hasIssue = (rule: BookCheck) => sql`(book_projections.flags & ${bookChecks[rule].bit}) <> 0`;

const isOpen = (rule: BookCheck, id: RawBuilder<unknown>) =>
  sql`${id} not in (select dismissals.record_id ${dismissedRows(rule, {})})`;

async function numberOf(db: Db, query: RawBuilder<{ count: number | null }>): Promise<number> {
  const { rows } = await query.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the issues of a check, dismissed or not. */
const countFound = (db: Db, rule: BookCheck, countFilter: CountFilter) =>
  numberOf(
    db,
    sql`select sum(found) as count from issue_counts where rule = ${rule} ${isIn('issue_counts', countFilter)}`,
  );

const countAccepted = (db: Db, rule: BookCheck, countFilter: CountFilter) =>
  numberOf(db, sql`select count(*) as count ${dismissedRows(rule, countFilter)}`);

const countBooks = (db: Db, countFilter: CountFilter) =>
  numberOf(
    db,
    sql`select sum(books) as count from catalogue_totals where 1 = 1 ${isIn('catalogue_totals', countFilter)}`,
  );

/** Returns the number of dismissed issues per check about books. */
export async function dismissedBooks(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('dismissals')
    .innerJoin('health_issues', (join) =>
      join
        .onRef('health_issues.rule', '=', 'dismissals.rule')
        .onRef('health_issues.book_id', '=', 'dismissals.record_id'),
    )
    .innerJoin('books', (join) =>
      join.onRef('books.id', '=', 'dismissals.record_id').onRef('books.version', '=', 'dismissals.version'),
    )
    .select((eb) => ['dismissals.rule', eb.fn.countAll<number>().as('dismissed')])
    .groupBy('dismissals.rule')
    .execute();
  return new Map(rows.map(({ rule, dismissed }) => [rule, dismissed]));
}

/** Walks the issues of the check from the newest on, and skips books that do not match the filter. */
const scanIssues = (rule: BookCheck, countFilter: CountFilter) => {
  const isWhole = Object.keys(countFilter).length === 0;
  return sql`select health_issues.book_id as id from health_issues
    ${isWhole ? sql`` : sql`cross join book_projections`}
    where health_issues.rule = ${rule} and ${isOpen(rule, sql`health_issues.book_id`)}
    ${isWhole ? sql`` : sql`and book_projections.book_id = health_issues.book_id ${isIn('book_projections', countFilter)}`}
    order by health_issues.book_id desc`;
};

/** Walks the books of the filter in the order of their list, and skips those without an issue. */
const scanBooks = (rule: BookCheck, countFilter: CountFilter) => sql`
  select books.id as id from books cross join book_projections
  where book_projections.book_id = books.id ${isIn('books', countFilter)}
    and ${hasIssue(rule)} and ${isOpen(rule, sql`books.id`)}
  order by books.id desc`;

const cut = (page: Page | undefined) => (page ? sql`limit ${page.limit} offset ${page.offset}` : sql``);

/** Returns a page of a list whose total is only known after all rows are read. */
async function countMatching(
  { dialect, kysely }: Database,
  condition: RawBuilder<unknown>,
  page: Page | undefined,
) {
  const { ids, total } = await dialect.readIds(
    sql`with found(id) as materialized (${condition})
      select 0 as revision, (select count(*) from found) as total, (
        select string_agg(cast(id as text), ',') from (select id from found order by id desc ${cut(page)}) as page
      ) as ids, null as keys`.compile(kysely),
    { isSlow: true },
  );
  return { ids: [...ids], total };
}

/** Returns a page of a list with a known total. */
async function readPage(
  { dialect, kysely }: Database,
  {
    list,
    page,
    walk,
  }: { readonly list: RawBuilder<unknown>; readonly page: Page | undefined; readonly walk: number },
): Promise<number[]> {
  const ids = sql<{ id: number }>`${list} ${cut(page)}`;
  if (walk <= MAX_WALK) return (await ids.execute(kysely)).rows.map(({ id }) => id);
  const idList = await dialect.readIds(
    sql`select 0 as revision, null as total, (
      select string_agg(cast(id as text), ',') from (${ids}) as page) as ids, null as keys`.compile(kysely),
  );
  return [...idList.ids];
}

/**
 * Returns the ids of the books with an issue, the newest first, with their exact number. Only a search counts its matches. All other
 * numbers are stored, and a page is read in the way that skips fewer books.
 */
export async function foundBooks(
  database: Database,
  filter: Filter,
  page: Page | undefined,
): Promise<{ ids: number[]; total: number }> {
  const { kysely, dialect } = database;
  const { rule } = filter;
  const countFilter = await countFilterOf(kysely, filter);
  if (!countFilter) return { ids: [], total: 0 };
  const foldedSearch = foldBookSearch(filter.search);
  if (filter.dismissed === true) {
    const isSearched =
      foldedSearch === ''
        ? sql``
        : sql`and books.id in (${foundIds({ search: foldedSearch, everything: false }, dialect)})`;
    return countMatching(
      database,
      sql`select books.id as id ${dismissedRows(rule, countFilter)} ${isSearched}`,
      page,
    );
  }
  if (foldedSearch !== '')
    return countMatching(
      database,
      sql`select book_projections.book_id as id from (${foundIds({ search: foldedSearch, everything: false }, dialect)}) as hits cross join book_projections
        where book_projections.book_id = hits.id and ${hasIssue(rule)} ${isIn('book_projections', countFilter)}
          and ${isOpen(rule, sql`book_projections.book_id`)}`,
      page,
    );
  const total =
    (await countFound(kysely, rule, countFilter)) - (await countAccepted(kysely, rule, countFilter));
  const offset = page?.offset ?? 0;
  if (offset >= total) return { ids: [], total };
  const firstCount = Math.min(total, offset + (page?.limit ?? total));
  const isWhole = Object.keys(countFilter).length === 0;
  // Number of books skipped per match, if matches are distributed evenly.
  const density = {
    issues: (await countFound(kysely, rule, {})) / total,
    books: isWhole ? Number.POSITIVE_INFINITY : (await countBooks(kysely, countFilter)) / total,
  };
  const [list, passed] =
    density.books < density.issues
      ? [scanBooks(rule, countFilter), density.books]
      : [scanIssues(rule, countFilter), density.issues];
  return { ids: await readPage(database, { list, page, walk: firstCount * passed }), total };
}
