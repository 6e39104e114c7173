import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createReports } from '#server/features/reports/reports';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { generateBooks } from './generate-books.ts';
import { randomFrom } from './random.ts';

const BOOKS = 3_000;
/** The results of the first database, which are compared with the second. */
const responses = new Map<string, unknown>();

eachDatabase('a generated catalogue', async (openEmpty, { name }) => {
  const catalogue = createCatalogue(await openEmpty());
  beforeAll(async () => {
    await generateBooks(catalogue.database, BOOKS);
  });

  const sameOnBoth = (question: string, response: unknown) => {
    expect(responses.get(question) ?? response).toEqual(response);
    responses.set(question, response);
  };

  test.each<[Record<string, string | number>, string]>([
    [{}, 'first page'],
    [{ page: 30 }, 'page near the start'],
    [{ page: 250 }, 'deep page'],
    [{ page: 300 }, 'last page'],
    [{ page: 301 }, 'page after the last'],
    [{ page: 150, language: 'en' }, 'deep page of a language'],
    [{ page: 290, sort_by_field: 'reading_time', sort_direction: 'asc' }, 'deep page in ascending order'],
    [{ page: 290, sort_by_field: 'reading_time', sort_direction: 'desc' }, 'deep page in descending order'],
    [
      { page: 3, category_code: 'fiction', sort_by_field: 'reading_time', sort_direction: 'desc' },
      'filter and sort order',
    ],
    [{ language: 'tr', sub_category_code: 'travel-walking', is_backup: 0 }, 'filter with few results'],
  ])('returns the result of a plain query for %j (%s)', async (query) => {
    const { items, total } = await catalogue.list(query);
    const order = query['sort_by_field'] ? `reading_time ${query['sort_direction']}, books.id` : 'books.id';
    const language = query['language'] === 'en' ? 3 : query['language'] === 'tr' ? 1 : 0;
    const { rows } = await sql<{ id: number }>`
      select books.id from books
      left join categories on categories.id = books.category_id
      left join sub_categories on sub_categories.id = books.sub_category_id
      where language = ${language || sql`language`}
        and coalesce(categories.code, '') = ${query['category_code'] ?? sql`coalesce(categories.code, '')`}
        and coalesce(sub_categories.code, '') = ${query['sub_category_code'] ?? sql`coalesce(sub_categories.code, '')`}
        and is_backup = ${query['is_backup'] ?? sql`is_backup`}
      order by ${sql.raw(`${order} ${query['sort_direction'] ?? 'desc'}`)}
    `.execute(catalogue.database.kysely);
    const offset = (Number(query['page'] ?? 1) - 1) * 10;
    expect(items.map(({ id }) => id)).toEqual(rows.slice(offset, offset + 10).map(({ id }) => id));
    expect(total).toBe(rows.length);
    sameOnBoth(JSON.stringify(query), { items, total });
  });

  test.each(['lighthouse', 'CORAÇÃO', 'senor', 'ışığı', 's', 'th', 'bk-0012', 'lighthouse of', 'nowhere'])(
    'returns the same result for the search %j on both databases',
    async (search) => {
      const result = await catalogue.list({ search, items_per_page: 100 });
      expect(result.total > 0).toBe(search !== 'nowhere');
      sameOnBoth(search, result);
    },
  );

  test('has counters that equal a recount', async () => {
    const { kysely } = catalogue.database;
    const storedCounts = await kysely
      .selectFrom('book_counts')
      .select(['books', 'reading_seconds'])
      .execute();
    const books = await kysely
      .selectFrom('books')
      .select((eb) => [eb.fn.countAll<number>().as('books'), eb.fn.sum<number>('reading_time').as('seconds')])
      .executeTakeFirstOrThrow();
    expect(storedCounts.reduce((sum, cell) => sum + cell.books, 0)).toBe(BOOKS);
    expect(storedCounts.reduce((sum, cell) => sum + cell.reading_seconds, 0)).toBe(books.seconds);
    const wrong = await sql`
      select authors.id from authors where book_count <> (select count(*) from books where author_id = authors.id)
    `.execute(kysely);
    expect(wrong.rows).toEqual([]);
  });

  test('reports the same on both databases, and accepts more books', async () => {
    const reports = createReports(catalogue.database);
    sameOnBoth('longest', await reports.longestBook());
    sameOnBoth('averages', await reports.averageReadingTime());
    sameOnBoth('authors', await reports.mostProlificAuthors());
    const book = await catalogue.addBook({ author: { name: `Somebody on ${name}` } });
    expect(book.code).toBe(`BK-00${BOOKS + 1}`);
    expect((await catalogue.list()).total).toBe(BOOKS + 1);
  });

  test('returns exact pages for repeated, deep and large queries between writes', async () => {
    const random = randomFrom(11);
    const inOrderOf = (column: 'id' | 'reading_time') => sql`${sql.ref(column)} asc, id asc`;
    const questions = [
      { deepest: 300 },
      { deepest: 300, sort_by_field: 'reading_time', sort_direction: 'asc' },
      { deepest: 300, sort_by_field: 'reading_time', sort_direction: 'desc' },
      { deepest: 40, search: 'bk' },
      { deepest: 300, search: 'bk-00' },
      { deepest: 40, search: 'bk-00', sort_by_field: 'reading_time', sort_direction: 'desc' },
    ];
    const context = contextWith();
    for (let round = 0; round < 100; round++) {
      const { deepest, ...query } = questions[random(questions.length)] ?? questions[0]!;
      const page = 1 + random(deepest + 1);
      const result = await catalogue.list({ ...query, page });
      const { rows } = await sql<{ id: number }>`select id from books order by
        ${inOrderOf(query.sort_by_field ? 'reading_time' : 'id')}`.execute(catalogue.database.kysely);
      const ids = rows.map(({ id }) => id);
      if (query.sort_direction !== 'asc') ids.reverse();
      const expected = { query, page, ids: ids.slice(page * 10 - 10, page * 10), total: ids.length };
      expect({ query, page, ids: result.items.map(({ id }) => id), total: result.total }).toEqual(expected);
      if (random(3) > 0) continue;
      const id = ids[random(ids.length)] ?? 0;
      const write = random(4);
      if (write === 0) await catalogue.addBook({ duration: random(72_000) });
      else if (write === 1) await catalogue.books.remove(id, context);
      else await catalogue.books.update({ id, duration: random(72_000) }, context);
    }
  });
});
