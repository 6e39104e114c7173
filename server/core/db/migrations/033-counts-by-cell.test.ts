import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/core/db/open';
import { withEarlierNames } from '#server/testing/earlier-names';
import { engines } from '#server/testing/databases';

test.each(engines)('counts of an earlier version are kept by cell on $name', async (engine) => {
  const { url, remove } = await engine.createMigratedUrl();
  const database = await openDatabase(url);
  const kysely = await withEarlierNames(database.kysely);

  // As the version before left it.
  await kysely.deleteFrom('migrations').where('name', '=', '033-counts-by-cell').execute();
  await sql`drop table author_names`.execute(kysely);
  await sql`drop table finding_counts`.execute(kysely);
  await sql`create table finding_counts (rule text not null primary key, found integer not null)`.execute(
    kysely,
  );
  await sql`drop index catalogue_periods_by_category`.execute(kysely);
  await sql`create index journal_by_time on journal (at, id)`.execute(kysely);
  const same = { version: 1, author_id: 1, rules: 1, flags: 5, measures: 0, words: 0, length_class: 0 };
  const some = { seconds: 10, with_cover: 0, with_audio: 1, with_text: 0, with_chapters: 0 };
  for (const [book_id, language, category_id] of [
    [1, 1, 0],
    [2, 1, 7],
    [3, 3, 7],
    [4, 3, 7],
  ] as const) {
    const cell = { language, category_id, is_backup: 1 };
    await kysely
      .insertInto('book_facts')
      .values({ ...same, ...cell, book_id, title_key: book_id, seconds: 10 })
      .execute();
    await kysely.insertInto('findings').values({ rule: 'book_without_cover', book_id }).execute();
  }
  for (const [starts_on, language, category_id, books] of [
    ['2026-01-01', 1, 0, 1],
    ['2026-01-01', 1, 7, 2],
    ['2026-02-01', 1, 7, -1],
  ] as const)
    await kysely
      .insertInto('catalogue_periods')
      .values({
        ...some,
        grain: 'month',
        starts_on,
        language,
        category_id,
        is_backup: 1,
        added: 3,
        changed: 0,
        deleted: 1,
        books,
        words: 0,
      })
      .execute();
  await migrate(database);

  const counts = await sql<object>`select rule, language, category_id, is_backup, found from issue_counts
    order by language, category_id`.execute(kysely);
  const rule = { rule: 'book_without_cover', is_backup: 1 };
  expect(counts.rows).toEqual([
    { ...rule, language: 1, category_id: 0, found: 1 },
    { ...rule, language: 1, category_id: 7, found: 1 },
    { ...rule, language: 3, category_id: 7, found: 2 },
  ]);
  const periods = await sql<object>`select starts_on, language, books, added, deleted, with_audio
    from catalogue_periods where category_id = -1 order by starts_on`.execute(kysely);
  expect(periods.rows).toEqual([
    { starts_on: '2026-01-01', language: 1, books: 3, added: 6, deleted: 2, with_audio: 2 },
    { starts_on: '2026-02-01', language: 1, books: -1, added: 3, deleted: 1, with_audio: 1 },
  ]);
  await database.close();
  await remove();
});
