import { type Transaction, sql } from 'kysely';
import { backgroundWork } from '#server/core/background-work';
import { counterRow } from '#server/core/db/counter-row';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { CHECKS_VERSION } from './book-checks.ts';
import { projectBooks } from './project-books.ts';

/** The maximum number of books per transaction. Other writes wait for it, so it is short. */
const BOOKS_AT_ONCE = 40;
/** Number of such transactions that a request for a report waits for. */
const STEPS_OF_A_READER = 25;

const stateRow = prepare((db) => db.selectFrom('projection_state').selectAll());
const revisionRow = prepare((db) => db.selectFrom('catalogue').select('revision'));

const nextChanges = prepare((db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('book_changes')
    .select(['revision', 'book_id'])
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(limit),
);

/** Books whose projection is missing or outdated, and projections of deleted books. */
const differingRevisions = sql`
  select (select revision from catalogue) as revision, null as total, (
    select string_agg(cast(id as text), ',') from (
      select books.id as id from books left join book_projections on book_projections.book_id = books.id
        where book_projections.book_id is null or book_projections.version <> books.version or book_projections.rules <> ${CHECKS_VERSION}
      union all
      select book_projections.book_id as id from book_projections left join books on books.id = book_projections.book_id
        where books.id is null
    ) as differing
  ) as ids, null as keys`;

/** Books to project, after which the projection has this revision. */
interface RemainingBooks {
  readonly ids: Uint32Array;
  readonly revision: number;
  at: number;
}

/**
 * Updates the projection of every book for reports. Writes do not update it: the catalogue records which books they changed. These are
 * projected before a report is read, and at intervals. After `refresh` resolves to 0, reports include every write before the call.
 */
export function createProjection(database: Database) {
  const { kysely } = database;
  let rest: RemainingBooks | undefined;
  let before: Promise<unknown> = Promise.resolve();

  /** @returns the state, under its lock */
  async function take(trx: Transaction<Schema>) {
    await sql`update projection_state set id = 1`.execute(trx);
    return counterRow(await stateRow(trx, {}), 'projection_state');
  }

  async function project(
    ids: readonly number[],
    doneBatch?: { readonly from: number; readonly revision: number; readonly isWhole: boolean },
  ): Promise<void> {
    const update = async (trx: Transaction<Schema>) => {
      const state = await take(trx);
      // Another process was faster.
      if (doneBatch && !doneBatch.isWhole && state.revision !== doneBatch.from) return;
      const now = new Date().toISOString();
      await projectBooks(trx, ids, {
        now,
        since: state.is_complete === 1 ? state.caught_up_at : undefined,
      });
      if (!doneBatch || state.revision > doneBatch.revision) return;
      await trx
        .updateTable('projection_state')
        .set({
          revision: doneBatch.revision,
          caught_up_at: now,
          ...(doneBatch.isWhole && { is_complete: 1, rules: CHECKS_VERSION }),
        })
        .execute();
    };
    // A projection that is lost in a power failure is repeated.
    await inTransaction(database, update, database.relaxed);
  }

  async function projectInBatches(list: RemainingBooks, limit: number): Promise<number> {
    const end = Math.min(list.ids.length, list.at + limit);
    const isLast = end === list.ids.length;
    const ids = [...list.ids.subarray(list.at, end)];
    await project(ids, isLast ? { from: -1, revision: list.revision, isWhole: true } : undefined);
    list.at = end;
    if (isLast) rest = undefined;
    return list.ids.length - end;
  }

  /** Runs one step. @returns the number of remaining books; 1 also when more may have changed in the meantime */
  async function step(limit: number): Promise<number> {
    if (rest) return projectInBatches(rest, limit);
    const state = counterRow(await stateRow(kysely, {}), 'projection_state');
    const { revision } = counterRow(await revisionRow(kysely, {}), 'catalogue');
    const isOwn = state.is_complete === 1 && state.rules === CHECKS_VERSION;
    if (isOwn && state.revision === revision) return 0;
    const changes = isOwn ? await nextChanges(kysely, { after: state.revision, limit }) : [];
    const ids = changes.flatMap(({ book_id }) => book_id ?? []);
    const isGapless = changes[0]?.revision === state.revision + 1 && ids.length === changes.length;
    const reachedRevision = changes.at(-1)?.revision ?? state.revision;
    if (isGapless) {
      await project([...new Set(ids)], { from: state.revision, revision: reachedRevision, isWhole: false });
      return Math.max(revision - reachedRevision, 1);
    }
    const list = await database.dialect.readIds(differingRevisions.compile(kysely), { isSlow: true });
    rest = { ids: list.ids, revision: list.revision, at: 0 };
    return Math.max(list.ids.length, 1);
  }

  /** Runs steps one after the other, because a step that started earlier may not include later writes. */
  const next = (limit = BOOKS_AT_ONCE): Promise<number> => {
    const run = () => step(limit);
    const own = before.then(run, run);
    before = own;
    return own;
  };

  return {
    /** @returns the number of remaining books: 0 except after an update or a very large change */
    async refresh(steps = STEPS_OF_A_READER): Promise<number> {
      let left = 1;
      for (let index = 0; left > 0 && index < steps; index++) {
        if (index > 0) await yieldToEventLoop();
        left = await next();
      }
      return left;
    },

    /** Runs steps until no book is left. */
    refreshInBackground: (signal: AbortSignal): Promise<void> =>
      backgroundWork.run('Reports', async (size) => (await next(Math.ceil(BOOKS_AT_ONCE * size))) > 0, {
        signal,
      }),
  };
}

export type Projection = ReturnType<typeof createProjection>;
