import { formatSubjects } from '#contract/books/book-subjects';
import { languageFromFilter, languageShortCode } from '#contract/core/languages';
import type { BlockType } from '#contract/mobile-configs/block-types';
import { type bookDetails, type DetailName, detailText, mapDetails } from '#contract/books/book-details';
import type { Book, books } from '#contract/books/books';
import { formatSample } from '#contract/books/sample';
import type { categories } from '#contract/categories/categories';
import type { challenges } from '#contract/challenges/challenges';
import type { collections } from '#contract/collections/collections';
import type { Block, mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import type { publishers } from '#contract/publishers/publishers';
import type { series } from '#contract/series/series';
import type { storyBooks } from '#contract/story-books/story-books';
import type { subCategories } from '#contract/sub-categories/sub-categories';
import type { CreateOf, ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { Cell } from '#server/core/csv';

import { fromContributorsCell, toContributorsCell } from './contributors-cell.ts';
import { fromNamesCell, toNamesCell } from './names-cell.ts';

/** An invalid cell with its message. */
export class CellError extends Error {
  override readonly name = 'CellError';
}

/** Records that codes in cells refer to. */
export interface Known {
  hasBook(code: string): Promise<boolean>;
  hasCategory(code: string): Promise<boolean>;
  /** Returns the code of its category; undefined when the sub-category does not exist. */
  categoryOf(subCategoryCode: string): Promise<string | undefined>;
}

export interface Column<Item> {
  readonly name: string;
  /** Returns the cell of a record, in the form compared with an imported one. */
  readonly cell: (item: Item) => Cell;
  /** Returns the fields of a create or update for a text of this column; absent for read-only columns. @throws CellError */
  readonly input?: (text: string, item: Item | undefined) => Readonly<Record<string, unknown>>;
  /** True if a new record needs a value. */
  readonly isRequired?: boolean;
  /** @throws CellError when the text references no record */
  readonly check?: (text: string, lookups: Known) => Promise<void>;
}

/** The columns in order, by field. Each field of a create request has one, except uploads and custom fields. */
export type SpreadsheetColumns<R extends ResourceDeclaration> = Readonly<
  Record<Exclude<keyof CreateOf<R> & string, 'custom' | `${string}_upload`>, Column<ItemOf<R>>> &
    Record<string, Column<ItemOf<R>>>
>;

const text = <Item>(name: string, cell: (item: Item) => string): Column<Item> => ({
  name,
  cell,
  input: (value) => ({ [name]: value }),
});

/** A blank cell changes nothing. */
const number = <Item>(name: string, cell: (item: Item) => number): Column<Item> => ({
  name,
  cell,
  input(value) {
    if (value === '') return {};
    if (!/^\d{1,10}$/.test(value)) throw new CellError('Must be a whole number.');
    return { [name]: Number(value) };
  },
});

const words = { yes: ['yes', 'true', '1'], no: ['no', 'false', '0'] } as const;

function choice<Item>(
  name: string,
  {
    key,
    cell,
    labels: [on, off],
  }: {
    readonly key: string;
    readonly cell: (item: Item) => boolean;
    readonly labels: readonly [string, string];
  },
): Column<Item> {
  return {
    name,
    cell: (item) => (cell(item) ? on : off),
    input(value) {
      const lowerCaseText = value.toLowerCase();
      if (lowerCaseText === '') return {};
      if (lowerCaseText === on || words.yes.some((word) => word === lowerCaseText)) return { [key]: true };
      if (lowerCaseText === off || words.no.some((word) => word === lowerCaseText)) return { [key]: false };
      throw new CellError(`Must be ${on} or ${off}.`);
    },
  };
}

async function checkCategory(code: string, lookups: Known): Promise<void> {
  if (code !== '' && !(await lookups.hasCategory(code)))
    throw new CellError(`No category found with code ${code}.`);
}
async function checkBook(code: string, lookups: Known): Promise<void> {
  if (code !== '' && !(await lookups.hasBook(code))) throw new CellError(`No book found with code ${code}.`);
}
async function checkBooks(value: string, lookups: Known): Promise<void> {
  for (const { key } of listOf(value)) await checkBook(key, lookups);
}

/** Reads entries separated by commas; a star marks a featured one. */
function listOf(value: string): { readonly key: string; readonly isFeatured: boolean }[] {
  return value
    .split(/[,;\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => ({ key: entry.replace(/\*$/, ''), isFeatured: entry.endsWith('*') }));
}
const toListCell = (
  entries: readonly { readonly key: string; readonly isFeatured?: boolean | undefined }[],
) => entries.map(({ key, isFeatured }) => (isFeatured ? `${key}*` : key)).join(', ');

/** A field of the publication record. A blank cell clears it. */
const detailColumn = (name: DetailName, type: (typeof bookDetails)[DetailName]['column']): Column<Book> => ({
  name,
  cell: (book) => detailText(book, name),
  input(value) {
    if (type !== 'integer') return { [name]: value };
    if (!/^\d{0,10}$/.test(value)) throw new CellError('Must be a whole number.');
    return { [name]: Number(value) };
  },
});

const chapterCount = number<Book>('chapter_count', ({ chapter_count }) => chapter_count);

export const bookSpreadsheet: SpreadsheetColumns<typeof books> = {
  code: { name: 'code', cell: ({ code }) => code },
  name: text('name', ({ name }) => name),
  author: { name: 'author', cell: ({ author }) => author.name, input: (name) => ({ author: { name } }) },
  narrator: text('narrator', ({ narrator = '' }) => narrator),
  contributors: {
    name: 'contributors',
    cell: ({ contributors = [] }) => toContributorsCell(contributors),
    input(value) {
      const contributors = fromContributorsCell(value);
      if (!contributors) throw new CellError('Must be in the format NAME (ROLE); NAME (ROLE).');
      return { contributors };
    },
  },
  publisher: text('publisher', ({ publisher }) => publisher?.name ?? ''),
  imprint: text('imprint', ({ imprint }) => imprint?.name ?? ''),
  year: number('year', ({ year = 0 }) => year),
  language: {
    name: 'language',
    cell: ({ language = 0 }) => languageShortCode(language) ?? String(language),
    input(value) {
      if (value === '') return {};
      const language = languageFromFilter(value);
      if (languageShortCode(language) === undefined)
        throw new CellError(`No language found with code ${value}.`);
      return { language };
    },
  },
  is_backup: choice('service', {
    key: 'is_backup',
    cell: ({ is_backup }) => is_backup === 1,
    labels: ['backup', 'main'],
  }),
  category_code: {
    name: 'category_code',
    cell: ({ category }) => category?.code ?? '',
    input: (category_code) => ({ category_code }),
    check: checkCategory,
  },
  sub_category_code: {
    name: 'sub_category_code',
    cell: ({ sub_category }) => sub_category?.code ?? '',
    input: (sub_category_code) => ({ sub_category_code }),
    async check(code, lookups) {
      if (code !== '' && (await lookups.categoryOf(code)) === undefined)
        throw new CellError(`No sub-category found with code ${code}.`);
    },
  },
  edition_of: {
    name: 'edition_of',
    cell: ({ edition_of }) => edition_of?.code ?? '',
    input: (edition_of) => ({ edition_of }),
    check: checkBook,
  },
  chapter_count: {
    ...chapterCount,
    input: (value, book) => (book?.has_chapters ? {} : (chapterCount.input?.(value, book) ?? {})),
  },
  duration: number('duration', ({ duration }) => duration),
  reading_time: { name: 'reading_time', cell: ({ reading_time }) => reading_time },
  description: text('description', ({ description }) => description),
  sample: text('sample', ({ sample }) => (sample ? formatSample(sample) : '')),
  ...mapDetails((name, { column }) => detailColumn(name, column)),
};

const defaultSubjectsColumn = text(
  'default_subjects',
  ({ default_subjects = [] }: ItemOf<typeof categories> | ItemOf<typeof subCategories>) =>
    formatSubjects(default_subjects),
);

export const categorySpreadsheet: SpreadsheetColumns<typeof categories> = {
  code: { name: 'code', cell: ({ code }) => code },
  name: text('name', ({ name }) => name),
  default_subjects: defaultSubjectsColumn,
};

export const subCategorySpreadsheet: SpreadsheetColumns<typeof subCategories> = {
  code: { name: 'code', cell: ({ code }) => code },
  name: text('name', ({ name }) => name),
  category_code: {
    name: 'category_code',
    cell: ({ category_code }) => category_code,
    input: (category_code) => ({ category_code }),
    check: checkCategory,
  },
  default_subjects: defaultSubjectsColumn,
};

export const collectionSpreadsheet: SpreadsheetColumns<typeof collections> = {
  id: { name: 'id', cell: ({ id }) => id },
  title: text('title', ({ title }) => title),
  description: text('description', ({ description }) => description),
  book_codes: {
    name: 'book_codes',
    cell: ({ books }) => toListCell(books.map(({ code }) => ({ key: code }))),
    input: (value) => ({ book_codes: listOf(value).map(({ key }) => key) }),
    check: checkBooks,
  },
};

/** Reads entries with positions: `BK-000001=3, BK-000002=2,5`. A position can contain commas, so a separator precedes a book code. */
const positionedListOf = (value: string): { readonly code: string; readonly position: string }[] =>
  value
    .split(/[,;\s]+(?=BK-)/)
    .map((entry) => entry.replace(/[,;\s]+$/, ''))
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, code = entry, position = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
      return { code: code.trim(), position: position.trim() };
    });

export const seriesSpreadsheet: SpreadsheetColumns<typeof series> = {
  id: { name: 'id', cell: ({ id }) => id },
  title: text('title', ({ title }) => title),
  description: text('description', ({ description }) => description),
  is_ordered: choice('ordered', {
    key: 'is_ordered',
    cell: ({ is_ordered }) => is_ordered,
    labels: ['yes', 'no'],
  }),
  books: {
    name: 'books',
    cell: ({ books }) =>
      books.map(({ code, position }) => (position === '' ? code : `${code}=${position}`)).join(', '),
    input: (value) => ({ books: positionedListOf(value) }),
    async check(value, lookups) {
      for (const { code } of positionedListOf(value)) await checkBook(code, lookups);
    },
  },
};

export const publisherSpreadsheet: SpreadsheetColumns<typeof publishers> = {
  id: { name: 'id', cell: ({ id }) => id },
  name: text('name', ({ name }) => name),
  website: text('website', ({ website }) => website),
  description: text('description', ({ description }) => description),
  imprints: {
    name: 'imprints',
    cell: ({ imprints }) => toNamesCell(imprints.map(({ name }) => name)),
    input: (value) => ({ imprints: fromNamesCell(value).map((name) => ({ name })) }),
  },
};

export const storyBookSpreadsheet: SpreadsheetColumns<typeof storyBooks> = {
  id: { name: 'id', cell: ({ id }) => id },
  title: text('title', ({ title }) => title),
  description: text('description', ({ description }) => description),
  story_items: {
    name: 'story_items',
    cell: ({ story_items }) =>
      toListCell(
        story_items.map(({ book_code, chapter_code, text_item_code, is_featured }) => ({
          key: [book_code, chapter_code, text_item_code].join('/'),
          isFeatured: is_featured,
        })),
      ),
    input: (value) => ({
      story_items: listOf(value).map(({ key, isFeatured }) => {
        const [book_code, chapter_code, text_item_code, ...rest] = key.split('/');
        if (!book_code || !chapter_code || !text_item_code || rest.length > 0)
          throw new CellError(`${key} must be in the format BOOK/CHAPTER/TEXT.`);
        return { book_code, chapter_code, text_item_code, is_featured: isFeatured };
      }),
    }),
  },
};

export const challengeSpreadsheet: SpreadsheetColumns<typeof challenges> = {
  id: { name: 'id', cell: ({ id }) => id },
  title: text('title', ({ title }) => title),
  description: text('description', ({ description }) => description),
  day_count: number('day_count', ({ day_count }) => day_count),
  is_active: choice('active', {
    key: 'is_active',
    cell: ({ is_active }) => is_active,
    labels: ['yes', 'no'],
  }),
  items: {
    name: 'book_codes',
    cell: ({ items }) =>
      toListCell(items.map(({ book_code, is_featured }) => ({ key: book_code, isFeatured: is_featured }))),
    input: (value, item) => {
      const before = new Map(item?.items.map((entry) => [entry.book_code, entry.is_featured]));
      return {
        items: listOf(value).map(({ key, isFeatured }, order_index) => ({
          book_code: key,
          order_index,
          is_featured: isFeatured || before.get(key) === true ? isFeatured : before.get(key),
        })),
      };
    },
    check: checkBooks,
  },
};

const idOf = ({ id }: { readonly id: number }) => ({ id });
const blockOf = ({ title, type, data }: Block): { title: string; type: BlockType; data: object } => ({
  title,
  type,
  data: data.items ? { items: data.items.map(idOf) } : data.item ? idOf(data.item) : {},
});

export const mobileConfigSpreadsheet: SpreadsheetColumns<typeof mobileConfigs> = {
  id: { name: 'id', cell: ({ id }) => id },
  title: text('title', ({ title }) => title),
  is_main_service: choice('main_service', {
    key: 'is_main_service',
    cell: ({ is_main_service }) => is_main_service,
    labels: ['yes', 'no'],
  }),
  config: {
    name: 'blocks',
    cell: ({ config }) => JSON.stringify(config.map(blockOf)),
    input(value) {
      if (value === '') return { config: [] };
      try {
        return { config: JSON.parse(value) as unknown };
      } catch {
        throw new CellError('Must be a JSON list of blocks.');
      }
    },
  },
};
