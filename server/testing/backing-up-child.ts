import { openBlobStore } from '#server/core/blobs/open';
import { openDatabase } from '#server/core/db/open';
import { openArchive } from '#server/features/backup/archive-reader';
import { openBackupStore } from '#server/features/backup/backup-store';
import { restoreBackup } from '#server/features/backup/restore-backup';
import { openSharedFiles } from '#server/features/backup/shared-files';
import { writeBackup } from '#server/features/backup/write-backup';

/* A process that writes or restores a backup, and kills itself when so much is done: killed-backup.test.ts. */

interface Order {
  readonly action: 'backup' | 'restore';
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
  readonly backupStoreUrl: string;
  readonly scratchFolder: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly killAt: number;
}

const [text = '{}'] = process.argv.slice(2);
const order = JSON.parse(text) as Order;
const { databaseUrl, name, scratchFolder, killAt } = order;
const die = () => process.kill(process.pid, 'SIGKILL');
const progress = (fraction: number) => {
  if (fraction >= killAt) die();
};
const store = await openBackupStore(order.backupStoreUrl);
const database = await openDatabase(databaseUrl);
const blobs = await openBlobStore(order.blobStoreUrl);
if (order.action === 'backup') {
  const sharedFiles = await openSharedFiles(store, { name, passphrase: undefined });
  const onSnapshot = async () => {
    if (killAt === 0) die();
  };
  const source = { database, databaseUrl, blobs, version: '0.0.0' };
  await writeBackup(source, { location: store.locationOf(name), shared: sharedFiles, progress, onSnapshot });
} else {
  const archive = await openArchive(store.locationOf(name), undefined);
  await restoreBackup(archive, { database, databaseUrl, blobs, scratchFolder, progress });
}
