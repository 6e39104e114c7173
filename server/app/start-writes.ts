import { createAccounts } from '#server/core/auth/accounts';
import type { Dependencies } from './dependencies.ts';
import { createSecrets, reencryptSecrets } from '#server/core/auth/secrets';
import { withStorageFullError } from '#server/core/blobs/storage-full';
import { probeWrites } from '#server/core/db/open';
import { renewBuiltInRoles } from '#server/features/users/built-in-roles';

/**
 * Runs the writes of the server start. If the storage accepts no changes, the server still reads, and the writes run later.
 * @param onError receives the errors of delayed writes
 * @returns the password of the primary administrator if it was generated now
 */
export async function makeStartWrites(
  dependencies: Dependencies,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  const { database, config } = dependencies;
  let generatedPassword: string | undefined;
  let isStarted = false;
  const steps = [
    // Most starts have nothing else to write, but it must be known whether changes are accepted.
    () => probeWrites(database),
    () => renewBuiltInRoles(database),
    async () => void (await reencryptSecrets(database, createSecrets(config.secretsKeys))),
    async () => {
      const accounts = createAccounts(database.kysely);
      generatedPassword = await accounts.ensureAdmin(
        config.adminEmail,
        config.adminPassword,
        'Administrator',
      );
      if (isStarted && generatedPassword !== undefined)
        process.stdout.write(`\n  Password  ${generatedPassword}   (generated; shown only once)\n\n`);
    },
    async () => {
      if (!config.demo) return;
      const { loadDemo } = await import('#server/demo/load-demo');
      await withStorageFullError(() => loadDemo(dependencies));
    },
  ];
  for (const step of steps) await database.writes.runWhenWritable(step, onError);
  isStarted = true;
  return generatedPassword;
}
