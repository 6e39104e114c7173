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

/** So many entries are read at once where all are wanted. */
const PART = 500;

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

const named = (db: Db) =>
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
  named(db).select('audit_log.changes').where('audit_log.id', '=', id),
);

const entriesByIds = prepareForIds(
  (db, ids) => named(db).where('audit_log.id', 'in', ids).orderBy('audit_log.id', 'desc'),
  PART,
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

/* Numbers have no gaps and times rise with them, so halving leads to a time as fast as an index that every write would pay for. */
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

/** One entry with its changes. */
export async function findEntry(
  db: Db,
  id: number,
): Promise<(NamedRow & Pick<AuditLogRow, 'changes'>) | undefined> {
  const [row] = await entryById(db, { id });
  return row;
}

/** The newest entry about a record; 0 when there is none. */
export async function latestEntryOf(db: Db, kind: AuditLogKind, record_id: number): Promise<number> {
  const [row] = await latestOf(db, { kind, record_id });
  return row?.id ?? 0;
}

/** The number of entries that an entry caused. */
export async function followersOf(db: Db, id: number): Promise<number> {
  const [row] = await related_entries(db, { id });
  return row?.entries ?? 0;
}

/** Times only rise with the numbers, so a span of time is a span of numbers. */
const END = limits.maxInteger;
const firstAt = async (db: Db, at: string): Promise<number> => (await atOrAfter(db, { at }))[0]?.id ?? END;

/** The numbers of the entries of a span of time. */
export async function spanOf(db: Db, { from, to }: Pick<AuditLogFilter, 'from' | 'to'>): Promise<Span> {
  return {
    first: from === undefined ? 0 : await firstAt(db, from),
    end: to === undefined ? END : await firstAt(db, to),
  };
}

const midnight = 'T00:00:00.000Z';
/** The first moment of a day. */
export const atMidnight = (day: string): string => `${day}${midnight}`;

/** The days that lie whole in a span of time, the end not included. */
function wholeDays({ from, to }: AuditLogFilter): { readonly from: string; readonly to: string } {
  const start = from?.slice(0, 10) ?? NO_DAY;
  return {
    from: from === undefined || from.endsWith(midnight) ? start : addDays(start, 1),
    to: to?.slice(0, 10) ?? EVERY_DAY,
  };
}

/** The number of entries that match a filter: those of whole days by the counts, the others one by one. */
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
  // If the counter has moved meanwhile, some entries were counted twice.
  return (await countedUpTo(db)) === upTo ? total : totalOf(db, filter, span);
}

/** From here on a page is looked up by the day in which it lies. */
const FAR = 1_000;
/** So many entries are read past. */
const NEAR = 100;
/** Goes some way less than entries that lie evenly would be passed, so as not to go too far. */
const CAUTION = 0.9;
const MOST_STEPS = 3;

interface Place {
  readonly span: Span;
  readonly offset: number;
}

/** Closer still within a day: entries are counted, which costs less than to read past them. */
async function withinDay(
  db: Db,
  {
    filter,
    place: { span, offset },
    day,
    entries,
  }: { readonly filter: AuditLogFilter; readonly place: Place; readonly day: Span; readonly entries: number },
) {
  let { end } = day;
  let remaining = offset;
  let rest = entries;
  for (let steps = 0; remaining > NEAR && steps < MOST_STEPS; steps++) {
    const first = end - Math.floor((end - day.first) * (remaining / rest) * CAUTION);
    const passed = await countInSpan(db, filter, { first, end });
    if (passed > remaining) break;
    remaining -= passed;
    rest -= passed;
    end = first;
  }
  return { span: { ...span, end }, offset: remaining };
}

/** The same place of a list, counted from nearer: from within the day in which it lies. */
async function nearer(
  db: Db,
  { filter, span, offset }: { readonly filter: AuditLogFilter; readonly span: Span; readonly offset: number },
): Promise<Place> {
  if (offset < FAR || isNarrow(filter)) return { span, offset };
  const upTo = await countedUpTo(db);
  const since = await countInSpan(db, filter, { first: upTo + 1, end: END });
  const newer =
    filter.to === undefined
      ? 0
      : await totalOf(db, { ...filter, from: filter.to, to: undefined }, { first: span.end, end: END });
  const place = offset + newer - since;
  const counted = place > 0 ? await dayAt(db, filter, place) : undefined;
  if (!counted) return { span, offset };
  const day = {
    first: await firstAt(db, atMidnight(counted.day)),
    end: await firstAt(db, atMidnight(addDays(counted.day, 1))),
  };
  // The newest days have entries that are not counted yet, and a list that ends within the day begins nearer itself.
  if (day.end > Math.min(span.end, upTo + 1)) return { span, offset };
  return withinDay(db, {
    filter,
    place: { span, offset: place - counted.before },
    day,
    entries: counted.entries,
  });
}

/** A page of the journal, the newest first, with the exact number of all. */
export async function pageOfAuditLog(
  db: Db,
  { page, items_per_page: limit, ...filter }: AuditLogQuery,
): Promise<{ items: AuditLogEntry[]; total: number }> {
  const span = await spanOf(db, filter);
  const offset = (page - 1) * limit;
  // Numbers have no gaps.
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
  const place = await nearer(db, { filter, span, offset });
  const ids = await idsInSpan(db, { filter, span: place.span, page: { limit, offset: place.offset } });
  return { items: (await entriesByIds(db, ids)).map(toEntry), total };
}

/** Every entry that passes a filter, the newest first, in parts: with flat memory however many there are. */
export async function* allOfAuditLog(db: Db, filter: AuditLogFilter): AsyncGenerator<AuditLogEntry[]> {
  const span = await spanOf(db, filter);
  for (let { end } = span; ; ) {
    const ids = await idsInSpan(db, { filter, span: { ...span, end }, page: { limit: PART, offset: 0 } });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield (await entriesByIds(db, ids)).map(toEntry);
    end = last;
    await yieldToEventLoop();
  }
}
