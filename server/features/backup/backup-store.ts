import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openS3Folder } from '#server/core/blobs/s3-object';
import { completeNameOf } from './archive-location.ts';

/** The storage of all backups: a folder or a bucket. Names use `/` as the folder separator. */
export interface BackupStore {
  /** Returns the path or URL of a file for `openSink` and `openSource`. */
  locationOf(name: string): string;
  list(): AsyncIterable<{ readonly name: string; readonly size: number }>;
  /** Does nothing when the file does not exist. */
  remove(name: string): Promise<void>;
  /** Deletes the partial files of interrupted backups. Must not run while a backup is written. */
  discardUnfinished(): Promise<void>;
  close(): void;
}

export const ARCHIVE_SUFFIX = '.backup';
export const LIST_SUFFIX = '.files';

/** Returns the name of the list of shared files of an archive. */
export const listNameOf = (archive: string): string => archive.replace(/\.backup$/, LIST_SUFFIX);

/** Returns true for a file that is part of a backup. */
const isBackupFile = (name: string): boolean =>
  name.startsWith('files/') || name.endsWith(ARCHIVE_SUFFIX) || name.endsWith(LIST_SUFFIX);

/** Opens the storage at `file:PATH` or `s3://BUCKET/FOLDER?endpoint=…&region=…`. @throws Error when it cannot be used */
export async function openBackupStore(url: string): Promise<BackupStore> {
  return url.startsWith('s3://') ? openBucketStore(url) : openFolderStore(url);
}

async function openBucketStore(url: string): Promise<BackupStore> {
  const folder = await openS3Folder(url);
  const { protocol, host, pathname, search } = new URL(url);
  return {
    locationOf: (name) => `${protocol}//${host}${pathname.replace(/\/*$/, '/')}${encodeURI(name)}${search}`,
    list: () => folder.list(),
    remove: (name) => folder.remove(name),
    discardUnfinished: () => folder.discardUnfinished(isBackupFile),
    close: () => folder.close(),
  };
}

async function openFolderStore(url: string): Promise<BackupStore> {
  const root = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const nameOf = (path: string) =>
    path
      .slice(root.length + 1)
      .split(sep)
      .join('/');

  async function* allFiles() {
    for await (const entry of await opendir(root, { recursive: true }))
      if (entry.isFile()) yield join(entry.parentPath, entry.name);
  }

  return {
    locationOf: (name) => join(root, name),
    async *list() {
      for await (const path of allFiles()) {
        if (completeNameOf(path) !== undefined) continue;
        // Another process can delete the file concurrently.
        const entry = await stat(path).catch(() => undefined);
        if (entry) yield { name: nameOf(path), size: entry.size };
      }
    },
    remove: (name) => rm(join(root, name), { force: true }),
    async discardUnfinished() {
      for await (const path of allFiles()) {
        const name = completeNameOf(nameOf(path));
        if (name !== undefined && isBackupFile(name)) await rm(path, { force: true });
      }
    },
    close: () => undefined,
  };
}
