import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { JournalEntry, JournalQuery } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { prepare } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import type { JournalRow } from '#server/db/tables/journal';
import { countEntries } from './journal-counts.ts';
import { type NamedRow, toEntry } from './present.ts';

const columns = [
  'journal.id',
  'journal.at',
  'journal.actor_id',
  'journal.token_id',
  'journal.request_id',
  'journal.kind',
  'journal.record_id',
  'journal.name',
  'journal.version',
  'journal.action',
  'journal.cause_id',
  'journal.undoes_id',
  'journal.hash',
  'journal.fields',
] as const;

const named = (db: Kysely<Schema>) =>
  db
    .selectFrom('journal')
    .leftJoin('users', 'users.id', 'journal.actor_id')
    .leftJoin('access_tokens', 'access_tokens.id', 'journal.token_id')
    .select(columns)
    .select(['users.name as actor_name', 'access_tokens.name as token_name'])
    .select((eb) =>
      eb
        .selectFrom('journal as later')
        .select((inner) => inner.fn.min('later.id').as('undone_by'))
        .whereRef('later.undoes_id', '=', 'journal.id')
        .where('later.undoes_id', 'is not', null)
        .as('undone_by'),
    );

const entryById = prepare((db, { id }: { id: number }) =>
  named(db).select('journal.changes').where('journal.id', '=', id),
);

const entriesByIds = (db: Kysely<Schema>, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : named(db).where('journal.id', 'in', ids).orderBy('journal.id', 'desc').execute();

const latestOf = prepare((db, { kind, record_id }: { kind: ResourceName; record_id: number }) =>
  db
    .selectFrom('journal')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .orderBy('id', 'desc')
    .limit(1),
);

const atOrAfter = prepare((db, { at }: { at: string }) =>
  db.selectFrom('journal').select('id').where('at', '>=', at).orderBy('at').orderBy('id').limit(1),
);

/** One entry with its changes. */
export async function findEntry(
  db: Kysely<Schema>,
  id: number,
): Promise<(NamedRow & Pick<JournalRow, 'changes'>) | undefined> {
  const [row] = await entryById(db, { id });
  return row;
}

/** The newest entry about a record; 0 when there is none. */
export async function latestEntryOf(
  db: Kysely<Schema>,
  kind: ResourceName,
  record_id: number,
): Promise<number> {
  const [row] = await latestOf(db, { kind, record_id });
  return row?.id ?? 0;
}

type Filter = Omit<JournalQuery, 'page' | 'items_per_page'>;

/** Times only rise with the numbers, so a span of time is a span of numbers. */
async function spanOf(db: Kysely<Schema>, { from, to }: Filter) {
  const first = async (at: string) => (await atOrAfter(db, { at }))[0]?.id ?? Number.MAX_SAFE_INTEGER;
  return {
    first: from === undefined ? 0 : await first(from),
    end: to === undefined ? Number.MAX_SAFE_INTEGER : await first(to),
  };
}

type Selected = SelectQueryBuilder<Schema, 'journal', { id: number }>;

function selected(
  db: Kysely<Schema>,
  filter: Filter,
  { first, end }: { first: number; end: number },
): Selected {
  let rows: Selected = db.selectFrom('journal').select('id');
  if (filter.actor_id !== undefined) rows = rows.where('actor_id', '=', filter.actor_id);
  if (filter.kind !== undefined) rows = rows.where('kind', '=', filter.kind);
  if (filter.kind !== undefined && filter.record_id !== undefined)
    rows = rows.where('record_id', '=', filter.record_id);
  if (filter.action !== undefined) rows = rows.where('action', '=', filter.action);
  if (first > 0) rows = rows.where('id', '>=', first);
  if (end < Number.MAX_SAFE_INTEGER) rows = rows.where('id', '<', end);
  return rows;
}

/** A page of the journal, the newest first, with the exact number of all. */
export async function pageOfJournal(
  db: Kysely<Schema>,
  { page, items_per_page: limit, ...filter }: JournalQuery,
): Promise<{ items: JournalEntry[]; total: number }> {
  const span = await spanOf(db, filter);
  const total = await countEntries(db, filter, selected(db, filter, span));
  const offset = (page - 1) * limit;
  if (offset >= total) return { items: [], total };
  const ids = await selected(db, filter, span).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const rows = await entriesByIds(
    db,
    ids.map(({ id }) => id),
  );
  return { items: rows.map(toEntry), total };
}
