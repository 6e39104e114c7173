import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ListQuery } from '#contract/core/define-resource';
import { foldText } from '#contract/core/slug';
import { counterRow } from '#server/core/db/counter-row';
import type { Database } from '#server/core/db/open';
import { prepare, prepareEach } from '#server/core/db/prepared';
import { acrossRecords } from '#server/core/db/record-tables';
import type { RecordTable } from '#server/core/db/tables/tables';
import { idsOfRecords } from './record-search.ts';

/** The maximum offset of pages that are read by the index. Later pages use the cached list. */
const MAX_WALK = 1_000;
/** The maximum number of cached IDs of one resource, at four bytes each, plus one for each list. */
const MAX_IDS = 1_000_000;
const MAX_LISTS = 500;

const emptyCache = () => new LRUCache<string, Promise<Uint32Array>>({ max: MAX_LISTS, maxSize: MAX_IDS });

/** The conditions of a resource's filters. */
export interface Selection {
  readonly category_id?: number;
  /** Sorts by this column and then by ID in the same direction. Default: newest first. */
  readonly sort?: { readonly column: 'day_count'; readonly direction: 'asc' | 'desc' };
}

const listState = prepare((db, { table }: { table: RecordTable }) =>
  db.selectFrom('record_lists').select(['revision', 'total']).where('name', '=', table),
);

interface PageShape {
  readonly table: RecordTable;
  readonly column: 'day_count' | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Selects the IDs of one page by the index of the sort order. */
const idsOfPage = prepareEach(
  (db, { limit, offset }: { limit: number; offset: number }, { table, column, direction }: PageShape) => {
    const page = acrossRecords(db).selectFrom(table).select('id');
    return (column ? page.orderBy(column, direction) : page)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset);
  },
);

/**
 * Creates pages of one resource: sorted IDs with the exact total.
 *
 * The first pages of all records are read by an index. Searches and later pages are read once, outside the event loop, and cached until any
 * process writes a record of the resource.
 */
export function createRecordPages(database: Database, table: RecordTable) {
  const kysely = acrossRecords(database.kysely);
  let lists = { revision: -1, byKey: emptyCache() };

  async function state(): Promise<{ revision: number; total: number }> {
    return counterRow(await listState(database.kysely, { table }), table);
  }

  async function walk({ sort }: Selection, limit: number, offset: number): Promise<number[]> {
    const direction = sort?.direction ?? 'desc';
    const rows = await idsOfPage(
      database.kysely,
      { table, column: sort?.column, direction },
      { limit, offset },
    );
    return rows.map(({ id }) => id);
  }

  /** Returns all IDs of a list in ascending order. */
  async function read(foldedSearch: string, { category_id, sort }: Selection): Promise<Uint32Array> {
    let recordQuery = kysely.selectFrom(table).select('id');
    if (foldedSearch !== '')
      recordQuery = recordQuery.where(
        sql<boolean>`id in (${idsOfRecords(database.dialect, table, foldedSearch)})`,
      );
    if (category_id !== undefined) recordQuery = recordQuery.where('category_id', '=', category_id);
    if (sort) recordQuery = recordQuery.orderBy(sort.column);
    const query = kysely
      .selectFrom(recordQuery.orderBy('id').as('sorted'))
      .select([
        sql<number>`0`.as('revision'),
        sql<string | null>`string_agg(cast(id as text), ',')`.as('ids'),
        sql<null>`null`.as('keys'),
      ])
      .compile();
    return (await database.dialect.readIds(query)).ids;
  }

  /** Returns a cached list. It contains everything committed before the request, because a list is never used for a later revision. */
  function idsOfSearch(revision: number, foldedSearch: string, selection: Selection): Promise<Uint32Array> {
    if (revision > lists.revision) lists = { revision, byKey: emptyCache() };
    const { byKey } = lists;
    const key = JSON.stringify([foldedSearch, selection.category_id, selection.sort?.column]);
    const cachedList = byKey.get(key);
    if (cachedList) return cachedList;
    const list = read(foldedSearch, selection);
    byKey.set(key, list, { size: 1 });
    list.then(
      (ids) => byKey.set(key, list, { size: 1 + ids.length }),
      () => byKey.delete(key),
    );
    return list;
  }

  return async function page(
    query: ListQuery,
    selection: Selection = {},
  ): Promise<{ ids: number[]; total: number }> {
    const { items_per_page: limit } = query;
    const offset = (query.page - 1) * limit;
    const foldedSearch = foldText(query.search);
    const { revision, total } = await state();
    if (foldedSearch === '' && selection.category_id === undefined) {
      if (offset >= total) return { ids: [], total };
      if (offset <= MAX_WALK) return { ids: await walk(selection, limit, offset), total };
    }
    const list = await idsOfSearch(revision, foldedSearch, selection);
    const size = Math.max(0, Math.min(limit, list.length - offset));
    const isAscending = selection.sort?.direction === 'asc';
    const ids = Array.from({ length: size }, (_, index) => {
      const position = offset + index;
      return list[isAscending ? position : list.length - 1 - position] ?? 0;
    });
    return { ids, total: list.length };
  };
}

export type RecordPages = ReturnType<typeof createRecordPages>;
