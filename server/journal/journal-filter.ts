import type { ExpressionBuilder, Kysely } from 'kysely';
import {
  type JournalAction,
  type JournalFilter,
  type JournalKind,
  journalActions,
  journalKinds,
} from '#contract/journal';
import { prepareEach } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';

type Db = Kysely<Schema>;

/** Entries from the number `first` on, before `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** Which parts of a filter are there: those with the same parts share their queries. */
export interface Shape {
  readonly actor: 'any' | 'server' | 'one';
  readonly hasKind: boolean;
  readonly hasAction: boolean;
  readonly hasRecord: boolean;
  readonly hasCause: boolean;
}

interface Values extends Span {
  readonly actor_id: number;
  readonly kind: JournalKind;
  readonly action: JournalAction;
  readonly record_id: number;
  readonly cause_id: number;
}

export const shapeOf = ({ actor_id, kind, action, record_id, cause_id }: JournalFilter): Shape => ({
  actor: actor_id === undefined ? 'any' : actor_id === 0 ? 'server' : 'one',
  hasKind: kind !== undefined,
  hasAction: action !== undefined,
  hasRecord: kind !== undefined && record_id !== undefined,
  hasCause: cause_id !== undefined,
});

/** What a query of that shape is given; parts that the filter lacks stand in no query of its shape. */
export const valuesOf = (filter: JournalFilter) => ({
  actor_id: filter.actor_id ?? 0,
  kind: filter.kind ?? 'books',
  action: filter.action ?? 'created',
  record_id: filter.record_id ?? 0,
  cause_id: filter.cause_id ?? 0,
});

const belongs = (
  eb: ExpressionBuilder<Schema, 'journal'>,
  values: Values,
  { actor, hasRecord, hasCause }: Shape,
) =>
  eb.and([
    eb('id', '>=', values.first),
    eb('id', '<', values.end),
    ...(actor === 'one' ? [eb('actor_id', '=', values.actor_id)] : []),
    ...(actor === 'server' ? [eb('actor_id', 'is', null)] : []),
    ...(hasRecord ? [eb('record_id', '=', values.record_id)] : []),
    ...(hasCause ? [eb('cause_id', '=', values.cause_id)] : []),
  ]);

/*
 * Indexes name kind and action before the number. A list of one of the two is therefore put together of one list for each
 * value of the other: each is read in its order, and no more of it than the page needs.
 */
function branchesOf({
  hasKind,
  hasAction,
  hasRecord,
  hasCause,
}: Shape): Partial<Pick<Values, 'kind' | 'action'>>[] {
  if (hasRecord || hasCause || hasKind === hasAction) return [{}];
  return hasKind ? journalActions.map((action) => ({ action })) : journalKinds.map((kind) => ({ kind }));
}

const matching = (db: Db, values: Values, shape: Shape, branch: ReturnType<typeof branchesOf>[number]) =>
  db
    .selectFrom('journal')
    .where((eb) => belongs(eb, values, shape))
    .$if(shape.hasKind, (rows) => rows.where('kind', '=', values.kind))
    .$if(shape.hasAction, (rows) => rows.where('action', '=', values.action))
    .$if(branch.kind !== undefined, (rows) => rows.where('kind', '=', branch.kind ?? 'books'))
    .$if(branch.action !== undefined, (rows) => rows.where('action', '=', branch.action ?? 'created'));

/** The numbers of entries, the newest first; `reach` is limit and offset together. */
export const idsOf = prepareEach(
  (
    db,
    values: Values & { readonly limit: number; readonly offset: number; readonly reach: number },
    shape: Shape,
  ) => {
    const [first = {}, ...others] = branchesOf(shape);
    const read = (branch: typeof first) =>
      matching(db, values, shape, branch).select('id').orderBy('id', 'desc');
    if (others.length === 0) return read(first).limit(values.limit).offset(values.offset);
    const part = (branch: typeof first) =>
      db.selectFrom(read(branch).limit(values.reach).as('part')).select('id');
    const all = others.reduce((union, branch) => union.unionAll(part(branch)), part(first));
    return db
      .selectFrom(all.as('parts'))
      .select('id')
      .orderBy('id', 'desc')
      .limit(values.limit)
      .offset(values.offset);
  },
);

const countOf = prepareEach((db, values: Values, shape: Shape) =>
  matching(db, values, shape, {})
    .$if(shape.hasKind && !shape.hasAction && !shape.hasRecord && !shape.hasCause, (rows) =>
      rows.where('action', 'in', journalActions),
    )
    .$if(shape.hasAction && !shape.hasKind && !shape.hasCause, (rows) =>
      rows.where('kind', 'in', journalKinds),
    )
    .select((eb) => eb.fn.countAll<number>().as('entries')),
);

/** Counts entries one by one: for short spans, for those of one record and for what followed from one entry. */
export async function countInSpan(db: Db, filter: JournalFilter, span: Span): Promise<number> {
  if (span.first >= span.end) return 0;
  const [row] = await countOf(db, shapeOf(filter), { ...valuesOf(filter), ...span });
  return row?.entries ?? 0;
}
