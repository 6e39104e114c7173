import type { CreateOf, ItemOf, QueryOf, ResourceDeclaration, UpdateOf } from '#contract/define-resource';
import type { ResourceName } from '#contract/permissions';
import { books } from '#contract/resources/books';
import { categories } from '#contract/resources/categories';
import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import { subCategories } from '#contract/resources/sub-categories';
import type { Database } from '#server/db/open';
import { AppError } from '#server/errors';
import type { Rows } from '#server/http/csv';
import { parse } from '#server/http/parse';
import type { ServiceOf, WriteContext } from '#server/http/resource-service';
import type { Services } from '#server/modules';
import { nextTurn } from '#server/next-turn';
import { allBooks } from '#server/resources/books/all-books';
import { idOfBookCode } from '#server/resources/book-code';
import { categoryByCode, subCategoryByCode } from '#server/resources/category-codes';
import type { Settings } from '#server/settings/settings';
import {
  type Column,
  bookSheet,
  categorySheet,
  challengeSheet,
  collectionSheet,
  mobileConfigSheet,
  storyBookSheet,
  subCategorySheet,
} from './sheet-columns.ts';
import { type PlannedRow, type RowPlanner, createRowPlanner } from './sheet-rows.ts';

/** Records of a page where all are read. */
const PAGE = 50;

/** A kind of record as a sheet. */
export interface SheetKind {
  readonly columns: readonly string[];
  /** The list that a query shows, whole and in its order. @throws AppError 422 */
  rows(query: unknown): Rows;
  readonly planner: RowPlanner;
  /** Writes a planned row. @throws AppError */
  write(row: PlannedRow, context: WriteContext): Promise<void>;
}

interface Definition<R extends ResourceDeclaration> {
  readonly declaration: R;
  readonly service: Pick<ServiceOf<R>, 'get' | 'list' | 'create' | 'update'>;
  readonly columns: readonly Column<ItemOf<R>>[];
  /** The id of the record with this key; 0 when it could be a new one's, undefined when there is none. */
  find(key: string): Promise<number | undefined>;
  all?(query: QueryOf<R>): AsyncIterable<readonly ItemOf<R>[]>;
}

/** Pages of a list one after the other. What moves between them while they are read is still sent once. */
async function* pagesOf<R extends ResourceDeclaration>(
  { service }: Pick<Definition<R>, 'service'>,
  query: QueryOf<R>,
): AsyncGenerator<ItemOf<R>[]> {
  const sent = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { items } = await service.list({ ...query, page, items_per_page: PAGE });
    if (items.length === 0) return;
    const fresh = items.filter(({ id }) => !sent.has(id));
    for (const { id } of fresh) sent.add(id);
    yield fresh;
    await nextTurn();
  }
}

function define<R extends ResourceDeclaration>(definition: Definition<R>): SheetKind {
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
      const asked = parse(declaration.query, query) as QueryOf<R>;
      const pages = definition.all?.(asked) ?? pagesOf(definition, asked);
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

/** Every kind of record as a sheet. */
export function createSheetKinds(
  database: Database,
  services: Services,
  settings: Pick<Settings, 'values'>,
): Readonly<Record<ResourceName, SheetKind>> {
  const { kysely } = database;
  return {
    books: define({
      declaration: books,
      service: services.books,
      columns: bookSheet,
      find: (code) => Promise.resolve(idOfBookCode(code.toUpperCase())),
      all: (query) => allBooks(database, query, settings.values().languages),
    }),
    categories: define({
      declaration: categories,
      service: services.categories,
      columns: categorySheet,
      find: async (code) => (await categoryByCode(kysely, { code }))[0]?.id ?? 0,
    }),
    'sub-categories': define({
      declaration: subCategories,
      service: services.subCategories,
      columns: subCategorySheet,
      find: async (code) => (await subCategoryByCode(kysely, { code }))[0]?.id ?? 0,
    }),
    collections: define({
      declaration: collections,
      service: services.collections,
      columns: collectionSheet,
      find: byId,
    }),
    'story-books': define({
      declaration: storyBooks,
      service: services.storyBooks,
      columns: storyBookSheet,
      find: byId,
    }),
    'mobile-configs': define({
      declaration: mobileConfigs,
      service: services.mobileConfigs,
      columns: mobileConfigSheet,
      find: byId,
    }),
    challenges: define({
      declaration: challenges,
      service: services.challenges,
      columns: challengeSheet,
      find: byId,
    }),
  };
}
