import { OperatorError } from '#server/core/errors';
import { readPreamble } from './archive-frames.ts';
import { openSink, openSource } from './archive-location.ts';
import { type Secret, createSecret, sharedFolderOf } from './archive-seal.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { ARCHIVE_SUFFIX, type BackupStore, LIST_SUFFIX, listNameOf } from './backup-store.ts';
import { sharedNameOf } from './shared-file.ts';
import { createSharedListWriter, readSharedList } from './shared-list.ts';

/** The files that all backups at a backup destination share. Each file is sent once. */
export interface SharedFiles {
  readonly folder: string;
  readonly secret: Secret | undefined;
  readonly isEmpty: boolean;
  has(key: string): boolean;
  /** Writes a new file. @returns the number of sent bytes */
  add(key: string, write: (writer: ArchiveWriter) => Promise<void>): Promise<number>;
  /** Records that the new backup refers to a file. */
  addReference(key: string): Promise<void>;
  /** Stores the references durably before the backup is complete. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

interface Content {
  readonly archives: ReadonlySet<string>;
  readonly lists: readonly string[];
  /** File keys by folder. */
  readonly files: Map<string, Set<string>>;
}

const SHARED_NAME = /^(files\/[^/]+)\/[^/]+\/([^/]+)$/;

async function listContent(store: BackupStore): Promise<Content> {
  const archives = new Set<string>();
  const lists: string[] = [];
  const files: Content['files'] = new Map();
  for await (const { name } of store.list()) {
    const [, folder, key] = SHARED_NAME.exec(name) ?? [];
    if (folder && key) {
      const keys = files.get(folder) ?? new Set();
      files.set(folder, keys.add(key));
    } else if (name.endsWith(ARCHIVE_SUFFIX)) archives.add(name);
    else if (name.endsWith(LIST_SUFFIX)) lists.push(name);
  }
  return { archives, lists, files };
}

/** Returns the names of the shared files that backups refer to. @throws OperatorError when a list is missing or damaged */
async function findReferences(store: BackupStore, archives: Iterable<string>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const archive of archives) {
    const { shared_files: folder } = await readPreamble(await openSource(store.locationOf(archive)));
    if (folder === null) continue;
    await readSharedList(store.locationOf(listNameOf(archive)), (key) => names.add(`${folder}/${key}`));
  }
  return names;
}

/** Deletes the files without references. Deletes no file while a backup or its list cannot be read. */
async function removeUnreferenced(store: BackupStore, { archives, lists, files }: Content): Promise<void> {
  const listNames = new Set([...archives].map(listNameOf));
  for (const list of lists) if (!listNames.has(list)) await store.remove(list);
  const references = await findReferences(store, archives).catch((error: unknown) => {
    if (error instanceof OperatorError) return undefined;
    throw error;
  });
  if (!references) return;
  for (const [folder, keys] of files)
    for (const key of keys) {
      if (references.has(`${folder}/${key}`)) continue;
      await store.remove(sharedNameOf(folder, key));
      keys.delete(key);
    }
}

/**
 * Prepares the destination for a new backup. Deletes partial files of interrupted backups and files without references. Only one
 * process may call this at a time.
 * @param name the name of the new backup
 */
export async function openSharedFiles(
  store: BackupStore,
  { name, passphrase }: { readonly name: string; readonly passphrase: string | undefined },
): Promise<SharedFiles> {
  await store.discardUnfinished();
  const content = await listContent(store);
  await removeUnreferenced(store, content);
  const secret = await createSecret(passphrase, content.files.keys());
  const folder = sharedFolderOf(secret);
  const keys = content.files.get(folder) ?? new Set<string>();
  const list = createSharedListWriter(await openSink(store.locationOf(listNameOf(name))));

  return {
    folder,
    secret,
    isEmpty: keys.size === 0,
    has: (key) => keys.has(key),
    async add(key, write) {
      const sink = await openSink(store.locationOf(sharedNameOf(folder, key)));
      try {
        await write(await createArchiveWriter(sink, { secret, sharedFiles: null }));
        const bytes = await sink.finish();
        keys.add(key);
        return bytes;
      } finally {
        await sink.discard();
      }
    },
    addReference: (key) => list.add(key),
    finish: () => list.finish(),
    discard: () => list.discard(),
  };
}
