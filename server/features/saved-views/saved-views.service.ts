import type { Kysely, Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { foldText } from '#contract/core/slug';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import {
  type ViewList,
  permissionToManageViews,
  permissionToShare,
  viewColumns,
  viewLimits,
} from '#contract/saved-views/view-lists';
import { isCustomFilter } from '#contract/custom-fields/custom-values';
import { readViewQuery } from '#contract/saved-views/view-queries';
import type { View, ViewCreate, ViewUpdate } from '#contract/saved-views/saved-views';
import type { SessionUser } from '#server/core/auth/sessions';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { ListViewRow } from '#server/core/db/tables/views';
import { inTransaction } from '#server/core/db/transaction';
import { editConflict, forbidden, notFound, appError, fieldErrors } from '#server/core/errors';
import type { Counters } from './count-views.ts';

/** Time limit of counting. Later views are counted when they are requested again. */
const COUNT_MS = 1_000;

interface CallContext {
  /** Returns the caller as stored now. @throws AppError 401, 403 */
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
}

type StoredView = ListViewRow & { readonly owner_name: string };
type Caller = Pick<SessionUser, 'id'> & { readonly permissions: ReadonlySet<Permission> };

const rowsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('list_views')
    .innerJoin('users', 'users.id', 'list_views.user_id')
    .selectAll('list_views')
    .select('users.name as owner_name');

const isOwn = (row: StoredView, user: Caller): boolean => row.user_id === user.id;

const mayChange = (row: StoredView, user: Caller): boolean =>
  isOwn(row, user) || user.permissions.has(permissionToManageViews);

const present = (row: StoredView, user: Caller): View => ({
  id: row.id,
  list: row.list,
  name: row.name,
  query: JSON.parse(row.query) as View['query'],
  columns: row.columns === null ? null : (JSON.parse(row.columns) as string[]),
  density: row.density,
  is_shared: row.is_shared === 1,
  is_own: isOwn(row, user),
  may_change: mayChange(row, user),
  owner: { id: row.user_id, name: row.owner_name },
  count: null,
  version: row.version,
  updated_at: row.updated_at,
});

/** Returns the sent columns of a view in their stored form. @throws AppError 422 */
function toStoredView(
  list: ViewList,
  { query, columns, density }: Pick<ViewUpdate, 'query' | 'columns' | 'density'>,
) {
  const problems = new Map<string, ErrorInfo>();
  const parsedQuery = query && readViewQuery(list, query);
  if (parsedQuery && 'problems' in parsedQuery)
    for (const [name, problem] of parsedQuery.problems)
      problems.set(
        `query.${name}`,
        problem === 'unknown' ? knownErrors.filterUnknown : knownErrors.filterInvalid,
      );
  const columnNames: readonly string[] = viewColumns[list];
  for (const [index, column] of columns?.entries() ?? [])
    if (!columnNames.includes(column) && !(list === 'books' && isCustomFilter(column)))
      problems.set(`columns.${index}`, knownErrors.columnUnknown);
  if (problems.size > 0) throw fieldErrors(problems);
  const visibleColumns = columns && [
    ...columnNames.filter((column) => columns.includes(column)),
    ...new Set(columns.filter(isCustomFilter)),
  ];
  return {
    ...(parsedQuery && 'query' in parsedQuery && { query: JSON.stringify(parsedQuery.query) }),
    ...(visibleColumns !== undefined && {
      columns: visibleColumns === null ? null : JSON.stringify(visibleColumns),
    }),
    ...(density !== undefined && { density }),
  };
}

/** Saved views of lists: private ones of each account, and shared ones. */
export function createViewService({
  database,
  counters,
  countMs = COUNT_MS,
}: {
  readonly database: Database;
  readonly counters: Counters;
  readonly countMs?: number;
}) {
  /** @throws AppError 404, also for a private view of another user */
  async function find(db: Kysely<Schema>, id: number, user: Caller): Promise<StoredView> {
    const row = await rowsOf(db).where('list_views.id', '=', id).executeTakeFirst();
    if (!row || (row.is_shared === 0 && !isOwn(row, user))) throw notFound('view');
    return row;
  }

  /** @throws AppError 403, 404 */
  async function findToChange(trx: Transaction<Schema>, id: number, user: Caller): Promise<StoredView> {
    const row = await find(trx, id, user);
    if (!mayChange(row, user)) throw forbidden(knownErrors.viewOfOthers);
    return row;
  }

  const countOf = async (trx: Transaction<Schema>, list: ViewList, owner?: number): Promise<number> => {
    const all = trx.selectFrom('list_views').where('list', '=', list);
    const ownViews = owner === undefined ? all.where('is_shared', '=', 1) : all.where('user_id', '=', owner);
    const { count } = await ownViews
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  /** @throws AppError 403, 409 */
  async function assertCanShare(trx: Transaction<Schema>, list: ViewList, user: Caller): Promise<void> {
    if (!user.permissions.has(permissionToShare(list))) throw forbidden(knownErrors.viewNotShared);
    if ((await countOf(trx, list)) >= viewLimits.maxShared)
      throw appError(knownErrors.tooManySharedViews(viewLimits.maxShared));
  }

  return {
    /** Returns the caller's views and shared ones, by name. */
    async list(
      user: Caller,
      { list, counts }: { readonly list: ViewList; readonly counts?: boolean | undefined },
    ) {
      const rows = await rowsOf(database.kysely)
        .where('list', '=', list)
        .where((eb) => eb.or([eb('user_id', '=', user.id), eb('is_shared', '=', 1)]))
        .orderBy('name_key')
        .orderBy('list_views.id')
        .execute();
      const views = rows.map((row) => present(row, user));
      if (counts !== true) return views;
      const until = performance.now() + countMs;
      const viewCounts: View[] = [];
      // Views are counted one after the other, so that another request waits for one count at most.
      for (const view of views)
        viewCounts.push(
          performance.now() < until ? { ...view, count: await counters[list](view.query) } : view,
        );
      return viewCounts;
    },

    get: async (id: number, user: Caller): Promise<View> =>
      present(await find(database.kysely, id, user), user),

    /** @throws AppError 403 to share without permission, 409 for a name that is taken or too many views, 422 */
    create: (
      { list, name, is_shared = false, ...input }: ViewCreate,
      { authorize }: CallContext,
    ): Promise<View> =>
      inTransaction(database, async (trx) => {
        await lockCatalogue(trx);
        const user = await authorize(trx);
        const storedView = { query: '{}', columns: null, density: null, ...toStoredView(list, input) };
        if (is_shared) await assertCanShare(trx, list, user);
        if ((await countOf(trx, list, user.id)) >= viewLimits.maxOwn)
          throw appError(knownErrors.tooManyViews(viewLimits.maxOwn));
        const now = new Date().toISOString();
        const newView = await trx
          .insertInto('list_views')
          .values({
            user_id: user.id,
            list,
            name,
            name_key: foldText(name),
            ...storedView,
            is_shared: is_shared ? 1 : 0,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .onConflict((clash) => clash.columns(['list', 'user_id', 'name_key']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!newView) throw appError(knownErrors.viewNameTaken(name));
        return present(await find(trx, newView.id, user), user);
      }),

    /**
     * Updates a view. Absent keys do not change. @throws AppError 403, 404, 409 for another version, a name that is taken or too many
     * views, 422
     */
    update: (
      { id, version, name, is_shared, ...input }: ViewUpdate,
      { authorize }: CallContext,
    ): Promise<View> =>
      inTransaction(database, async (trx) => {
        await lockCatalogue(trx);
        const user = await authorize(trx);
        const row = await findToChange(trx, id, user);
        if (version !== undefined && version !== row.version) throw editConflict('view');
        const storedView = toStoredView(row.list, input);
        const wasShared = row.is_shared === 1;
        const isShared = is_shared ?? wasShared;
        if (isShared && !wasShared) await assertCanShare(trx, row.list, user);
        // Users without permission to edit can stop sharing a view or leave it unchanged.
        else if (isShared && isOwn(row, user) && !user.permissions.has(permissionToShare(row.list)))
          throw forbidden(knownErrors.viewNotShared);
        const name_key = foldText(name ?? row.name);
        const other = await trx
          .selectFrom('list_views')
          .select('name')
          .where('list', '=', row.list)
          .where('user_id', '=', row.user_id)
          .where('name_key', '=', name_key)
          .where('id', '!=', id)
          .executeTakeFirst();
        if (other) throw appError(knownErrors.viewNameTaken(other.name));
        await trx
          .updateTable('list_views')
          .set({
            ...storedView,
            ...(name !== undefined && { name, name_key }),
            is_shared: isShared ? 1 : 0,
            version: row.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', id)
          .execute();
        const after = await rowsOf(trx).where('list_views.id', '=', id).executeTakeFirstOrThrow();
        return present(after, user);
      }),

    /** @throws AppError 403, 404 */
    remove: (id: number, { authorize }: CallContext): Promise<void> =>
      inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        await findToChange(trx, id, user);
        await trx.deleteFrom('list_views').where('id', '=', id).execute();
      }),
  };
}

export type ViewService = ReturnType<typeof createViewService>;
