import { expect, test } from 'vitest';
import { migrate, openDatabase } from '../open.ts';
import { authorWordsOf } from '../author-words.ts';
import { engines } from '#server/testing/databases';

const special = ['Jean-Luc Ödön', 'İpek Kılıç', "O'Neil", 'ﷺ'.repeat(60), '\u0301', '村上春樹'];

test.each(engines)('authors of an earlier version are found by their words on $name', async (engine) => {
  const { url, remove } = await engine.createUrl();
  const database = await openDatabase(url);
  await migrate(database);
  const { kysely } = database;

  // As the version before left it.
  await kysely.deleteFrom('migrations').where('name', '=', '004-author-words').execute();
  await kysely.schema.dropTable('author_words').execute();
  const names = [...special, ...Array.from({ length: 1_200 }, (_, index) => `Ada Ödön ${index}`)];
  for (let at = 0; at < names.length; at += 400) {
    const rows = names.slice(at, at + 400);
    await kysely
      .insertInto('authors')
      .values(
        rows.map((name) => ({
          name,
          name_key: name,
          sort_key: name,
          likeness: name,
          version: 1,
          book_count: 0,
          created_at: '',
        })),
      )
      .execute();
  }
  await migrate(database);

  const found = await kysely.selectFrom('author_words').selectAll().execute();
  const expected = names.flatMap((name, index) => authorWordsOf(name).map((word) => `${index + 1} ${word}`));
  expect(found.map(({ author_id, word }) => `${author_id} ${word}`).toSorted()).toEqual(expected.toSorted());
  await database.close();
  await remove();
});
