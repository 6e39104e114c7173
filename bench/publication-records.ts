import type { Kysely } from 'kysely';
import { toGtin } from '#contract/books/identifiers';
import { filterKeyOf, formatStored } from '#contract/custom-fields/custom-values';
import { batches } from '#server/core/db/batches';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import { seriesColumns } from '#server/core/db/tables/series';
import { initialValues } from '#server/core/resource/columns';
import { inserter } from './bulk-insert.ts';
import { randomFrom } from './random.ts';
import { zipf } from './zipf.ts';

/** The share of books with a narrator, of ten. With the author, a book has 1.8 contributors. */
const WITH_NARRATOR = 8;
/** The share of books in a series, of ten. */
const IN_SERIES = 4;
/** The share of books with a second identifier, of ten. */
const WITH_GTIN = 2;
const BOOKS_A_SERIES = 10;
/** Has no common divisor with a power of ten. */
const SPREAD = 387_420_489;
const AT = new Date(Date.UTC(2020, 0, 1)).toISOString();

type Book = Schema['books'];

/** The names of the choices of the custom field `choice`. */
export const choiceNames = ['One', 'Two', 'Three', 'Four'];
/** The types of the ten custom fields. The first of each type has the type as key. */
const customTypes = ['text', 'number', 'date', 'yes_no', 'choice'] as const;
/** One of this many books has values of custom fields. */
const BOOKS_A_CUSTOM = 10;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 9_000;

/** Returns a day for most books. */
const dayOf = (id: number): string =>
  id % 5 === 0 ? '' : new Date(FIRST_DAY + ((id * SPREAD) % DAYS) * DAY_MS).toISOString().slice(0, 10);

/** Returns the stored values of the ten custom fields by ID. */
function customValuesOf(id: number): Record<number, string> {
  const byType = {
    text: `A value of text ${id % 5_000}`,
    number: String(id % 10_000),
    date: new Date(FIRST_DAY + (id % DAYS) * DAY_MS).toISOString().slice(0, 10),
    yes_no: String(id % 2),
    choice: String(1 + ((id / BOOKS_A_CUSTOM) % choiceNames.length)),
  };
  return Object.fromEntries([...customTypes, ...customTypes].map((type, index) => [index + 1, byType[type]]));
}

/** Defines ten custom fields. */
export async function insertCustomFields(db: Kysely<Schema>): Promise<void> {
  const choices = choiceNames.map((name, index) => ({ id: index + 1, name }));
  const fields = [...customTypes, ...customTypes].map((type, position) => ({
    key: position < customTypes.length ? type : `${type}_2`,
    label: `Field ${position + 1}`,
    type,
    choices: JSON.stringify(type === 'choice' ? choices : []),
    last_choice_id: choices.length,
    help: '',
    is_required: 0,
    is_filter: 1,
    position,
    version: 1,
    created_at: AT,
    updated_at: AT,
    deleted_at: null,
    are_values_deleted: 0,
  }));
  await db.insertInto('custom_fields').values(fields).execute();
}

/** Returns the digits with the check digit of GTIN and ISBN-13. */
function withCheckDigit(digits: string): string {
  const codes = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`);
  return codes.find((code) => toGtin(code) !== undefined) ?? '';
}

/** Returns different digits for each book, which are spread like those of real codes. */
const codeOf = (prefix: string, id: number): string =>
  withCheckDigit(`${prefix}${String((id * SPREAD) % 1e9).padStart(12 - prefix.length, '0')}`);

/** Creates a generator of reproducible contributors, series and identifiers of books. Narrators are people who also write. */
export function createPublicationRecords(people: number) {
  const random = randomFrom(3);
  const anyContributor = zipf(people, random);
  const insertContributors = inserter('book_contributors');
  const insertSeries = inserter('series');
  const insertSeriesBooks = inserter('series_books');
  /** Books by narrator, and those whose narrator is not also the author. */
  const narratorCounts = new Uint32Array(people + 1);
  const addedCounts = new Uint32Array(people + 1);
  const insertCustomValues = inserter('book_custom_values');
  let booksInSeries = 0;

  function narratorOf(book: Book) {
    const contributor_id = 1 + anyContributor();
    narratorCounts[contributor_id] = (narratorCounts[contributor_id] ?? 0) + 1;
    if (contributor_id !== book.author_id)
      addedCounts[contributor_id] = (addedCounts[contributor_id] ?? 0) + 1;
    return { book_id: book.id, position: 0, contributor_id, role: 'narrator' };
  }

  function entryOf(book: Book) {
    const index = booksInSeries++;
    const position = index % BOOKS_A_SERIES;
    const series_id = 1 + Math.floor(index / BOOKS_A_SERIES);
    return { series_id, position, book_id: book.id, volume: String(position + 1) };
  }

  function seriesOf(number: number) {
    const title = `Series ${number}`;
    const { id: _id, ...values } = initialValues(seriesColumns) as Schema['series'];
    return { ...values, title, search_key: searchKeyOf(title), version: 1, created_at: AT, updated_at: AT };
  }

  return {
    detailsOf: (id: number) => ({
      isbn: codeOf('978', id),
      gtin: id % 10 < WITH_GTIN ? codeOf('40', id) : '',
      publication_date: dayOf(id),
      on_sale_date: dayOf(id + 1),
      custom_values: id % BOOKS_A_CUSTOM === 0 ? formatStored(customValuesOf(id)) : '',
    }),

    /** Inserts the contributors and series of books. */
    async insert(db: Kysely<Schema>, books: readonly Book[]): Promise<void> {
      await insertContributors(db, books.filter(() => random(10) < WITH_NARRATOR).map(narratorOf));
      const entries = books.filter(() => random(10) < IN_SERIES).map(entryOf);
      const firstEntries = entries.filter(({ position }) => position === 0);
      await insertSeries(
        db,
        firstEntries.map(({ series_id }) => seriesOf(series_id)),
      );
      await insertSeriesBooks(db, entries);
      const types = [...customTypes, ...customTypes];
      const customValues = books
        .filter(({ id }) => id % BOOKS_A_CUSTOM === 0)
        .flatMap(({ id }) =>
          Object.entries(customValuesOf(id)).map(([field, value], index) => ({
            book_id: id,
            field_id: Number(field),
            value: filterKeyOf(types[index] ?? 'text', value),
          })),
        );
      for (const batch of batches(customValues)) await insertCustomValues(db, batch);
    },

    /** Adds the books to the numbers of people and series. */
    async count(db: Kysely<Schema>): Promise<void> {
      for (const [id, books] of narratorCounts.entries()) {
        if (books === 0) continue;
        await db
          .insertInto('contributor_counts')
          .values({ contributor_id: id, role: 'narrator', book_count: books })
          .execute();
        await db
          .updateTable('authors')
          .set((eb) => ({ total_books: eb('total_books', '+', addedCounts[id] ?? 0) }))
          .where('id', '=', id)
          .execute();
      }
      const total = Math.ceil(booksInSeries / BOOKS_A_SERIES);
      await db.updateTable('record_lists').set({ total }).where('name', '=', 'series').execute();
    },
  };
}
