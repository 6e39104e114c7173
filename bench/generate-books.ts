import { sql } from 'kysely';
import { foldText } from '#contract/core/slug';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { authorWordsOf, likenessOf } from '#server/core/db/author-words';
import { recordSearchWords, searchWordsOf } from '#server/core/db/search-words';
import { textWordsOf } from '#server/core/db/text-words';
import type { Database } from '#server/core/db/open';
import { CHECKS_VERSION } from '#server/features/catalogue-health/projection/book-checks';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { initialValues } from '#server/core/resource/columns';
import { searchRowOf } from '#server/features/books/book-rows';
import { createCatalogue } from '#server/testing/factories';
import { inserter } from './bulk-insert.ts';
import { type Random, randomFrom } from './random.ts';
import { createWriter } from './titles.ts';
import { zipf } from './zipf.ts';

const ROWS_A_COMMIT = 5_000;
const MIN_AUTHORS = 50;
const BOOKS_AN_AUTHOR = 16;
const START = Date.UTC(2020, 0, 1);

/** Eight categories with thirty sub-categories. */
const categories = {
  Fiction: ['Classics', 'Contemporary', 'Historical', 'Short Stories'],
  Mystery: ['Detectives', 'Thrillers', 'Espionage', 'True Crime'],
  Children: ['Picture Books', 'Fairy Tales', 'Adventures', 'Bedtime'],
  Science: ['Astronomy', 'Nature', 'Mathematics', 'Medicine'],
  History: ['Antiquity', 'Middle Ages', 'Modern Times', 'Biographies'],
  Poetry: ['Lyric', 'Epic', 'Haiku'],
  'Self Help': ['Habits', 'Mindfulness', 'Work', 'Family'],
  Travel: ['Islands', 'Cities', 'Walking'],
};

/** Draws a language. English is the most common one. */
const languageOf = (random: Random): number => {
  const roll = random(100);
  return roll < 60 ? 3 : roll < 75 ? 4 : roll < 90 ? 2 : 1;
};

const authorRowOf = (name: string) => ({
  name,
  name_key: contributorNameKey(name),
  sort_key: foldText(name),
  sort_name_key: foldText(name),
  likeness: likenessOf(name),
  version: 1,
  book_count: 0,
  created_at: new Date(START).toISOString(),
});

/** Adds the categories and sub-categories. @returns the sub-categories */
async function addClassification(database: Database): Promise<{ id: number; category_id: number }[]> {
  const { addCategory, addSubCategory } = createCatalogue(database);
  const leaves: { id: number; category_id: number }[] = [];
  for (const [name, subCategories] of Object.entries(categories)) {
    const { id: category_id, code } = await addCategory(name);
    for (const subCategory of subCategories) {
      const { id } = await addSubCategory(`${name} ${subCategory}`, code);
      leaves.push({ id, category_id });
    }
  }
  return leaves;
}

/**
 * Fills an empty, migrated database with `count` reproducible books, their counters and the search index. Writes to the tables directly
 * to save time.
 */
export async function generateBooks(database: Database, count: number): Promise<void> {
  const { kysely } = database;
  const random = randomFrom(1);
  const { titleIn, messageIn, authorName } = createWriter(4);
  const leaves = await addClassification(database);
  const authorCount = Math.max(MIN_AUTHORS, Math.ceil(count / BOOKS_AN_AUTHOR));
  // A few authors have many books.
  const anyAuthor = zipf(authorCount, random);
  const byAuthor = new Uint32Array(authorCount + 1);
  const cells = new Map<string, Schema['book_counts']>();
  const insertBooks = inserter('books');
  const insertSearch = inserter('book_search');
  const insertTexts = inserter('book_texts');
  const words = new Set<string>();

  await kysely.transaction().execute(async (trx) => {
    const names = Array.from({ length: authorCount }, (_, index) => authorName(index));
    for (const word of searchWordsOf(names)) words.add(word);
    // The database assigns ids from 1. An explicit id would be assigned again later.
    await inserter('authors')(trx, names.map(authorRowOf));
    await inserter('author_words')(
      trx,
      names.flatMap((name, index) => authorWordsOf(name).map((word) => ({ word, author_id: 1 + index }))),
    );
  });

  const toRow = (id: number): Schema['books'] => {
    const language = languageOf(random);
    const classification =
      random(20) === 0 ? undefined : leaves[Math.min(random(leaves.length), random(leaves.length))];
    const duration = 600 + random(72_000);
    const time = new Date(START + id * 100_000).toISOString();
    const book: Schema['books'] = {
      ...initialValues(bookColumns),
      id,
      name: titleIn(language),
      description: `${messageIn(language)}.`,
      author_id: 1 + anyAuthor(),
      chapter_count: 1 + random(40),
      duration,
      category_id: classification?.category_id ?? null,
      sub_category_id: classification?.id ?? null,
      is_backup: random(10) < 7 ? 1 : 0,
      language,
      reading_time: duration,
      version: 1,
      created_at: time,
      updated_at: time,
    };
    const { is_backup, reading_time } = book;
    const cell = {
      language,
      category_id: classification?.category_id ?? 0,
      sub_category_id: classification?.id ?? 0,
      is_backup,
    };
    const key = Object.values(cell).join();
    const counts = cells.get(key) ?? { ...cell, books: 0, reading_seconds: 0 };
    counts.books++;
    counts.reading_seconds += reading_time;
    cells.set(key, counts);
    byAuthor[book.author_id] = (byAuthor[book.author_id] ?? 0) + 1;
    return book;
  };

  for (let from = 1; from <= count; from += ROWS_A_COMMIT) {
    const rows = Array.from({ length: Math.min(ROWS_A_COMMIT, count + 1 - from) }, (_, index) =>
      toRow(from + index),
    );
    for (const word of searchWordsOf(rows.map(({ name }) => name))) words.add(word);
    await kysely.transaction().execute(async (trx) => {
      await insertBooks(trx, rows);
      await insertSearch(trx, rows.map(searchRowOf));
      await insertTexts(
        trx,
        rows.map(({ id, description }) => ({ book_id: id, words: textWordsOf([description]) })),
      );
    });
  }

  await kysely.transaction().execute(async (trx) => {
    await recordSearchWords(trx, [...words]);
    for (const cell of cells.values()) await trx.insertInto('book_counts').values(cell).execute();
    for (const [id, books] of byAuthor.entries()) {
      if (books === 0) continue;
      await trx
        .updateTable('authors')
        .set({ book_count: books, total_books: books })
        .where('id', '=', id)
        .execute();
      await trx
        .insertInto('contributor_counts')
        .values({ contributor_id: id, role: 'author', book_count: books })
        .execute();
    }
    await trx.updateTable('catalogue').set({ last_book_id: count, revision: sql`revision + 1` }).execute();
    const { revision } = await trx.selectFrom('catalogue').select('revision').executeTakeFirstOrThrow();
    await trx.insertInto('book_changes').values({ revision, book_id: null }).execute();
  });
  // Merges the search index, as a running server does.
  while (await database.dialect.mergeSearch(kysely)) await yieldToEventLoop();
  await database.dialect.gatherStatistics(kysely);
}

/**
 * Marks the report data of all generated books as complete. The server would otherwise compute it in the first minutes, which happens
 * once for each catalogue.
 */
export async function skipProjection({ kysely }: Database): Promise<void> {
  await kysely
    .updateTable('projection_state')
    .set(({ selectFrom }) => ({
      revision: selectFrom('catalogue').select('revision'),
      is_complete: 1,
      rules: CHECKS_VERSION,
    }))
    .execute();
}
