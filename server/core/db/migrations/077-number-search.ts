import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/* Searches for book codes and long numbers read entries of the index of word prefixes, which few books have. */

const BATCH = 500;
const DIGITS = 10;

function toEntries(searchKey: string): string[] {
  const entries = new Set<string>();
  for (const [, digits] of searchKey.matchAll(/bk-(\d{6})/g)) entries.add(`c${digits}`);
  for (const [number] of searchKey.matchAll(/\d{10,}/g))
    for (let start = 0; start + DIGITS <= number.length; start += 1)
      entries.add(`n${number.slice(start, start + DIGITS)}`);
  return [...entries];
}

async function addEntries(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ book_id: number; search_key: string }>`
      select book_id, search_key from book_search where book_id > ${after} order by book_id limit ${sql.lit(BATCH)}`.execute(
      db,
    );
    const changes = rows.map(
      ({ book_id, search_key }) => sql`(${book_id}, '', ${` ${toEntries(search_key).join(' ')}`})`,
    );
    // Every row exists. The conflict makes databases read each row by its key.
    if (changes.length > 0)
      await sql`insert into book_search (book_id, search_key, beginnings) values ${sql.join(changes)}
        on conflict (book_id) do update set beginnings = book_search.beginnings || excluded.beginnings`.execute(
        db,
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.book_id ?? 0;
  }
}

export const numberSearch: Migration = {
  name: '077-number-search',
  async up(db, engine) {
    await addEntries(db);
    if (engine !== 'sqlite') return;
    await sql`insert into book_beginnings(book_beginnings) values ('delete-all')`.execute(db);
    await sql`insert into book_beginnings(rowid, beginnings) select book_id, beginnings from book_search`.execute(
      db,
    );
  },
};
