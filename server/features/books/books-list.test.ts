import { beforeAll, expect, test } from 'vitest';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { languageFromFilter } from '#contract/core/languages';
import { addDays, toDay } from '#contract/analytics/periods';
import type { Book } from '#contract/books/books';
import { foldText } from '#contract/core/slug';
import { createReports } from '#server/features/reports/reports';
import { contextWith, createCatalogue, toBooksQuery } from '#server/testing/factories';
import { isInText, searchedText, textWordsOf } from '#server/core/db/text-words';
import { eachDatabase } from '#server/testing/databases';
import { countByLanguage } from './language-counts.ts';
import { createListReader } from './list-reader.ts';

const context = contextWith();

/** A small generator of repeatable random numbers (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % below;
  };
}

const words = [
  'Işık',
  'İnci',
  'Coração',
  'ção',
  'Señor',
  'niño',
  'The',
  'Sea',
  '100%',
  'a_b',
  "O'Neil",
  '"quoted"',
  'ßtraße',
  '日本語',
  'İSTANBUL',
  'ısı',
  'Ñandú',
  'back\\slash',
  '(x)',
  'é',
  'sub-BK-000007',
  'No 1000009',
];
const searches = [
  'isik',
  'IŞIK',
  'inci',
  'cao',
  'Ção',
  'señ',
  'SEN',
  'the sea',
  'sea the',
  '%',
  '0%',
  '_',
  'a_b',
  "o'n",
  '"',
  '"quo',
  'straße',
  '日本',
  '日',
  'istanbul',
  'I',
  'ı',
  'ñ',
  'na',
  'bk-0',
  'bk-00000',
  'BK-000007',
  'bk-000009',
  'bk-1000009',
  'BK',
  '000',
  '00',
  '\\',
  'k\\s',
  '(',
  '(x',
  '  sea  ',
  'e',
  'zzz',
  '-',
  '*',
  'OR',
  'the  sea',
  'sea bk',
  'x) b',
  'eabk',
  '1',
  '42',
  '042',
  '00000000042',
  '0',
  '99999999999999999999',
  'ada',
  'RU',
  'whit',
  'ines co',
  'ruiz sea',
  'provider',
  'renamed',
  'sea inci',
  'nci the',
  'the sea isik',
  'señor niño n',
  'istanbul (x) é',
  '"quoted" sea',
  'oneil sea',
  "o'neil the",
  'sea no 1000009',
  'no 1000009 sea',
  'slash straße',
  '本語 sea',
];

const today = toDay(new Date());
const days = [-40, -1, 0, 5, 30].map((count) => addDays(today, count));

const isBetween = (day: string, from?: string, to?: string): boolean =>
  (from === undefined && to === undefined) ||
  (day !== '' && day >= (from ?? '') && (to === undefined || day <= to));

/** Returns the expected list, computed in the simplest way. `collected` contains the codes of books in collections. */
function naive(
  all: readonly Book[],
  raw: Readonly<Record<string, unknown>>,
  collectedBooks: ReadonlySet<string> = new Set(),
) {
  const query = toBooksQuery(raw);
  const foldedSearch = foldText(query.search);
  const isShort = [...foldedSearch].length < 3;
  const isIn = (...texts: string[]) => {
    const keys = texts.map(foldText);
    const starts = keys
      .flatMap((key) => [...key.matchAll(/\S+/gu), ...key.matchAll(/[\p{L}\p{N}]+/gu)])
      .map(([word]) => word);
    return isShort
      ? starts.some((word) => word.startsWith(foldedSearch))
      : keys.some((key) => key.includes(foldedSearch));
  };
  const isCalledSo = ({ name, code }: Book) =>
    foldedSearch === '' ||
    (/^\d+$/.test(foldedSearch) && Number(foldedSearch) === Number(code.slice('BK-'.length))) ||
    isIn(name, code);
  const textQuery = query.in === 'everything' ? searchedText(foldedSearch) : undefined;
  const isDescribedSo = ({ description, chapters }: Book) =>
    textQuery !== undefined &&
    isInText(textWordsOf([description, ...(chapters ?? []).map(({ name }) => name)]), textQuery);
  const expectedBooks = all.filter(
    (book) =>
      (query.language === undefined || book.language === languageFromFilter(query.language)) &&
      (query.is_backup === undefined || book.is_backup === query.is_backup) &&
      (query.author === undefined ||
        contributorNameKey(book.author.name) === contributorNameKey(query.author)) &&
      (query.in_collection === undefined || query.in_collection === collectedBooks.has(book.code)) &&
      isBetween(book.publication_date ?? '', query.publication_date_from, query.publication_date_to) &&
      (query.rights_ending_within === undefined ||
        (book.rights ?? []).some(({ to = '' }) =>
          isBetween(to, today, addDays(today, query.rights_ending_within ?? 0)),
        )) &&
      (query.category_id === undefined || book.category?.id === query.category_id) &&
      (query.category_code === undefined || book.category?.code === query.category_code) &&
      (query.sub_category_code === undefined || book.sub_category?.code === query.sub_category_code) &&
      (isCalledSo(book) || isIn(book.author.name) || isDescribedSo(book)),
  );
  const sign = query.sort === 'asc' ? 1 : -1;
  // Books without a date come last in both directions.
  const dayOf = (book: Book) => Number((book.publication_date ?? '').replaceAll('-', '')) || sign * Infinity;
  const sortKey = (book: Book) => (query.sort_by ? dayOf(book) : book.reading_time);
  // Matches by name precede matches by author, and these precede the rest.
  const key = (book: Book) =>
    query.sort ? sortKey(book) : isCalledSo(book) ? 2 : Number(isIn(book.author.name));
  expectedBooks.sort((a, b) => sign * ((key(a) === key(b) ? 0 : key(a) - key(b)) || a.id - b.id));
  const offset = (query.page - 1) * query.items_per_page;
  return {
    ids: expectedBooks.slice(offset, offset + query.items_per_page).map(({ id }) => id),
    total: expectedBooks.length,
  };
}

eachDatabase('lists of books', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  const random = randomFrom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const all = new Map<number, Book>();
  const codes: { category_code: string; sub_category_code?: string }[] = [];
  const authors = ['Ada', 'ADA', 'İpek', 'ipek', 'Ruiz', '', 'Inês Coração', 'Sea Whitlock'];
  let renames = 0;
  /** The codes of the books of each collection. */
  const collectedBooks = new Map<number, readonly string[]>();

  const phrase = () => Array.from({ length: 1 + random(3) }, () => pick(words)).join(' ');
  const anything = () => ({
    name: phrase(),
    description: random(2) ? phrase() : '',
    duration: random(5) * 60,
    language: 1 + random(5),
    is_backup: random(3) > 0,
    author: { name: pick(authors) },
    publication_date: random(2) ? pick(days) : '',
    rights: random(3) ? '' : `TR ..${pick(days)}; DE`,
    ...(random(4) > 0 ? pick(codes) : { category_code: '' }),
  });

  async function anyWrite(): Promise<void> {
    const ids = [...all.keys()];
    const kind = ids.length < 30 ? 0 : random(9);
    if (kind < 3) {
      const book = await catalogue.addBook(anything());
      all.set(book.id, book);
    } else if (kind < 5) {
      const book = await catalogue.books.update({ id: pick(ids), ...anything() }, context);
      all.set(book.id, book);
    } else if (kind === 5) {
      const id = pick(ids);
      await catalogue.books.remove(id, context);
      all.delete(id);
    } else if (kind === 6) {
      const id = pick([...collectedBooks.keys()]);
      const book_codes = [
        ...new Set(Array.from({ length: random(9) }, () => all.get(pick(ids))?.code ?? '')),
      ];
      await catalogue.collections.update({ id, book_codes }, context);
      collectedBooks.set(id, book_codes);
    } else if (kind === 7) {
      const chapters = [phrase(), phrase()].map((name) => ({ name, duration: 60, text_items: [] }));
      const book = await catalogue.books.replaceChapters(pick(ids), chapters, context);
      all.set(book.id, book);
    } else {
      const { author } = all.get(pick(ids)) as Book;
      renames += 1;
      await catalogue.books.authors.rename(
        { id: author.id, name: `${pick(words)} renamed ${renames}` },
        context.authorize,
      );
      for (const [id, book] of all)
        if (book.author.id === author.id) all.set(id, await catalogue.books.get(id));
    }
  }

  const anyQuery = () => ({
    ...(random(2) && { search: pick(searches) }),
    ...(random(2) && { in: 'everything' }),
    ...(random(2) && { language: pick(['tr', 'en', '5', 'xx']) }),
    ...(random(3) === 0 && { is_backup: random(2) }),
    ...(random(3) === 0 && pick(codes)),
    ...(random(3) === 0 && { in_collection: random(2) }),
    ...(random(5) === 0 && { publication_date_from: pick(days) }),
    ...(random(5) === 0 && { publication_date_to: pick(days) }),
    ...(random(5) === 0 && { rights_ending_within: pick([0, 7, 90]) }),
    ...(random(4) === 0 && { author: pick(['ada', ' İpek ', 'Ruiz', 'RUIZ', 'Nobody']) }),
    ...(random(2) && {
      sort_by_field: pick(['reading_time', 'publication_date']),
      sort_direction: pick(['asc', 'desc']),
    }),
    items_per_page: 1 + random(20),
    page: 1 + random(4),
  });

  async function expectNaive(query: Readonly<Record<string, unknown>>): Promise<void> {
    const { items, total } = await catalogue.list(query);
    expect({ query, ids: items.map(({ id }) => id), total }).toEqual({
      query,
      ...naive([...all.values()], query, new Set([...collectedBooks.values()].flat())),
    });
    for (const item of items)
      expect({ ...item, chapters: undefined }).toEqual({ ...all.get(item.id), chapters: undefined });
  }

  beforeAll(async () => {
    for (const name of ['Romance', 'Poesia', 'Historia']) {
      const { code } = await catalogue.addCategory(name);
      codes.push({ category_code: code });
      for (const letter of ['A', 'B']) {
        const sub = await catalogue.addSubCategory(`${name} ${letter}`, code);
        codes.push({ category_code: code, sub_category_code: sub.code });
      }
    }
    for (const title of ['Shelf', 'Window']) {
      const { id } = await catalogue.collections.create({ title, description: '', book_codes: [] }, context);
      collectedBooks.set(id, []);
    }
    for (let count = 0; count < 150; count++) await anyWrite();
  });

  test('lists the books of no collection, also after a change of collections, books and languages', async () => {
    const [first, second] = [
      await catalogue.addBook({ name: 'Lone' }),
      await catalogue.addBook({ name: 'Lone' }),
    ];
    const codesOf = async (in_collection: string) =>
      (await catalogue.list({ search: 'lone', in_collection })).items.map(({ code }) => code);
    expect([await codesOf('0'), await codesOf('1')]).toEqual([[second.code, first.code], []]);
    const { id } = await catalogue.collections.create(
      { title: 'Together', description: '', book_codes: [first.code] },
      context,
    );
    expect([await codesOf('0'), await codesOf('1')]).toEqual([[second.code], [first.code]]);
    // A book that changes stays in the list of its collection.
    await catalogue.books.update({ id: first.id, description: 'Changed' }, context);
    expect([await codesOf('0'), await codesOf('1')]).toEqual([[second.code], [first.code]]);
    await catalogue.collections.remove(id, context);
    expect([await codesOf('0'), await codesOf('1')]).toEqual([[second.code, first.code], []]);
    const counts = await countByLanguage(
      catalogue.database,
      toBooksQuery({ search: 'lone', in_collection: '0' }),
    );
    expect(counts).toEqual([{ language: first.language, total: 2 }]);
    for (const book of [first, second]) await catalogue.books.remove(book.id, context);
  });

  test.each(searches)('returns the same matches for %j as plain code', async (search) => {
    for (const scope of [undefined, 'everything']) {
      await expectNaive({ search, in: scope, items_per_page: 100 });
      // Some matches are read differently when there are more of them.
      const expectedSearch = { search: foldText(search), everything: scope !== undefined };
      const { ids, total } = await createListReader(catalogue.database).newest(expectedSearch, 2);
      const first = [...ids].toReversed().slice(0, 2);
      expect({ ids: first, total }).toEqual(
        naive([...all.values()], { search, in: scope, items_per_page: 2 }),
      );
    }
  });

  test('returns the same pages as plain code for any filter and sort, between any writes', async () => {
    for (let round = 0; round < 120; round++) {
      await expectNaive(anyQuery());
      if (random(2)) await anyWrite();
    }
  });

  test.each([
    {},
    { language: 'en' },
    { sort_by_field: 'reading_time', sort_direction: 'asc' },
    { sort_by_field: 'publication_date', sort_direction: 'asc' },
    { sort_by_field: 'publication_date', sort_direction: 'desc', language: 'en' },
    { search: 'a' },
    { author: 'ADA' },
    { author: 'ruiz', language: 'en' },
  ])('the pages of %j never repeat or skip a book', async (query) => {
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await catalogue.list({ ...query, page, items_per_page: 7 });
      ids.push(...items.map(({ id }) => id));
      if (items.length === 0) {
        expect(new Set(ids).size).toBe(total);
        expect(ids).toHaveLength(total);
        break;
      }
    }
  });

  test.each([
    { category_code: 'none' },
    { sub_category_code: 'none' },
    { category_code: 'romance', sub_category_code: 'poesia-a' },
    { category_id: 'x' },
    { language: 'klingon' },
    { author: 'Nobody' },
    { author: 'Adá' },
    { publication_date_from: 'soon' },
    { publication_date_from: '2026-02-30' },
    { on_sale_date_to: '9999-12-31' },
  ])('%j matches nothing', async (query) => {
    expect(await catalogue.list(query)).toEqual({ items: [], total: 0 });
  });

  test('a page past the end is empty and has the true total', async () => {
    expect(await catalogue.list({ page: 9_999_999 })).toEqual({ items: [], total: all.size });
    const sea = naive([...all.values()], { search: 'sea' });
    expect(await catalogue.list({ search: 'sea', page: 9_999_999 })).toEqual({ items: [], total: sea.total });
  });

  test('the counters equal a recount', async () => {
    const { kysely } = catalogue.database;
    const books = [...all.values()];
    const cells = Map.groupBy(books, ({ language, category, sub_category, is_backup }) =>
      [language, category?.id ?? 0, sub_category?.id ?? 0, is_backup].join(),
    );
    const storedCounts = await kysely.selectFrom('book_counts').selectAll().execute();
    const matches = storedCounts.map((row) => [
      [row.language, row.category_id, row.sub_category_id, row.is_backup].join(),
      row.books,
      row.reading_seconds,
    ]);
    const expected = [...cells].map(([cell, members]) => [
      cell,
      members.length,
      members.reduce((sum, book) => sum + book.reading_time, 0),
    ]);
    expect(new Set(matches.map(String))).toEqual(new Set(expected.map(String)));

    const byAuthor = Map.groupBy(books, ({ author }) => author.id);
    const authorRows = await kysely.selectFrom('authors').select(['id', 'book_count']).execute();
    for (const { id, book_count } of authorRows) expect(book_count).toBe(byAuthor.get(id)?.length ?? 0);
  });

  test('the reports equal a recount', async () => {
    const reports = createReports(catalogue.database);
    const books = [...all.values()];
    const [longest] = books.toSorted((a, b) => b.reading_time - a.reading_time || b.id - a.id);
    expect(await reports.longestBook()).toEqual({
      name: longest?.name,
      author: { name: longest?.author.name },
      reading_time: longest?.reading_time,
      category: longest?.category ? { name: longest.category.name, type: 'category' } : null,
    });
    const languages = [...Map.groupBy(books, ({ language }) => language ?? 0)].toSorted(([a], [b]) => a - b);
    expect(await reports.averageReadingTime()).toEqual(
      languages.map(([language, members]) => ({
        language,
        average_reading_time: (
          members.reduce((sum, book) => sum + book.reading_time, 0) / members.length
        ).toFixed(2),
      })),
    );
    const authorCounts = await reports.mostProlificAuthors();
    const counts = [...Map.groupBy(books, ({ author }) => author.id).values()].map(({ length }) => length);
    expect(authorCounts.map(({ book_count }) => book_count)).toEqual(
      counts.toSorted((a, b) => b - a).slice(0, 10),
    );
  });

  test('shows a list change to another process as soon as the write is committed, in both directions', async () => {
    const elsewhere = createCatalogue(catalogue.database);
    const search = { search: 'nowhere else' };
    expect((await catalogue.list(search)).total).toBe(0);
    const book = await elsewhere.addBook({ name: 'Nowhere Else' });
    expect((await catalogue.list(search)).total).toBe(1);
    await elsewhere.books.update({ id: book.id, name: 'Somewhere' }, context);
    expect((await catalogue.list(search)).total).toBe(0);
    await elsewhere.books.update({ id: book.id, name: 'Nowhere else again' }, context);
    expect((await catalogue.list(search)).total).toBe(1);
    await elsewhere.books.remove(book.id, context);
    expect((await catalogue.list(search)).total).toBe(0);
  });

  test('updates books, lists and totals when a sub-category is moved', async () => {
    const before = await catalogue.list({ category_code: 'historia', search: 'bk' });
    const sub = (await catalogue.subCategories.list({ ...toBooksQuery({}), category_code: 'romance' }))
      .items[0];
    const movedBooks = await catalogue.list({ sub_category_code: sub?.code, items_per_page: 100 });
    await catalogue.subCategories.update({ id: sub?.id ?? 0, category_code: 'historia' }, context);
    for (const { id } of movedBooks.items) {
      const book = await catalogue.books.get(id);
      expect(book).toMatchObject({
        category: { code: 'historia' },
        version: (all.get(id)?.version ?? 0) + 1,
      });
      all.set(id, book);
    }
    const after = await catalogue.list({ category_code: 'historia', search: 'bk' });
    expect(after.total).toBe(before.total + movedBooks.total);
    await expectNaive({ category_code: 'historia' });
    await expectNaive({ category_code: 'romance' });
  });
});
