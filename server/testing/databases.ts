import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { type Database, migrate, openDatabase } from '#server/db/open';

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** The address of a database of its own, which does not exist yet on SQLite and is empty on PostgreSQL. */
  createUrl(): Promise<{ url: string; remove(): Promise<void> }>;
}

const sqlite: Engine = {
  name: 'SQLite',
  async createUrl() {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-sqlite-'));
    return {
      url: `file:${join(folder, 'catalogue.db')}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const postgres: Engine = {
  name: 'PostgreSQL',
  async createUrl() {
    const server = inject('postgresUrl');
    const name = `lectern_test_${randomBytes(6).toString('hex')}`;
    await onServer(server, `create database ${name} template template0`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return { url: url.href, remove: () => onServer(server, `drop database if exists ${name} with (force)`) };
  },
};

export const engines: readonly Engine[] = [sqlite, postgres];

/**
 * Runs a body of tests once on each database. `openEmpty` opens a database of its own, migrated and empty; whatever the body
 * leaves open is closed and removed after its last test.
 */
export function eachDatabase(
  title: string,
  body: (openEmpty: () => Promise<Database>, engine: Engine) => void,
): void {
  describe.each(engines)(`${title} on $name`, (engine) => {
    const undo: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const step of undo.toReversed()) await step();
    });

    body(async () => {
      const { url, remove } = await engine.createUrl();
      undo.push(remove);
      const database = await openDatabase(url);
      let isClosed = false;
      const close = async () => {
        if (isClosed) return;
        isClosed = true;
        await database.close();
      };
      undo.push(close);
      await migrate(database);
      return { ...database, close };
    }, engine);
  });
}
