import type { Kysely } from 'kysely';
import { foldText } from '#contract/slug';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { RecordTable, Schema } from '#server/db/schema';
import { titles } from './book-words.ts';
import { randomFrom } from './random.ts';

const ROWS_A_STATEMENT = 400;
const BOOKS_A_LIST = 8;
const MOST_DAYS = 60;
const AT = new Date(Date.UTC(2020, 0, 1)).toISOString();

type Row<Table extends keyof Schema> = Omit<Schema[Table], 'id'> & { id: number };

/**
 * Puts `count` records of each titled kind and of categories into a catalogue that has `books` books, past the services for
 * the sake of time: the same ones every time, each list with some books.
 */
export async function generateRecords(database: Database, count: number, books: number): Promise<void> {
  const { kysely } = database;
  const random = randomFrom(2);
  const word = (part: 'openings' | 'middles' | 'endings') => {
    const words = (titles[3] ?? { openings: [], middles: [], endings: [] })[part];
    return words[random(words.length)] ?? '';
  };
  const titleOf = (number: number) => `${word('openings')} ${word('middles')} ${word('endings')} ${number}`;
  const versioned = { version: 1, created_at: AT, updated_at: AT };
  const pictured = { image_key: null, thumbnail_key: null };

  const inserter =
    (trx: Kysely<Schema>) =>
    async (table: keyof Schema, rows: readonly object[]): Promise<void> => {
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        const part = rows.slice(from, from + ROWS_A_STATEMENT);
        // Of the shape that the caller names for its table.
        await trx
          .insertInto(table as 'migrations')
          .values(part as never)
          .execute();
      }
    };

  const { last } = await kysely
    .selectFrom('categories')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  for (let from = 1; from <= count; from += ROWS_A_STATEMENT * 10) {
    const ids = Array.from({ length: Math.min(ROWS_A_STATEMENT * 10, count + 1 - from) }, (_, n) => from + n);
    const titled = ids.map((id) => {
      const title = titleOf(id);
      return { id, title, search_key: foldText(title), ...versioned };
    });
    const listed = ids.flatMap((id) =>
      Array.from({ length: BOOKS_A_LIST }, (_, position) => ({ id, position, book_id: 1 + random(books) })),
    );
    const description = 'What the shelf is about, in a sentence of the usual length for such a thing.';
    await kysely.transaction().execute(async (trx) => {
      const insert = inserter(trx);
      await insert(
        'collections',
        titled.map((row): Row<'collections'> => ({ ...row, ...pictured, description })),
      );
      await insert(
        'collection_books',
        listed.map(({ id, ...rest }) => ({ collection_id: id, ...rest })),
      );
      await insert(
        'story_books',
        titled.map((row): Row<'story_books'> => ({ ...row, description })),
      );
      await insert(
        'mobile_configs',
        titled.map((row): Row<'mobile_configs'> => ({ ...row, is_main_service: row.id % 2 })),
      );
      await insert(
        'challenges',
        titled.map(
          (row): Row<'challenges'> => ({
            ...row,
            ...pictured,
            description,
            day_count: 1 + random(MOST_DAYS),
            is_active: 1,
          }),
        ),
      );
      await insert(
        'challenge_items',
        listed.map(({ id, ...rest }) => ({ challenge_id: id, is_featured: null, ...rest })),
      );
      await insert(
        'categories',
        titled.map(({ id, title, search_key: _key, ...rest }) => {
          const code = `generated-${id}`;
          // Counted up by the database, after those that are there.
          return { name: title, code, search_key: searchKeyOf(title, code), ...pictured, ...rest };
        }),
      );
    });
  }
  const totals: Partial<Record<RecordTable, number>> = {
    collections: count,
    story_books: count,
    mobile_configs: count,
    challenges: count,
    categories: count + last,
  };
  for (const [name, total] of Object.entries(totals))
    await kysely.updateTable('record_lists').set({ total }).where('name', '=', name).execute();
  await database.dialect.gatherStatistics(kysely);
}
