import type {
  CreateOf,
  ItemOf,
  QueryOf,
  ResourceDeclaration,
  UpdateOf,
} from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import type { Database } from '#server/core/db/open';
import { AppError } from '#server/core/errors';
import type { Rows } from '#server/core/csv';
import { parse } from '#server/core/parse';
import type { ServiceOf, WriteContext } from '#server/core/resource/resource-service';
import type { Services } from '#server/app/modules';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { allBooks } from '#server/features/books/all-books';
import { idOfBookCode } from '#server/core/resource/book-code';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';
import type { Settings } from '#server/core/settings/settings';
import {
  type Column,
  bookSpreadsheet,
  categorySpreadsheet,
  challengeSpreadsheet,
  collectionSpreadsheet,
  mobileConfigSpreadsheet,
  storyBookSpreadsheet,
  subCategorySpreadsheet,
} from './spreadsheet-columns.ts';
import { type PlannedRow, type RowPlanner, createRowPlanner } from './spreadsheet-rows.ts';

/** Records per page when all are read. */
const PAGE = 50;

/** A record type as a spreadsheet. */
export interface SpreadsheetKind {
  readonly columns: readonly string[];
  /** Returns the whole list of a query in its order. @throws AppError 422 */
  rows(query: unknown): Rows;
  readonly planner: RowPlanner;
  /** Writes a planned row. @throws AppError */
  write(row: PlannedRow, context: WriteContext): Promise<void>;
}

interface Definition<R extends ResourceDeclaration> {
  readonly declaration: R;
  readonly service: Pick<ServiceOf<R>, 'get' | 'list' | 'create' | 'update'>;
  readonly columns: readonly Column<ItemOf<R>>[];
  /** Returns the id of the record with this key; 0 when a new record may have it, undefined when there is none. */
  find(key: string): Promise<number | undefined>;
  all?(query: QueryOf<R>): AsyncIterable<readonly ItemOf<R>[]>;
}

/** Yields the pages of a list one after the other. A record that moves between pages during the read is returned once. */
async function* pagesOf<R extends ResourceDeclaration>(
  { service }: Pick<Definition<R>, 'service'>,
  query: QueryOf<R>,
): AsyncGenerator<ItemOf<R>[]> {
  const ids = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { items } = await service.list({ ...query, page, items_per_page: PAGE });
    if (items.length === 0) return;
    const fresh = items.filter(({ id }) => !ids.has(id));
    for (const { id } of fresh) ids.add(id);
    yield fresh;
    await yieldToEventLoop();
  }
}

function define<R extends ResourceDeclaration>(definition: Definition<R>): SpreadsheetKind {
  const { declaration, service, columns } = definition;
  const get = async (id: number): Promise<ItemOf<R> | undefined> => {
    try {
      return await service.get(id);
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    columns: columns.map(({ name }) => name),
    async *rows(query) {
      const listQuery = parse(declaration.query, query) as QueryOf<R>;
      const pages = definition.all?.(listQuery) ?? pagesOf(definition, listQuery);
      for await (const items of pages) yield items.map((item) => columns.map(({ cell }) => cell(item)));
    },
    planner: createRowPlanner({ declaration, columns, find: definition.find, get }),
    async write({ id, version, input }, context) {
      if (id === null) await service.create(parse(declaration.create, input) as CreateOf<R>, context);
      else await service.update(parse(declaration.update, { ...input, id, version }) as UpdateOf<R>, context);
    },
  };
}

const byId = (text: string): Promise<number | undefined> =>
  Promise.resolve(/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);

/** Creates the spreadsheets of every record type. */
export function createSpreadsheetKinds(
  database: Database,
  services: Services,
  settings: Pick<Settings, 'values'>,
): Readonly<Record<ResourceName, SpreadsheetKind>> {
  const { kysely } = database;
  return {
    books: define({
      declaration: books,
      service: services.books,
      columns: bookSpreadsheet,
      find: (code) => Promise.resolve(idOfBookCode(code.toUpperCase())),
      all: (query) => allBooks(database, query, settings.values().languages),
    }),
    categories: define({
      declaration: categories,
      service: services.categories,
      columns: categorySpreadsheet,
      find: async (code) => (await categoryByCode(kysely, { code }))[0]?.id ?? 0,
    }),
    'sub-categories': define({
      declaration: subCategories,
      service: services.subCategories,
      columns: subCategorySpreadsheet,
      find: async (code) => (await subCategoryByCode(kysely, { code }))[0]?.id ?? 0,
    }),
    collections: define({
      declaration: collections,
      service: services.collections,
      columns: collectionSpreadsheet,
      find: byId,
    }),
    'story-books': define({
      declaration: storyBooks,
      service: services.storyBooks,
      columns: storyBookSpreadsheet,
      find: byId,
    }),
    'mobile-configs': define({
      declaration: mobileConfigs,
      service: services.mobileConfigs,
      columns: mobileConfigSpreadsheet,
      find: byId,
    }),
    challenges: define({
      declaration: challenges,
      service: services.challenges,
      columns: challengeSpreadsheet,
      find: byId,
    }),
  };
}
