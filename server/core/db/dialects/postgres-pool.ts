import pg from 'pg';
import { createClientClass } from './postgres-client.ts';
import { postgresTypes } from './postgres-types.ts';

const STATEMENT_MS = 30_000;
const MAX_CONNECTIONS = 10;

/** Opens a pool at a `postgres://…` URL as defined by libpq. The options are those of the pool that the databases do not share. */
export function openPool(
  url: string,
  options: Required<Pick<pg.PoolConfig, 'application_name' | 'connectionTimeoutMillis'>> & pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionString: url,
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_MS,
    types: postgresTypes,
    Client: createClientClass(),
    // Just-in-time compilation is off, because the estimated cost of a search would start it each time, which takes 20 to 110 ms.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the callback, although its type does not declare it
    onConnect: async (client) => {
      await client.query('set jit = off');
    },
  });
  // A connection that breaks while idle is replaced. One that breaks in use rejects its query.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}
