import type {
  CreateOf,
  ItemOf,
  QueryOf,
  ResourceDeclaration,
  UpdateOf,
} from '#contract/core/define-resource';
import type { Database } from '#server/core/db/open';
import { AppError } from '#server/core/errors';
import type { Rows } from '#server/core/csv';
import { parse } from '#server/core/parse';
import type { ServiceOf, WriteContext } from '#server/core/resource/resource-service';
import type { ReadCatalogue } from '#server/features/books/all-books';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { Settings } from '#server/core/settings/settings';
import type { Column, SpreadsheetColumns } from './spreadsheet-columns.ts';
import { type PlannedRow, type RowPlanner, createRowPlanner } from './spreadsheet-rows.ts';

/** Records per page when all are read. */
const PAGE = 50;

/** The input of a write of a row. An update has an ID. */
export type RowInput =
  | { readonly create: object; readonly update?: undefined }
  | { readonly create?: undefined; readonly update: { readonly id: number } };

/** A record type as a spreadsheet. */
export interface SpreadsheetKind {
  readonly columns: readonly string[];
  /** Returns the whole list of a query in its order. @throws AppError 422 */
  rows(query: unknown): Rows;
  readonly planner: RowPlanner;
  /** Returns the valid input of a planned row. @throws AppError 422 */
  inputOf(row: PlannedRow): RowInput;
  /** Writes a planned row. @throws AppError */
  write(row: PlannedRow, context: WriteContext): Promise<void>;
}

export interface SpreadsheetDeps {
  readonly database: Database;
  readonly settings: Pick<Settings, 'values'>;
  /** Reads whole lists in several steps. */
  readonly read: ReadCatalogue;
}

/** The columns of a resource, and how its records are found. */
export interface Spreadsheet<R extends ResourceDeclaration> {
  readonly columns: SpreadsheetColumns<R>;
  /** Returns further columns, which depend on the settings. */
  moreColumns?(deps: SpreadsheetDeps): readonly Column<ItemOf<R>>[];
  /** Returns the ID of the record with this key; 0 when a new record may have it, undefined when there is none. Default: the key is the ID. */
  find?(deps: SpreadsheetDeps, key: string): Promise<number | undefined>;
  /** Reads the whole list. Default: its pages. */
  all?(deps: SpreadsheetDeps, query: QueryOf<R>): AsyncIterable<readonly ItemOf<R>[]>;
}

interface Definition<R extends ResourceDeclaration> {
  readonly declaration: R;
  readonly service: Pick<ServiceOf<R>, 'get' | 'list' | 'create' | 'update'>;
  readonly spreadsheet: Spreadsheet<R>;
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

const byId = (text: string): Promise<number | undefined> =>
  Promise.resolve(/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);

export function createSpreadsheetKind<R extends ResourceDeclaration>(
  definition: Definition<R>,
  deps: SpreadsheetDeps,
): SpreadsheetKind {
  const { declaration, service, spreadsheet } = definition;
  const { find, all, moreColumns } = spreadsheet;
  const columnsNow = (): readonly Column<ItemOf<R>>[] => [
    ...Object.values(spreadsheet.columns),
    ...(moreColumns?.(deps) ?? []),
  ];
  const get = async (id: number): Promise<ItemOf<R> | undefined> => {
    try {
      return await service.get(id);
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    }
  };
  const inputOf = ({ id, version, input }: PlannedRow): RowInput =>
    id === null
      ? { create: parse(declaration.create, input) }
      : { update: parse(declaration.update, { ...input, id, version }) };
  return {
    get columns() {
      return columnsNow().map(({ name }) => name);
    },
    async *rows(query) {
      const listQuery = parse(declaration.query, query) as QueryOf<R>;
      const columns = columnsNow();
      const pages = all?.(deps, listQuery) ?? pagesOf(definition, listQuery);
      for await (const items of pages) yield items.map((item) => columns.map(({ cell }) => cell(item)));
    },
    planner: createRowPlanner({
      declaration,
      columns: columnsNow,
      find: find ? (key) => find(deps, key) : byId,
      get,
    }),
    inputOf,
    async write(row, context) {
      const { create, update } = inputOf(row);
      await (create
        ? service.create(create as CreateOf<R>, context)
        : service.update(update as UpdateOf<R>, context));
    },
  };
}
