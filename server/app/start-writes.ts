import { createAccounts } from '#server/core/auth/accounts';
import type { Dependencies } from './dependencies.ts';
import { createSecrets, reencryptSecrets } from '#server/core/auth/secrets';
import { withStorageFullError } from '#server/core/blobs/storage-full';
import { probeWrites } from '#server/core/db/open';
import { renewBuiltInRoles } from '#server/features/users/built-in-roles';

/**
 * The writes of a server at its start. Storage that takes no changes keeps it from none of its reads: the writes follow when it takes them.
 * @param onFailure told of what fails later
 * @returns the password of the administrator when it was generated just now
 */
export async function makeStartWrites(
  dependencies: Dependencies,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  const { database, config } = dependencies;
  let generated: string | undefined;
  let isStarted = false;
  const steps = [
    // Most starts have nothing else to write, and whether changes are taken should be known all the same.
    () => probeWrites(database),
    () => renewBuiltInRoles(database),
    async () => void (await reencryptSecrets(database, createSecrets(config.secretsKeys))),
    async () => {
      const accounts = createAccounts(database.kysely);
      generated = await accounts.ensureAdmin(config.adminEmail, config.adminPassword, 'Administrator');
      if (isStarted && generated !== undefined)
        process.stdout.write(`\n  Password  ${generated}   (generated; shown only once)\n\n`);
    },
    async () => {
      if (!config.demo) return;
      const { loadDemo } = await import('#server/demo/load-demo');
      await withStorageFullError(() => loadDemo(dependencies));
    },
  ];
  for (const step of steps) await database.writes.whenTaken(step, onError);
  isStarted = true;
  return generated;
}
