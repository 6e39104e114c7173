import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bookCodeOf } from '#server/core/resource/book-code';
import { startOf, toDay } from '#contract/analytics/periods';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';
import { createProjection } from './projection.ts';
import { lengthClassOf } from './book-projection.ts';

const context = contextWith();

/** Returns a generator of repeatable random numbers. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

eachDatabase('the projection of books', async (openEmpty) => {
  const database = await openEmpty();
  const catalogue = createCatalogue(database);

  /** Returns the expected counts. */
  async function countIssues() {
    const { kysely } = database;
    const totals = await sql<object>`select language, coalesce(category_id, 0) as category_id, is_backup,
        count(*) as books, sum(case when audio_key is null then 0 else duration end) as seconds, sum(word_count) as words,
        sum(case when image_key is null then 0 else 1 end) as with_cover
      from books group by language, coalesce(category_id, 0), is_backup order by 1, 2, 3`.execute(kysely);
    const issues = await sql<object>`
      select 'book_without_cover' as rule, id from books where image_key is null
      union all select 'book_without_description', id from books where description = ''
      union all select 'book_description_short', id from books where description <> '' and length(description) < 50
      union all select 'book_without_category', id from books where category_id is null
      union all select 'book_duplicated', id from books where exists (
        select 1 from books as other where other.author_id = books.author_id and lower(other.name) = lower(books.name)
          and case when other.edition_of = 0 then other.id else other.edition_of end
            <> case when books.edition_of = 0 then books.id else books.edition_of end)
      order by 1, 2`.execute(kysely);
    return { totals: totals.rows, issues: issues.rows };
  }

  async function storedProjections() {
    const { kysely } = database;
    const totals =
      await sql<object>`select language, category_id, is_backup, books, seconds, words, with_cover
      from catalogue_totals where books > 0 order by 1, 2, 3`.execute(kysely);
    const issues = await sql<object>`select rule, book_id as id from health_issues where rule in
      ('book_without_cover', 'book_without_description', 'book_description_short',
      'book_without_category', 'book_duplicated') order by 1, 2`.execute(kysely);
    return { totals: totals.rows, issues: issues.rows };
  }

  test('matches the books after any writes, and counts nothing twice', async () => {
    const random = createRandom(7);
    const projection = createProjection(database);
    const other = createProjection(database);
    const { code } = await catalogue.addCategory('Sea');
    const ids: number[] = [];
    for (let round = 0; round < 120; round++) {
      const input = {
        name: ['Salt', 'SALT', 'Wind', `Book ${round}`][random(4)] ?? '',
        description: random(2) === 0 ? '' : 'Long ago',
        language: 1 + random(2),
        duration: random(3) * 4_000,
        is_backup: random(2) === 0,
        category_code: random(2) === 0 ? code : '',
        author: { name: ['Ada', 'Bo'][random(2)], id: undefined },
      };
      const files = random(2) === 0 ? contextWith({ image: stagedFile('image') }) : context;
      const id = ids[random(Math.max(1, ids.length))];
      if (id === undefined || random(3) > 0) ids.push((await catalogue.books.create(input, files)).id);
      else if (random(2) === 0) {
        const edition = ids[random(ids.length)];
        const edition_of = edition === undefined || edition === id ? '' : bookCodeOf(edition);
        await catalogue.books.update({ ...input, id, ...(random(3) > 0 && { edition_of }) }, files);
      } else {
        await catalogue.books.remove(id, context);
        ids.splice(ids.indexOf(id), 1);
      }
      if (random(6) === 0) await Promise.all([projection.refresh(), other.refresh()]);
    }
    expect(await projection.refresh()).toBe(0);
    expect(await storedProjections()).toEqual(await countIssues());
    const counts = await sql<object>`select rule, language, category_id, is_backup, found from issue_counts
      where found <> 0 order by 1, 2, 3, 4`.execute(database.kysely);
    const storedCounts = await sql<object>`select rule, language, category_id, is_backup, count(*) as found
      from health_issues join book_projections on book_projections.book_id = health_issues.book_id
      group by rule, language, category_id, is_backup order by 1, 2, 3, 4`.execute(database.kysely);
    expect(counts.rows).toEqual(storedCounts.rows);
    const overAll = await sql<object>`select interval, starts_on, language, is_backup from catalogue_periods
      group by interval, starts_on, language, is_backup
      having sum(case when category_id = -1 then books else -books end) <> 0
        or sum(case when category_id = -1 then changed else -changed end) <> 0`.execute(database.kysely);
    expect(overAll.rows).toEqual([]);
    for (const interval of ['day', 'week', 'month'] as const) {
      const sums = await sql<object>`select starts_on, sum(books) as books, sum(added) - sum(deleted) as moved
        from catalogue_periods where interval = ${interval} and category_id >= 0 group by starts_on`.execute(
        database.kysely,
      );
      const books = ids.length;
      expect(sums.rows).toEqual([{ starts_on: startOf(interval, toDay(new Date())), books, moved: books }]);
    }
  });

  test('reports no editions of one work as duplicates, also after they are linked and separated', async () => {
    const projection = createProjection(database);
    const author = { name: 'Edition author', id: undefined };
    const first = await catalogue.addBook({ name: 'Two readings', author });
    const second = await catalogue.addBook({ name: 'Two readings', author });
    const isReported = async () => {
      await projection.refresh();
      const { rows } = await sql<object>`select book_id from health_issues
        where rule = 'book_duplicated' and book_id in (${first.id}, ${second.id})`.execute(database.kysely);
      return rows.length;
    };
    expect(await isReported()).toBe(2);
    await catalogue.books.update({ id: second.id, edition_of: bookCodeOf(first.id) }, context);
    expect(await isReported()).toBe(0);
    await catalogue.books.update({ id: second.id, edition_of: '' }, context);
    expect(await isReported()).toBe(2);
  });

  test('finds books that were changed without a log entry, or moved with their sub-category', async () => {
    const projection = createProjection(database);
    await projection.refresh();
    const { code: land } = await catalogue.addCategory('Land');
    const { code: hills, id } = await catalogue.addSubCategory('Hills', land);
    await catalogue.addBook({ sub_category_code: hills });
    await projection.refresh();
    await catalogue.subCategories.update({ id, category_code: 'sea' }, context);
    expect(await projection.refresh()).toBe(0);
    expect(await storedProjections()).toEqual(await countIssues());
    await catalogue.addBook();
    await database.kysely.deleteFrom('book_changes').execute();
    expect(await projection.refresh()).toBe(0);
    expect(await storedProjections()).toEqual(await countIssues());
  });

  test('counts existing books on the day they were added', async () => {
    const database2 = await openEmpty();
    const older = createCatalogue(database2);
    const { id } = await older.addBook();
    await older.addBook();
    await database2.kysely
      .updateTable('books')
      .set({ created_at: '2024-02-29T10:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    await createProjection(database2).refresh();
    const { rows } = await sql<object>`select starts_on, books from catalogue_periods where interval = 'month'
      and category_id = -1 order by starts_on`.execute(database2.kysely);
    expect(rows).toEqual([
      { starts_on: '2024-02-01', books: 1 },
      { starts_on: startOf('month', toDay(new Date())), books: 1 },
    ]);
  });
});

test.each([
  [0, 0],
  [1, 1],
  [899, 1],
  [900, 2],
  [57_599, 7],
  [57_600, 8],
])('assigns a reading time of %i seconds to class %i', (seconds, expected) => {
  expect(lengthClassOf(seconds)).toBe(expected);
});
