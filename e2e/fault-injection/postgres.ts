import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';

export interface Postgres {
  /** Creates an empty database. @returns its URL */
  emptyDatabase(): Promise<string>;
  close(): Promise<void>;
}

/** Connects to the server of `TEST_DATABASE_URL`, or starts a temporary one. */
export async function openPostgres(): Promise<Postgres> {
  const externalUrl = process.env['TEST_DATABASE_URL'];
  const own = externalUrl ? undefined : await startPostgres();
  const url = externalUrl ?? own?.url ?? '';
  const databaseNames: string[] = [];

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
      databaseNames.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async close() {
      for (const name of databaseNames) await run(`drop database if exists ${name} with (force)`);
      await own?.stop();
    },
  };
}
