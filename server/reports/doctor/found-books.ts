import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BookRule, FindingsFilter } from '#contract/doctor';
import { foldText } from '#contract/slug';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { foundIds } from '#server/resources/books/book-search';
import { categoryByCode } from '#server/resources/category-codes';

/** Pages further in than this are read away from the event loop. */
const MAX_WALK = 1_000;

/** Whether a finding was dismissed, and the book is the one that was looked at then. */
const isDismissed = sql`exists (
  select 1 from dismissals join books on books.id = dismissals.record_id and books.version = dismissals.version
  where dismissals.rule = findings.rule and dismissals.record_id = findings.book_id)`;

type Filter = Omit<FindingsFilter, 'rule'> & { readonly rule: BookRule };

/** The condition of a filter; undefined when nothing can pass it. */
async function conditionOf(
  { kysely, dialect }: Database,
  { rule, dismissed, language, category_code, is_backup, search }: Filter,
): Promise<{ condition: RawBuilder<unknown>; isNarrow: boolean } | undefined> {
  const parts: RawBuilder<unknown>[] = [
    sql`findings.rule = ${rule}`,
    dismissed === true ? isDismissed : sql`not ${isDismissed}`,
  ];
  const before = parts.length;
  if (language !== undefined) parts.push(sql`book_facts.language = ${language}`);
  if (is_backup !== undefined) parts.push(sql`book_facts.is_backup = ${Number(is_backup)}`);
  if (category_code !== undefined) {
    const [category] = await categoryByCode(kysely, { code: category_code });
    if (!category) return undefined;
    parts.push(sql`book_facts.category_id = ${category.id}`);
  }
  const folded = foldText(search);
  if (folded !== '')
    parts.push(sql`findings.book_id in (${foundIds({ search: folded, everything: false }, dialect)})`);
  return {
    condition: sql.join(parts, sql` and `),
    isNarrow: parts.length > before || dismissed === true,
  };
}

const source = sql`findings join book_facts on book_facts.book_id = findings.book_id`;

/** How many dismissed findings there are of each rule about books. */
export async function dismissedBooks(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('dismissals')
    .innerJoin('findings', (join) =>
      join
        .onRef('findings.rule', '=', 'dismissals.rule')
        .onRef('findings.book_id', '=', 'dismissals.record_id'),
    )
    .innerJoin('books', (join) =>
      join.onRef('books.id', '=', 'dismissals.record_id').onRef('books.version', '=', 'dismissals.version'),
    )
    .select((eb) => ['dismissals.rule', eb.fn.countAll<number>().as('dismissed')])
    .groupBy('dismissals.rule')
    .execute();
  return new Map(rows.map(({ rule, dismissed }) => [rule, dismissed]));
}

async function countOpen(db: Kysely<Schema>, rule: BookRule): Promise<number> {
  const row = await db
    .selectFrom('finding_counts')
    .select('found')
    .where('rule', '=', rule)
    .executeTakeFirst();
  if (!row || row.found === 0) return 0;
  return row.found - ((await dismissedBooks(db)).get(rule) ?? 0);
}

/** The ids of the books that a rule finds, the newest first, with their exact number. */
export async function foundBooks(
  database: Database,
  filter: Filter,
  page: { readonly limit: number; readonly offset: number } | undefined,
): Promise<{ ids: number[]; total: number }> {
  const read = await conditionOf(database, filter);
  if (!read) return { ids: [], total: 0 };
  const { condition, isNarrow } = read;
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``;
  const order = sql`order by findings.book_id desc ${part}`;
  if (isNarrow || !page) {
    const list = await database.dialect.readIds(
      sql`with found(id) as materialized (select findings.book_id from ${isNarrow ? source : sql`findings`} where ${condition})
        select 0 as revision, (select count(*) from found) as total, (
          select string_agg(cast(id as text), ',') from (select id from found order by id desc ${part}) as page
        ) as ids, null as keys`.compile(database.kysely),
    );
    return { ids: [...list.ids], total: list.total };
  }
  // The number of all is kept.
  const total = await countOpen(database.kysely, filter.rule);
  if (page.offset >= total) return { ids: [], total };
  const ids = sql`select findings.book_id as id from findings where ${condition} ${order}`;
  if (page.offset <= MAX_WALK) {
    const { rows } = await sql<{ id: number }>`${ids}`.execute(database.kysely);
    return { ids: rows.map(({ id }) => id), total };
  }
  const list = await database.dialect.readIds(
    sql`select 0 as revision, null as total, (
      select string_agg(cast(id as text), ',') from (${ids}) as page) as ids, null as keys`.compile(
      database.kysely,
    ),
  );
  return { ids: [...list.ids], total };
}
