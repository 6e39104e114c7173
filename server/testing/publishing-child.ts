import type { KyselyPlugin } from 'kysely';
import { openDependencies } from '#server/app/dependencies';
import { readConfig } from '#server/app/config';
import { createReleasesFeature } from '#server/features/releases/releases.module';

/*
 * A process that publishes and rolls back due releases. It is killed after a given number of statements; without one, it sends the number
 * of its statements. Used by kill-publishing.test.ts.
 */

const [dataDir, databaseUrl, limit] = process.argv.slice(2);
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_EMAIL: 'admin@example.org' };
const dependencies = await openDependencies(readConfig(env));
let statements = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1;
    if (limit !== undefined && statements >= Number(limit)) process.kill(process.pid, 'SIGKILL');
    return result;
  },
};
const { database } = dependencies;
const { refresh } = createReleasesFeature({
  ...dependencies,
  database: { ...database, kysely: database.kysely.withPlugin(counter) },
});
const quiet = (): undefined => undefined;
await refresh.run(new AbortController().signal, { info: quiet, warn: quiet, error: quiet } as never);
await dependencies.close();
process.send?.(statements);
process.disconnect();
