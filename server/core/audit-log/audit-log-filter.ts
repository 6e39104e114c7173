import { type Kysely, sql } from 'kysely';
import {
  type AuditLogAction,
  type AuditLogFilter,
  type AuditLogKind,
  auditLogActions,
  auditLogKinds,
} from '#contract/audit-log/audit-log';
import { prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { ALL_USERS, countedUpTo } from './audit-log-counts.ts';

type Db = Kysely<Schema>;

/** A range of entry ids. `end` is exclusive. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** The parts of a filter that are set. Filters with the same parts share their queries. */
interface Shape {
  readonly actor: 'any' | 'server' | 'one';
  readonly hasKind: boolean;
  readonly hasAction: boolean;
  readonly hasRecord: boolean;
  readonly hasCause: boolean;
}

interface Values extends Span {
  readonly actor_id: number;
  readonly kind: AuditLogKind | '';
  readonly action: AuditLogAction | '';
  readonly record_id: number;
  readonly cause_id: number;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const shapeOf = ({ actor_id, kind, action, record_id, cause_id }: AuditLogFilter): Shape => ({
  actor: actor_id === undefined ? 'any' : actor_id === 0 ? 'server' : 'one',
  hasKind: kind !== undefined,
  hasAction: action !== undefined,
  hasRecord: kind !== undefined && record_id !== undefined,
  hasCause: cause_id !== undefined,
});

/** Returns the parameters of a query. Parts that the filter lacks are not used by queries of its shape. */
const valuesOf = (filter: AuditLogFilter): Omit<Values, keyof Span> => ({
  actor_id: filter.actor_id ?? 0,
  kind: filter.kind ?? '',
  action: filter.action ?? '',
  record_id: filter.record_id ?? 0,
  cause_id: filter.cause_id ?? 0,
});

/** Returns true if the filter contains only a time range. */
export const isWhole = ({ actor_id, kind, action, cause_id }: AuditLogFilter): boolean =>
  actor_id === undefined && kind === undefined && action === undefined && cause_id === undefined;

/** Returns true if an index finds the few matching entries. */
export const isNarrow = ({ kind, record_id, cause_id }: AuditLogFilter): boolean =>
  cause_id !== undefined || (kind !== undefined && record_id !== undefined);

/** Selects entries of the audit log. Unless the filter is narrow, all entries of the span are read, so the span must be short. */
const matchingEntries = (db: Db, values: Values, { actor, hasKind, hasAction, hasRecord, hasCause }: Shape) =>
  db
    .selectFrom('audit_log')
    .where('id', '>=', values.first)
    .where('id', '<', values.end)
    .$if(actor === 'one', (rows) => rows.where('actor_id', '=', values.actor_id))
    .$if(actor === 'server', (rows) => rows.where('actor_id', 'is', null))
    // The expression avoids the index that starts with the kind, which would read all entries of the kind instead of the span.
    .$if(hasKind, (rows) => rows.where(hasRecord ? sql.ref('kind') : sql`kind || ''`, '=', values.kind))
    .$if(hasAction, (rows) => rows.where(sql.ref('action'), '=', values.action))
    .$if(hasRecord, (rows) => rows.where('record_id', '=', values.record_id))
    .$if(hasCause, (rows) => rows.where('cause_id', '=', values.cause_id));

const auditLogIds = prepareEach((db, values: Values & Page, shape: Shape) =>
  matchingEntries(db, values, shape)
    .select('id')
    .orderBy('id', 'desc')
    .limit(values.limit)
    .offset(values.offset),
);

const countAuditLog = prepareEach((db, values: Values, shape: Shape) =>
  matchingEntries(db, values, shape).select((eb) => eb.fn.countAll<number>().as('entries')),
);

interface List {
  readonly kind: AuditLogKind | '';
  readonly action: AuditLogAction | '';
}

/*
 * There are lists by user, by kind and action, and by all three. A filter by kind or action alone reads one list for each value of
 * the other, in its order and only as far as the page needs.
 */
function listsOf({ actor_id, kind, action }: AuditLogFilter): List[] {
  if (kind !== undefined && action !== undefined) return [{ kind, action }];
  if (kind !== undefined) return auditLogActions.map((auditLogAction) => ({ kind, action: auditLogAction }));
  if (action !== undefined) return auditLogKinds.map((auditLogKind) => ({ kind: auditLogKind, action }));
  return actor_id === undefined ? [] : [{ kind: '', action: '' }];
}

type ListRange = Span & { readonly actor_id: number };

const listedEntries = (db: Db, values: ListRange, { kind, action }: List) =>
  db
    .selectFrom('audit_log_lists')
    .where('actor_id', '=', values.actor_id)
    .where('kind', '=', kind)
    .where('action', '=', action)
    .where('entry_id', '>=', values.first)
    .where('entry_id', '<', values.end);

const idsInLists = prepareEach(
  (db, values: ListRange & Page & { readonly reach: number }, lists: readonly List[]) => {
    const read = (list: List) =>
      listedEntries(db, values, list).select('entry_id as id').orderBy('entry_id', 'desc');
    const [first, ...others] = lists;
    if (!first) throw new Error('A filter by user, type or action has a list.');
    if (others.length === 0) return read(first).limit(values.limit).offset(values.offset);
    const entryQuery = (list: List) => db.selectFrom(read(list).limit(values.reach).as('part')).select('id');
    const all = others.reduce((union, list) => union.unionAll(entryQuery(list)), entryQuery(first));
    return db
      .selectFrom(all.as('parts'))
      .select('id')
      .orderBy('id', 'desc')
      .limit(values.limit)
      .offset(values.offset);
  },
);

const countInLists = prepareEach((db, values: ListRange, lists: readonly List[]) => {
  const kinds = [...new Set(lists.map(({ kind }) => kind))];
  const actions = [...new Set(lists.map(({ action }) => action))];
  return db
    .selectFrom('audit_log_lists')
    .where('actor_id', '=', values.actor_id)
    .where('kind', 'in', kinds)
    .where('action', 'in', actions)
    .where('entry_id', '>=', values.first)
    .where('entry_id', '<', values.end)
    .select((eb) => eb.fn.countAll<number>().as('entries'));
});

/** Splits a span into the part that is in the lists and the part after it. */
async function halvesOf(db: Db, { first, end }: Span): Promise<{ listed: Span; since: Span }> {
  const next = (await countedUpTo(db)) + 1;
  return {
    listed: { first, end: Math.min(end, next) },
    since: { first: Math.max(first, next), end },
  };
}

const isEmpty = ({ first, end }: Span): boolean => first >= end;

async function countNow(db: Db, filter: AuditLogFilter, span: Span): Promise<number> {
  if (isEmpty(span)) return 0;
  const [row] = await countAuditLog(db, shapeOf(filter), { ...valuesOf(filter), ...span });
  return row?.entries ?? 0;
}

/** Counts entries one by one: for short spans, for the entries of one record, and for those caused by one entry. */
export async function countInSpan(db: Db, filter: AuditLogFilter, span: Span): Promise<number> {
  if (isWhole(filter) || isNarrow(filter)) return countNow(db, filter, span);
  const halves = await halvesOf(db, span);
  const since = await countNow(db, filter, halves.since);
  if (isEmpty(halves.listed)) return since;
  const actor_id = filter.actor_id ?? ALL_USERS;
  const [row] = await countInLists(db, listsOf(filter), { actor_id, ...halves.listed });
  return since + (row?.entries ?? 0);
}

async function currentIds(
  db: Db,
  { filter, span, page }: { readonly filter: AuditLogFilter; readonly span: Span; readonly page: Page },
): Promise<number[]> {
  if (isEmpty(span)) return [];
  const rows = await auditLogIds(db, shapeOf(filter), { ...valuesOf(filter), ...span, ...page });
  return rows.map(({ id }) => id);
}

/** Returns the ids of entries, newest first. */
export async function idsInSpan(
  db: Db,
  { filter, span, page }: { readonly filter: AuditLogFilter; readonly span: Span; readonly page: Page },
): Promise<number[]> {
  if (isWhole(filter) || isNarrow(filter)) return currentIds(db, { filter, span, page });
  const halves = await halvesOf(db, span);
  const newest = await currentIds(db, { filter, span: halves.since, page });
  if (newest.length === page.limit || isEmpty(halves.listed)) return newest;
  const skippedCount = page.offset === 0 ? newest.length : await countNow(db, filter, halves.since);
  const limit = page.limit - newest.length;
  const offset = Math.max(0, page.offset - skippedCount);
  const rows = await idsInLists(db, listsOf(filter), {
    actor_id: filter.actor_id ?? ALL_USERS,
    ...halves.listed,
    limit,
    offset,
    reach: limit + offset,
  });
  return [...newest, ...rows.map(({ id }) => id)];
}
