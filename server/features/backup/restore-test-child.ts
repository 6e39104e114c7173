import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccounts } from '#server/core/auth/accounts';
import { createSessions } from '#server/core/auth/sessions';
import { noOrigin } from '#server/core/auth/security-log';
import { createSignIn } from '#server/core/auth/sign-in';
import { openBlobStore } from '#server/core/blobs/open';
import { type Database, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';
import { checkDatabase } from '#server/features/system/check/database';
import { checkFiles } from '#server/features/system/check/files';
import { openArchive } from './archive-reader.ts';
import { openBackupStore } from './backup-store.ts';
import { withClosing } from './closing.ts';
import { hashHomeScreens } from './home-hash.ts';
import { restoreBackup } from './restore-backup.ts';
import { type RestoreTestOrder, type RestoreTestResult, restoreTestOrder } from './restore-test-order.ts';
import { withUserErrors } from './user-errors.ts';

/* The entry point of the child process of the restore test. */

/** @throws OperatorError when a temporary account cannot sign in */
async function assertSignIn(database: Database): Promise<void> {
  const email = `restore-test-${randomBytes(8).toString('hex')}@lectern.invalid`;
  const password = randomBytes(24).toString('base64url');
  await createAccounts(database.kysely).add({ email, name: 'Restore test', password, permissions: [] });
  const sessions = createSessions(database, { adminEmail: '' });
  const notices = { notify: async () => undefined, afterEvent: async () => undefined };
  const signIn = createSignIn({ database, sessions, productName: () => '', notices });
  const session = await signIn.signIn(email, password, noOrigin);
  const user = 'access_token' in session ? await sessions.find(session.access_token) : undefined;
  if (user?.email !== email) throw new OperatorError('A user could not sign in to the restored backup.');
}

function assertNone(problems: readonly string[]): void {
  const [first] = problems;
  if (first !== undefined)
    throw new OperatorError(`The restored backup failed the check (${problems.length}). ${first}`);
}

async function testRestore(
  { backupStoreUrl, name, passphrase, folder, homeHash, version }: RestoreTestOrder,
  progress: (fraction: number) => void,
): Promise<RestoreTestResult> {
  const store = await openBackupStore(backupStoreUrl);
  store.close();
  const databaseUrl = `file:${join(folder, 'catalogue.db')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const archive = await openArchive(store.locationOf(name), passphrase);
  const database = await openDatabase(databaseUrl);
  return withClosing(database, async () => {
    const blobs = await openBlobStore(`file:${join(folder, 'blobs')}`);
    return withClosing(blobs, async () => {
      const target = { database, databaseUrl, blobs, scratchFolder: folder, progress };
      const { rows, files, entries } = await restoreBackup(archive, target);
      assertNone(await checkDatabase(database));
      assertNone((await checkFiles(database, blobs)).problems);
      // Home screens of another version can have a different format.
      const isComparable = homeHash !== undefined && archive.header.version === version;
      if (isComparable && (await hashHomeScreens(database)) !== homeHash)
        throw new OperatorError('The home screens differ from those at the time of the backup.');
      await assertSignIn(database);
      return { rows, files, entries };
    });
  }).finally(() => archive.close());
}

/** @throws AppError with the reason why the test failed */
export const run = (input: unknown, progress: (fraction: number) => void): Promise<RestoreTestResult> =>
  withUserErrors(() => testRestore(restoreTestOrder.parse(input), progress));
