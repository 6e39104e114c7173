import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';

const MAX_AGE_MS = 1_000;
const CHECK_INTERVAL_MS = 250;
const CHECK_MS = 2_000;

/** The reasons why a replica is not used, as administrators read them. */
const problems = {
  unreachable: 'The read replica can’t be reached. All reads use the database itself.',
  late: 'The read replica is more than a second behind. All reads use the database itself.',
  foreign: 'DATABASE_READ_URL isn’t a replica of the database. All reads use the database itself.',
};

/** Tracks how old the data of a replica is. */
export interface ReplicaAge {
  /** Returns true if the data is at most a second old. The first call starts the checks. */
  isFresh(): boolean;
  /** Returns the reason why the replica is not used; undefined while it is used, and before the first check. */
  problem(): string | undefined;
  /** Stops the use of a replica that did not respond, until the next check. */
  reportFailure(): void;
  stop(): void;
}

interface Position {
  /** The identifier of the cluster, which replicas share. */
  readonly system: string;
  /** The position in the write-ahead log, such as `16/B374D848`; null if the server does not replay one. */
  readonly lsn: string | null;
}

const bytesOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

async function positionOf(database: Kysely<Schema>): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select system_identifier::text as system, pg_current_wal_lsn()::text as lsn from pg_control_system()
  `.execute(database);
  return rows[0];
}

/** Returns the position that a replica has replayed; null if it does not respond. */
async function replayedPositionOf(pool: pg.Pool): Promise<Position | undefined | null> {
  const text = `select system_identifier::text as system,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn from pg_control_system()`;
  const query: pg.QueryConfig & { readonly query_timeout: number } = { text, query_timeout: CHECK_MS };
  try {
    return (await pool.query<Position>(query)).rows[0];
  } catch {
    return null;
  }
}

/** Compares the positions of a database and its replica four times per second. */
export function trackReplicaAge(pool: pg.Pool, database: Kysely<Schema>): ReplicaAge {
  /** The last time at which the replica had all changes, in milliseconds of the monotonic clock. */
  let freshAt = -Infinity;
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Positions of the database that the replica has not replayed yet. */
  let positions: { readonly time: number; readonly bytes: bigint }[] = [];
  const isFresh = () => performance.now() - freshAt <= MAX_AGE_MS;
  const giveUp = (reason: string): void => {
    freshAt = -Infinity;
    problem = reason;
  };

  async function check(): Promise<void> {
    const time = performance.now();
    const position = await positionOf(database);
    const replayedPosition = await replayedPositionOf(pool);
    if (replayedPosition === null) return giveUp(problems.unreachable);
    if (!position?.lsn || !replayedPosition?.lsn || position.system !== replayedPosition.system)
      return giveUp(problems.foreign);
    positions.push({ time, bytes: bytesOf(position.lsn) });
    const replayedBytes = bytesOf(replayedPosition.lsn);
    freshAt = positions.findLast(({ bytes }) => bytes <= replayedBytes)?.time ?? freshAt;
    positions = positions.filter((earlier) => earlier.time > freshAt && time - earlier.time <= MAX_AGE_MS);
    problem = isFresh() ? undefined : problems.late;
  }

  const schedule = (delayMs: number): void => {
    timer = setTimeout(() => {
      const again = () => timer && schedule(CHECK_INTERVAL_MS);
      // If the database itself does not respond, the next check tries again.
      check().then(again, again);
    }, delayMs);
    timer.unref();
  };

  let isStarted = false;
  return {
    isFresh() {
      if (!isStarted) schedule(0);
      isStarted = true;
      return isFresh();
    },
    problem: () => problem,
    reportFailure: () => giveUp(problems.unreachable),
    stop() {
      isStarted = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
