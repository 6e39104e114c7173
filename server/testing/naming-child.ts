import { sql } from 'kysely';
import { openDatabase } from '#server/core/db/open';

/*
 * A process that repeatedly replaces the search keys of all books in one transaction until it is killed, and reports each completed one. Used
 * by kill-search.test.ts.
 */

const BOOKS = 200;
const [url = ''] = process.argv.slice(2);
const { kysely } = await openDatabase(url);
// The search keys have no books.
await sql`pragma foreign_keys = off`.execute(kysely);

for (let round = 1; ; round += 1) {
  await kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom('book_search').execute();
    const rows = Array.from({ length: BOOKS }, (_, index) => ({
      book_id: index + 1,
      search_key: `round${'abcdefghij'[round % 10]}word the ${String.fromCharCode(97 + (index % 26))}word`,
      beginnings: '',
    }));
    await trx.insertInto('book_search').values(rows).execute();
  });
  process.send?.(round);
}
