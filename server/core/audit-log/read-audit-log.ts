import { type Kysely, sql } from 'kysely';
import type {
  AuditLogEntry,
  AuditLogFilter,
  AuditLogKind,
  AuditLogQuery,
} from '#contract/audit-log/audit-log';
import { limits } from '#contract/core/limits';
import { addDays } from '#contract/analytics/periods';
import { prepare, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { EVERY_DAY, NO_DAY, countInDays, countedUpTo, dayAt } from './audit-log-counts.ts';
import { type Span, countInSpan, idsInSpan, isNarrow, isWhole } from './audit-log-filter.ts';
import { type NamedRow, toEntry } from './present.ts';

type Db = Kysely<Schema>;

/** The number of entries per query when all are read. */
const BATCH = 500;

const columns = [
  'audit_log.id',
  'audit_log.at',
  'audit_log.actor_id',
  'audit_log.token_id',
  'audit_log.request_id',
  'audit_log.kind',
  'audit_log.record_id',
  'audit_log.name',
  'audit_log.version',
  'audit_log.action',
  'audit_log.cause_id',
  'audit_log.undoes_id',
  'audit_log.hash',
  'audit_log.fields',
] as const;

const entriesWithNames = (db: Db) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .leftJoin('access_tokens', 'access_tokens.id', 'audit_log.token_id')
    .select(columns)
    .select(['users.name as actor_name', 'access_tokens.name as token_name'])
    .select((eb) =>
      eb
        .selectFrom('audit_log as later')
        .select((inner) => inner.fn.min('later.id').as('undone_by'))
        .whereRef('later.undoes_id', '=', 'audit_log.id')
        .where('later.undoes_id', 'is not', null)
        .as('undone_by'),
    );

const entryById = prepare((db, { id }: { id: number }) =>
  entriesWithNames(db).select('audit_log.changes').where('audit_log.id', '=', id),
);

const entriesByIds = prepareForIds(
  (db, ids) => entriesWithNames(db).where('audit_log.id', 'in', ids).orderBy('audit_log.id', 'desc'),
  BATCH,
);

const auditLogEnds = prepare((db) =>
  db
    .selectFrom('audit_log')
    .select((eb) => [
      'id as newest',
      eb
        .selectFrom('audit_log as others')
        .select((inner) => inner.fn.min('others.id').as('oldest'))
        .as('oldest'),
    ])
    .orderBy('id', 'desc')
    .limit(1),
);

const latestOf = prepare((db, { kind, record_id }: { kind: AuditLogKind; record_id: number }) =>
  db
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .orderBy('id', 'desc')
    .limit(1),
);

const related_entries = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('audit_log')
    .where('cause_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('entries')),
);

/* Ids have no gaps and times increase with them, so a binary search finds a time. An index on the time would slow down every write. */
const atOrAfter = prepare((db, { at }: { at: string }) => {
  const middle = sql`low + (high - low) / 2`;
  const isBefore = sql`(select at from audit_log where id = ${middle}) < ${at}`;
  const query = sql<{ id: number }>`
    with recursive ends(oldest, newest) as (select (select min(id) from audit_log), (select max(id) from audit_log)),
    halves(low, high) as (
      select oldest, newest + 1 from ends
      union all
      select case when ${isBefore} then ${middle} + 1 else low end, case when ${isBefore} then high else ${middle} end
      from halves where low < high
    )
    select low as id from halves cross join ends where low = high and low <= newest`;
  return { compile: () => query.compile(db) };
});

/** Returns one entry with its changes. */
export async function findEntry(
  db: Db,
  id: number,
): Promise<(NamedRow & Pick<AuditLogRow, 'changes'>) | undefined> {
  const [row] = await entryById(db, { id });
  return row;
}

/** Returns the id of the newest entry of a record; 0 if there is none. */
export async function latestEntryOf(db: Db, kind: AuditLogKind, record_id: number): Promise<number> {
  const [row] = await latestOf(db, { kind, record_id });
  return row?.id ?? 0;
}

/** Returns the number of entries that an entry caused. */
export async function countRelatedEntries(db: Db, id: number): Promise<number> {
  const [row] = await related_entries(db, { id });
  return row?.entries ?? 0;
}

/** Times only increase with ids, so a time range is a range of ids. */
const END = limits.maxInteger;
const firstAt = async (db: Db, time: string): Promise<number> =>
  (await atOrAfter(db, { at: time }))[0]?.id ?? END;

/** Returns the range of ids of a time range. */
export async function spanOf(db: Db, { from, to }: Pick<AuditLogFilter, 'from' | 'to'>): Promise<Span> {
  return {
    first: from === undefined ? 0 : await firstAt(db, from),
    end: to === undefined ? END : await firstAt(db, to),
  };
}

const midnight = 'T00:00:00.000Z';
/** Returns the first moment of a day. */
export const atMidnight = (day: string): string => `${day}${midnight}`;

/** Returns the whole days in a time range. The end is exclusive. */
function wholeDays({ from, to }: AuditLogFilter): { readonly from: string; readonly to: string } {
  const start = from?.slice(0, 10) ?? NO_DAY;
  return {
    from: from === undefined || from.endsWith(midnight) ? start : addDays(start, 1),
    to: to?.slice(0, 10) ?? EVERY_DAY,
  };
}

/** Returns the number of matching entries: those of whole days from the counts, the others one by one. */
async function totalOf(db: Db, filter: AuditLogFilter, span: Span): Promise<number> {
  if (isNarrow(filter)) return countInSpan(db, filter, span);
  const days = wholeDays(filter);
  const upTo = await countedUpTo(db);
  if (days.from >= days.to) return countInSpan(db, filter, span);
  const [start, end] = [
    days.from === NO_DAY ? span.first : await firstAt(db, atMidnight(days.from)),
    days.to === EVERY_DAY ? span.end : await firstAt(db, atMidnight(days.to)),
  ];
  const total =
    (await countInSpan(db, filter, { first: span.first, end: Math.min(start, upTo + 1) })) +
    (await countInDays(db, { filter, from: days.from, to: days.to })) +
    (await countInSpan(db, filter, { first: Math.max(span.first, Math.min(end, upTo + 1)), end: span.end }));
  // If entries were counted concurrently, some are in both numbers, so the total is computed again.
  return (await countedUpTo(db)) === upTo ? total : totalOf(db, filter, span);
}

/** From this offset on, a page is found by its day. */
const FAR = 1_000;
/** The number of entries that a query may skip. */
const NEAR = 100;
/** Each step skips less than evenly distributed entries would need, so that it does not skip too far. */
const CAUTION = 0.9;
const MOST_STEPS = 3;

interface PagePosition {
  readonly span: Span;
  readonly offset: number;
}

/** Moves the start closer to the page within a day. Counting entries costs less than skipping them. */
async function withinDay(
  db: Db,
  {
    filter,
    position: { span, offset },
    day,
    entries,
  }: {
    readonly filter: AuditLogFilter;
    readonly position: PagePosition;
    readonly day: Span;
    readonly entries: number;
  },
) {
  let { end } = day;
  let remainingOffset = offset;
  let rest = entries;
  for (let steps = 0; remainingOffset > NEAR && steps < MOST_STEPS; steps++) {
    const first = end - Math.floor((end - day.first) * (remainingOffset / rest) * CAUTION);
    const skippedCount = await countInSpan(db, filter, { first, end });
    if (skippedCount > remainingOffset) break;
    remainingOffset -= skippedCount;
    rest -= skippedCount;
    end = first;
  }
  return { span: { ...span, end }, offset: remainingOffset };
}

/** Returns an equal position with a smaller offset, within the day that contains it. */
async function nearer(
  db: Db,
  { filter, span, offset }: { readonly filter: AuditLogFilter; readonly span: Span; readonly offset: number },
): Promise<PagePosition> {
  if (offset < FAR || isNarrow(filter)) return { span, offset };
  const upTo = await countedUpTo(db);
  const since = await countInSpan(db, filter, { first: upTo + 1, end: END });
  const newer =
    filter.to === undefined
      ? 0
      : await totalOf(db, { ...filter, from: filter.to, to: undefined }, { first: span.end, end: END });
  const countedPosition = offset + newer - since;
  const dayOfPosition = countedPosition > 0 ? await dayAt(db, filter, countedPosition) : undefined;
  if (!dayOfPosition) return { span, offset };
  const day = {
    first: await firstAt(db, atMidnight(dayOfPosition.day)),
    end: await firstAt(db, atMidnight(addDays(dayOfPosition.day, 1))),
  };
  // The newest days have uncounted entries, and a list that ends within the day already starts close to the page.
  if (day.end > Math.min(span.end, upTo + 1)) return { span, offset };
  return withinDay(db, {
    filter,
    position: { span, offset: countedPosition - dayOfPosition.before },
    day,
    entries: dayOfPosition.entries,
  });
}

/** Returns a page of the audit log, newest first, with the exact total. */
export async function pageOfAuditLog(
  db: Db,
  { page, items_per_page: limit, ...filter }: AuditLogQuery,
): Promise<{ items: AuditLogEntry[]; total: number }> {
  const span = await spanOf(db, filter);
  const offset = (page - 1) * limit;
  // Ids have no gaps, so the page is a range of ids.
  if (isWhole(filter)) {
    const [ends] = await auditLogEnds(db, {});
    const end = Math.min(span.end, (ends?.newest ?? 0) + 1);
    const first = Math.max(span.first, ends?.oldest ?? 1);
    const total = Math.max(0, end - first);
    if (offset >= total) return { items: [], total };
    const ids = await idsInSpan(db, {
      filter,
      span: { first, end: end - offset },
      page: { limit, offset: 0 },
    });
    return { items: (await entriesByIds(db, ids)).map(toEntry), total };
  }
  const total = await totalOf(db, filter, span);
  if (offset >= total) return { items: [], total };
  const position = await nearer(db, { filter, span, offset });
  const ids = await idsInSpan(db, { filter, span: position.span, page: { limit, offset: position.offset } });
  return { items: (await entriesByIds(db, ids)).map(toEntry), total };
}

/** Yields all matching entries in parts, newest first. The memory does not depend on their number. */
export async function* allOfAuditLog(db: Db, filter: AuditLogFilter): AsyncGenerator<AuditLogEntry[]> {
  const span = await spanOf(db, filter);
  for (let { end } = span; ; ) {
    const ids = await idsInSpan(db, { filter, span: { ...span, end }, page: { limit: BATCH, offset: 0 } });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield (await entriesByIds(db, ids)).map(toEntry);
    end = last;
    await yieldToEventLoop();
  }
}
