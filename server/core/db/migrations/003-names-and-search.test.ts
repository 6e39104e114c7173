import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, openDatabase } from '../open.ts';
import { bookColumns } from '../tables/books.ts';
import { initialValues } from '#server/core/resource/columns';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { engines } from '#server/testing/databases';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const rest = { ...times, version: 1, image_key: null, thumbnail_key: null };
const books = 1_203;

test.each(engines)(
  'names, codes and searches of an earlier version follow the new rules on $name',
  async (engine) => {
    const { url, remove } = await engine.createUrl();
    const database = await openDatabase(url);
    await migrate(database);
    const { kysely } = database;

    // As the version before left it.
    await kysely.deleteFrom('migrations').where('name', '=', '003-names-and-search').execute();
    await sql`alter table authors rename column name_key to folded_name`.execute(kysely);
    for (const [name, folded] of [
      ['Ali Sari', 'ali sari'],
      ['ﬁnn ①', 'finn 1'],
      ['ADA LOVELACE', 'ada lovelace'],
    ])
      await sql`insert into authors (name, folded_name, book_count, created_at)
      values (${name}, ${folded}, 0, ${times.created_at})`.execute(kysely);
    for (const code of ['cafe\u0301', 'sea', '\u200Bsea', 'plain'])
      await kysely
        .insertInto('categories')
        .values({ name: 'Deep', code, search_key: 'old', default_subjects: '', ...rest })
        .execute();
    await kysely
      .insertInto('challenges')
      .values({
        title: 'One',
        description: 'Two',
        search_key: 'one two',
        day_count: 1,
        is_active: 1,
        ...rest,
      })
      .execute();
    await sql`update record_lists set total = 4 where name = 'categories'`.execute(kysely);
    await sql`update record_lists set total = 1 where name = 'challenges'`.execute(kysely);
    const numbers = Array.from({ length: books }, (_, index) => index + 1);
    for (const id of numbers) {
      const book = { id, author_id: 3, category_id: null, sub_category_id: null, is_backup: 1, language: 3 };
      const figures = { chapter_count: 0, duration: 0, reading_time: 0, word_count: 0, chapter_seconds: 0 };
      const text = { name: `Deep ${id}`, description: '', audio_key: null };
      await kysely
        .insertInto('books')
        .values({ ...initialValues(bookColumns), ...book, ...figures, ...text, ...rest })
        .execute();
      const search_key = `deep ${id} bk-${String(id).padStart(6, '0')}`;
      await kysely.insertInto('book_search').values({ book_id: id, search_key, beginnings: '64' }).execute();
    }
    await sql`update catalogue set last_book_id = ${books}`.execute(kysely);
    await migrate(database);

    const authors = await kysely.selectFrom('authors').select(['name', 'name_key']).orderBy('id').execute();
    expect(authors).toEqual([
      { name: 'Ali Sari', name_key: 'ali sari' },
      { name: 'ﬁnn ①', name_key: 'ﬁnn ①' },
      { name: 'ADA LOVELACE', name_key: 'ada lovelace' },
    ]);
    const codes = await kysely
      .selectFrom('categories')
      .select(['code', 'search_key'])
      .orderBy('id')
      .execute();
    expect(codes).toEqual([
      { code: 'café', search_key: 'deep\ncafe' },
      { code: 'sea', search_key: 'deep\nsea' },
      { code: 'sea-2', search_key: 'deep\nsea-2' },
      { code: 'plain', search_key: 'deep\nplain' },
    ]);

    const catalogue = createCatalogue(database);
    const total = async (search: string) => (await catalogue.list({ search })).total;
    expect(await total('deep')).toBe(books);
    expect(await total('-001203')).toBe(1);
    expect(await total('3 bk-0')).toBe(0);
    const challenges = (search: string) =>
      catalogue.challenges.list({ page: 1, items_per_page: 10, search, sort: undefined });
    expect((await challenges('two')).total).toBe(1);
    expect((await challenges('one two')).total).toBe(0);

    // An author known by the old rule is found by the new one, and another one is not taken for him.
    const ada = await catalogue.addBook({ author: { name: 'Ada Lovelace' } });
    expect(ada.author.id).toBe(3);
    const other = await catalogue.addBook({ author: { name: 'Alı Sarı' } });
    expect(other.author).toMatchObject({ name: 'Alı Sarı' });
    await catalogue.books.remove(ada.id, contextWith());
    await database.close();
    await remove();
  },
);
