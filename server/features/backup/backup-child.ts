import { openBlobStore } from '#server/core/blobs/open';
import { openDatabase } from '#server/core/db/open';
import { withClosing } from './closing.ts';
import { type BackupResult, backupOrder } from './backup-order.ts';
import { hashHomeScreens } from './home-hash.ts';
import { openDestination } from './open-destination.ts';
import { withUserErrors } from './user-errors.ts';
import { writeBackup } from './write-backup.ts';

/* The entry point of the child process of the backup job. */

/** @throws AppError with a message for users */
export const run = (input: unknown, progress: (fraction: number) => void): Promise<BackupResult> =>
  withUserErrors(async () => {
    const { name, passphrase, ...order } = backupOrder.parse(input);
    const { store, shared } = await openDestination({ ...order, name, passphrase });
    const database = await openDatabase(order.databaseUrl);
    return withClosing(database, async () => {
      const blobs = await openBlobStore(order.blobStoreUrl, order.blobTimeoutMs);
      return withClosing(blobs, async () => {
        const before = await hashHomeScreens(database);
        let after = '';
        const onSnapshot = async () => {
          after = await hashHomeScreens(database);
        };
        const report = await writeBackup(
          { database, blobs, databaseUrl: order.databaseUrl, version: order.version },
          { location: store.locationOf(name), shared, progress, onSnapshot },
        );
        return {
          ...report,
          missing: report.missing.length,
          ...(before === after && { homeHash: after }),
        };
      });
    });
  });
