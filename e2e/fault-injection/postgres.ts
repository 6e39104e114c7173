import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';

export interface Postgres {
  /** Makes an empty database. @returns its address */
  emptyDatabase(): Promise<string>;
  close(): Promise<void>;
}

/** The server that `TEST_DATABASE_URL` names, else one of our own. */
export async function openPostgres(): Promise<Postgres> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? undefined : await startPostgres();
  const url = given ?? own?.url ?? '';
  const made: string[] = [];

  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    async emptyDatabase() {
      const name = `lectern_fault_${randomUUID().replaceAll('-', '')}`;
      await run(`create database ${name}`);
      made.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async close() {
      for (const name of made) await run(`drop database if exists ${name} with (force)`);
      await own?.stop();
    },
  };
}
