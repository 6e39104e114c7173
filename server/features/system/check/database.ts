import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { recordTables } from '#server/core/db/tables/tables';

interface Rule {
  /** Message for each selected row. */
  readonly message: string;
  /** Selects rows that violate the rule; `what` identifies a row in the message. */
  readonly query: RawBuilder<{ what: string | number | null }>;
  /** Returns values of `what` that do not violate the rule. */
  readonly exceptions?: (db: Kysely<Schema>) => Promise<ReadonlySet<unknown>>;
}

/** Returns the keys of the files of unpublished changes in releases. */
async function heldKeys(db: Kysely<Schema>): Promise<ReadonlySet<unknown>> {
  const rows = await db.selectFrom('release_changes').select('files').distinct().execute();
  return new Set(rows.flatMap(({ files }) => (JSON.parse(files) as { readonly keys: string[] }).keys));
}

/** Selects the keys in the file columns of all records. */
const recordKeys = Object.entries({ books: bookColumns, ...recordTables }).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, { type }]) =>
    type === 'file' ? [sql`select ${sql.ref(column)} as key from ${sql.table(table)}`] : [],
  ),
);

const namedKeys = sql`
  ${sql.join(recordKeys, sql` union `)}
  union select avatar_key from users union select thumbnail_key from users
  union select image_key from authors union select thumbnail_key from authors
  union select audio_key from chapters union select audio_key from book_content_blocks
  union select key from import_files union select image_key from import_covers union select thumbnail_key from import_covers
  union select peaks_key from audio_analyses union select features_key from audio_analyses
  union select key from audio_clips
  union select key from uploads union select key from upload_parts`;

const countedBooks = sql`
  select language, coalesce(category_id, 0) as category_id, coalesce(sub_category_id, 0) as sub_category_id, is_backup,
    count(*) as books, sum(reading_time) as reading_seconds
  from books group by 1, 2, 3, 4`;
const storedCounts = sql`
  select language, category_id, sub_category_id, is_backup, books, reading_seconds from book_counts`;

const countedRoles = sql`select contributor_id, role, count(*) as book_count from (
    select id as book_id, author_id as contributor_id, 'author' as role from books
    union select book_id, contributor_id, role from book_contributors
  ) as roles group by contributor_id, role`;
const storedRoles = sql`select contributor_id, role, book_count from contributor_counts`;

/** Invariants of every catalogue: derived values agree with their sources. */
const rules: readonly Rule[] = [
  ...Object.keys(recordTables).map((table) => ({
    message: `Stored total differs from the actual number of ${table.replace('_', ' ')}:`,
    query: sql<{ what: string }>`
      select name as what from record_lists
      where name = ${sql.lit(table)} and total <> (select count(*) from ${sql.table(table)})`,
  })),
  {
    message: 'Book counters are wrong for language',
    query: sql`select language as what from (${countedBooks} except ${storedCounts}) as uncounted`,
  },
  {
    message: 'Book counters include missing books for language',
    query: sql`select language as what from (${storedCounts} except ${countedBooks}) as unfounded where books <> 0`,
  },
  {
    message: 'Book count is wrong for author',
    query: sql`
      select id as what from (
        select id, book_count from authors
        except
        select authors.id, count(books.id) from authors left join books on books.author_id = authors.id group by authors.id
      ) as miscounted`,
  },
  {
    message: 'Book count of all roles is wrong for author',
    query: sql`
      select id as what from (
        select id, total_books from authors
        except
        select authors.id, count(distinct roles.book_id) from authors left join (
          select author_id as person_id, id as book_id from books
          union all select contributor_id, book_id from book_contributors
        ) as roles on roles.person_id = authors.id group by authors.id
      ) as miscounted`,
  },
  {
    message: 'Stored rights differ from the rights of book',
    query: sql`
      select id as what from books where (rights <> '') <> exists (
        select 1 from book_rights where book_rights.book_id = books.id)`,
  },
  {
    message: 'Stored values differ from the custom fields of book',
    query: sql`
      select id as what from books where (custom_values <> '') <> exists (
        select 1 from book_custom_values where book_custom_values.book_id = books.id)`,
  },
  {
    message: 'Book count of a role is wrong for contributor',
    query: sql`
      select contributor_id as what from (${countedRoles} except ${storedRoles}) as uncounted
      union select contributor_id as what from (${storedRoles} except ${countedRoles}) as unfounded`,
  },
  {
    message: 'Missing from search index: author',
    query: sql`select id as what from (select id from authors except select author_id from author_words) as unfound`,
  },
  {
    message: 'Missing from search index: book',
    query: sql`select id as what from (select id from books except select book_id from book_search) as unfound`,
  },
  {
    message: 'Missing from full-text index: book',
    query: sql`select id as what from (select id from books except select book_id from book_texts) as unfound`,
  },
  {
    message: 'Referenced file has no record, key',
    query: sql`
      select key as what from (select key from (${namedKeys}) as named where key is not null except select key from files) as unknown`,
  },
  {
    message: 'Orphaned file record, key',
    query: sql`select key as what from (select key from files except select key from (${namedKeys}) as named) as unnamed`,
    exceptions: heldKeys,
  },
];

const MAX_NAMED = 5;

/** Returns the problems in the database, one sentence each; empty when there are none. */
export async function checkDatabase(database: Database): Promise<string[]> {
  const damage = await database.dialect.findDamage();
  // Other checks of a damaged database are not reliable.
  if (damage.length > 0) return damage.map((what) => `The database is damaged: ${what}`);
  const problems: string[] = [];
  for (const { message, query, exceptions } of rules) {
    let { rows } = await query.execute(database.kysely);
    if (rows.length > 0 && exceptions) {
      const exceptionSet = await exceptions(database.kysely);
      rows = rows.filter(({ what }) => !exceptionSet.has(what));
    }
    if (rows.length === 0) continue;
    const namedRows = rows.slice(0, MAX_NAMED).map(({ what }) => String(what));
    const more = rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : '';
    problems.push(`${message} ${namedRows.join(', ')}${more}.`);
  }
  return problems;
}
