import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { openPool } from './postgres-pool.ts';
import { type ReplicaAge, trackReplicaAge } from './postgres-replica-age.ts';
import type { Schema } from '../schema.ts';

const CONNECT_MS = 2_000;
/** Longer than the statement timeout of the server. */
const QUERY_MS = 32_000;

const STATEMENT_TIMEOUT = '57014';
const READ_ONLY = '25006';

/** A PostgreSQL replica for reads that may be a second old. */
export interface ReadReplica extends Pick<ReplicaAge, 'isFresh' | 'problem'> {
  /**
   * A handle for single statements that only read. A statement that the replica cannot complete, for example because it stops, runs on
   * the database itself.
   */
  readonly kysely: Kysely<Schema>;
  close(): Promise<void>;
}

/** Opens a replica at a `postgres://…` URL. It is used as soon as a check finds that it is up to date. */
export function openReadReplica(url: string, database: Kysely<Schema>): ReadReplica {
  const pool = openPool(url, {
    application_name: 'lectern reads',
    connectionTimeoutMillis: CONNECT_MS,
    // A server that is cut off does not respond to its own timeout.
    query_timeout: QUERY_MS,
  });
  const age = trackReplicaAge(pool, database);

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch(() => undefined);
    let isUsable = client !== undefined;
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        if (client && isUsable) return await client.query(text, [...values]);
      } catch (error) {
        isUsable = false;
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === STATEMENT_TIMEOUT || code === READ_ONLY) throw error;
      }
      age.reportFailure();
      const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
      return { command: 'SELECT' as const, rowCount: rows.length, rows };
    };
    return { query: query as PostgresPoolClient['query'], release: () => client?.release(!isUsable) };
  }

  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  });
  return {
    kysely,
    isFresh: () => age.isFresh(),
    problem: () => age.problem(),
    async close() {
      age.stop();
      await kysely.destroy();
      // Kysely closes only a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}
