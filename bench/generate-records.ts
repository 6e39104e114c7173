import type { Insertable, Kysely } from 'kysely';
import { foldText } from '#contract/core/slug';
import { searchKeyOf } from '#server/core/db/folding';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { categoryColumns } from '#server/core/db/tables/categories';
import { challengeColumns } from '#server/core/db/tables/challenges';
import { collectionColumns } from '#server/core/db/tables/collections';
import { mobileConfigColumns } from '#server/core/db/tables/mobile-configs';
import { storyBookColumns } from '#server/core/db/tables/story-books';
import { bookCodeOf } from '#server/core/resource/book-code';
import { initialValues } from '#server/core/resource/columns';
import { inserter } from './bulk-insert.ts';
import { randomFrom } from './random.ts';
import { createWriter } from './titles.ts';

const ROWS_A_COMMIT = 4_000;
const BOOKS_A_LIST = 8;
const MAX_STORY_BOOKS = 50;
const TEXTS_A_STORY = 3;
const MOST_DAYS = 60;
const AT = new Date(Date.UTC(2020, 0, 1)).toISOString();

const description = 'What the shelf is about, in a sentence of the usual length for such a thing.';
const reference = { chapter_code: 'ch-1', text_item_code: 'ti-1' } as const;

/** Returns `some` distinct numbers from 1 to `all` with large distances. */
function spread(some: number, from: number, all: number): number[] {
  const step = Math.max(1, Math.floor(all / some));
  return Array.from({ length: Math.min(some, all) }, (_, index) => 1 + ((from + index * step) % all));
}

/** Adds a chapter with a text item to each of the first books, as targets of stories. */
async function insertTexts(trx: Kysely<Schema>, count: number): Promise<void> {
  const noAudio = { duration: 0, audio_key: null, starts_at: null, ends_at: null };
  for (let book_id = 1; book_id <= count; book_id++) {
    const { id: chapter_id } = await trx
      .insertInto('chapters')
      .values({ book_id, position: 0, code: reference.chapter_code, name: 'The first', ...noAudio })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('text_items')
      .values({ chapter_id, position: 0, code: reference.text_item_code, text: 'It began.' })
      .execute();
  }
}

/**
 * Adds `count` reproducible records of each titled type and categories to a catalogue with `books` books. Each list contains some
 * books. Writes to the tables directly to save time.
 */
export async function generateRecords(database: Database, count: number, books: number): Promise<void> {
  const { kysely } = database;
  const random = randomFrom(2);
  const { titleIn } = createWriter(5);
  const versionFields = { version: 1, created_at: AT, updated_at: AT };
  const { before } = await kysely
    .selectFrom('categories')
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow();
  const storyBookCount = Math.min(MAX_STORY_BOOKS, books);
  await kysely.transaction().execute((trx) => insertTexts(trx, storyBookCount));
  for (let from = 1; from <= count; from += ROWS_A_COMMIT) {
    const numbers = Array.from({ length: Math.min(ROWS_A_COMMIT, count + 1 - from) }, (_, n) => from + n);
    // The database assigns ids from 1. An explicit id would be assigned again later.
    const titledRows = numbers.map((number) => {
      const title = `${titleIn(3)} ${number}`;
      return { title, search_key: foldText(title), ...versionFields };
    });
    const listedBooks = numbers.flatMap((owner) =>
      spread(BOOKS_A_LIST, random(books), books).map((book_id, position) => ({ owner, position, book_id })),
    );
    const recordsOf = <Values extends object, Fields extends object>(
      values: Values,
      fieldsOf: (index: number) => Fields,
    ) => titledRows.map((row, index) => ({ ...values, ...row, ...fieldsOf(index) }));
    const itemOf = (number: number) => (book_id: number, position: number) => ({
      story_book_id: number,
      position,
      book_code: bookCodeOf(book_id),
      ...reference,
      is_featured: position === 0 ? 1 : 0,
      book_id,
    });
    const storyItems = numbers.flatMap((number) =>
      spread(TEXTS_A_STORY, random(storyBookCount), storyBookCount).map(itemOf(number)),
    );
    const rows: { [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] } = {
      collections: recordsOf(initialValues(collectionColumns), () => ({ description })),
      collection_books: listedBooks.map(({ owner, ...rest }) => ({ collection_id: owner, ...rest })),
      story_books: recordsOf(initialValues(storyBookColumns), () => ({ description })),
      story_items: storyItems,
      mobile_configs: recordsOf(initialValues(mobileConfigColumns), (index) => ({
        is_main_service: index % 2,
      })),
      challenges: recordsOf(initialValues(challengeColumns), () => ({
        description,
        day_count: 1 + random(MOST_DAYS),
        is_active: 1,
      })),
      challenge_items: listedBooks.map(({ owner, ...rest }) => ({
        challenge_id: owner,
        is_featured: null,
        ...rest,
      })),
      categories: titledRows.map(({ title: name }, index) => {
        const code = `generated-${from + index}`;
        return {
          ...initialValues(categoryColumns),
          name,
          code,
          search_key: searchKeyOf(name, code),
          ...versionFields,
        };
      }),
    };
    await kysely.transaction().execute(async (trx) => {
      for (const [table, tableRows] of Object.entries(rows))
        await inserter(table as keyof Schema)(trx, tableRows);
    });
  }
  for (const [name, total] of [
    ...(['collections', 'story_books', 'mobile_configs', 'challenges'] as const).map(
      (table) => [table, count] as const,
    ),
    ['categories', before + count] as const,
  ])
    await kysely.updateTable('record_lists').set({ total }).where('name', '=', name).execute();
  await database.dialect.gatherStatistics(kysely);
}
