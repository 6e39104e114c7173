import { statfs } from 'node:fs/promises';
import type { SystemReport } from '#contract/system/system';
import { backgroundWork } from '#server/core/background-work';
import type { Config } from '#server/app/config';
import type { Database } from '#server/core/db/open';
import { readLastBackup } from './last-backup.ts';
import { createPackageReader } from './packages.ts';
import { createStoredFiles } from './stored-files.ts';
import { noticesOf } from './notices.ts';
import { describeDatabase, describeStore } from './where.ts';

interface SystemDeps {
  readonly config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'databaseReadUrl' | 'blobStoreUrl' | 'trustProxy' | 'secretsKeys'
  >;
  readonly database: Database;
  readonly version: string;
  /** Problems of readiness, as the health check reports them. */
  readonly problems: () => readonly string[];
  /** Functions that return problems of features as messages. */
  readonly findProblems: readonly (() => Promise<readonly string[]>)[];
  /** Created by the build. */
  readonly packagesFile: string;
}

/** Returns information about the running system for administrators, from up-to-date counts. */
export function createSystemService(deps: SystemDeps) {
  const { config, database, version, problems, findProblems, packagesFile } = deps;
  const { kysely: db, dialect } = database;
  const packages = createPackageReader(packagesFile);
  const storedFiles = createStoredFiles(db);
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

  async function diskOf(path: string): Promise<SystemReport['disk']> {
    try {
      const { bavail, blocks, bsize } = await statfs(path);
      return { free: bavail * bsize, total: blocks * bsize };
    } catch {
      return null;
    }
  }

  const countOf = async (table: 'users' | 'trash'): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  async function counts(): Promise<SystemReport['counts']> {
    const lists = await db.selectFrom('record_lists').select(['name', 'total']).orderBy('name').execute();
    const { books } = await db
      .selectFrom('book_counts')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('books'), eb.lit(0)).as('books'))
      .executeTakeFirstOrThrow();
    const inProgress = await db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow();
    return [
      { name: 'books', count: books },
      ...lists.filter(({ name }) => name !== 'books').map(({ name, total }) => ({ name, count: total })),
      { name: 'users', count: await countOf('users') },
      { name: 'trash', count: await countOf('trash') },
      { name: 'jobs', count: inProgress.count },
    ];
  }

  return {
    async report(): Promise<SystemReport> {
      const { name, bytes } = await dialect.about(db);
      const currentProblems = problems();
      const writeProblem = database.writes.problem();
      // After a move the replica is not used.
      const replicaUrl = database.replica && config.databaseReadUrl;
      const replicaProblem = database.replica?.problem();
      return {
        version,
        runtime: `Node.js ${process.versions.node}`,
        started_at: startedAt,
        database: { description: describeDatabase(name, config.databaseUrl, replicaUrl), bytes },
        store: { description: describeStore(config.blobStoreUrl), ...(await storedFiles()) },
        disk: await diskOf(config.dataDir),
        health: {
          is_ready: currentProblems.length === 0,
          problems: [
            ...currentProblems,
            ...(writeProblem === undefined ? [] : [writeProblem]),
            ...(replicaProblem === undefined ? [] : [replicaProblem]),
            ...(await Promise.all(findProblems.map((find) => find()))).flat(),
          ],
          integrity_check: dialect.integrityCheck(),
          background_work: backgroundWork.runs().map((run) => ({
            name: run.name,
            is_running: run.isRunning,
            worked_ms: Math.round(run.workedMs),
            waited_ms: Math.round(run.waitedMs),
          })),
        },
        notices: noticesOf(config),
        counts: await counts(),
        last_backup: await readLastBackup(db),
        packages: [...(await packages())],
      };
    },
  };
}

export type SystemService = ReturnType<typeof createSystemService>;
