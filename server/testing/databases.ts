import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, inject } from 'vitest';
import { type Database, openDatabase } from '#server/core/db/open';
import { onServer } from './on-server.ts';

interface DatabaseLocation {
  readonly url: string;
  remove(): Promise<void>;
}

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Creates the URL of a separate database. It does not exist yet on SQLite and is empty on PostgreSQL. */
  createUrl(): Promise<DatabaseLocation>;
  /** Creates the URL of a separate database with all tables and no records. */
  createMigratedUrl(): Promise<DatabaseLocation>;
}

function createFile() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sqlite-'));
  const path = join(folder, 'catalogue.db');
  return {
    path,
    url: `file:${path}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

const sqlite: Engine = {
  name: 'SQLite',
  createUrl: async () => createFile(),
  async createMigratedUrl() {
    const location = createFile();
    copyFileSync(inject('templates').sqlite, location.path);
    return location;
  },
};

/** Creates a database with a new name from a template on the PostgreSQL server of the run. */
async function createFrom(template: string) {
  const server = inject('postgresUrl');
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

const postgres: Engine = {
  name: 'PostgreSQL',
  createUrl: () => createFrom('template0'),
  createMigratedUrl: () => createFrom(inject('templates').postgres),
};

export const engines: readonly Engine[] = [sqlite, postgres];

/**
 * Runs tests once with each database. `openEmpty` opens a separate database, migrated and empty. It is closed and deleted after the last
 * test. An asynchronous body opens what its tests share before they are collected.
 */
export function eachDatabase(
  title: string,
  body: (openEmpty: () => Promise<Database>, engine: Engine) => void | Promise<void>,
): void {
  describe.each(engines)(`${title} on $name`, async (engine) => {
    const undo: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const step of undo.toReversed()) await step();
    });

    await body(async () => {
      const { url, remove } = await engine.createMigratedUrl();
      undo.push(remove);
      const database = await openDatabase(url);
      let isClosed = false;
      const close = async () => {
        if (isClosed) return;
        isClosed = true;
        await database.close();
      };
      undo.push(close);
      return { ...database, close };
    }, engine);
  });
}
