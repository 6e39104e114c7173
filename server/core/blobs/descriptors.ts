import { close, open } from 'node:fs';
import { promisify } from 'node:util';

/** Long enough for the next range of a playback. Short enough that a file removed by another process is soon closed. */
const RETENTION_MS = 1_000;
const MAX_RETAINED = 256;

const openFile = promisify(open);

/** An open file. The caller releases it once. */
export interface Descriptor {
  readonly fd: number;
  releaseFiles(): void;
}

interface OpenFile {
  readonly fd: number;
  users: number;
  isRetained: boolean;
}

/**
 * Opens files for reading and caches them for a short time, because many players request ranges of the same few files. Opening a
 * file costs as much as reading a range of it.
 */
export function createDescriptors(pathOf: (key: string) => string) {
  const openFiles = new Map<string, Promise<OpenFile>>();

  function closeUnused({ fd, users, isRetained }: OpenFile): void {
    if (users === 0 && !isRetained) close(fd, () => undefined);
  }

  function forget(key: string, openPromise = openFiles.get(key)): void {
    if (!openPromise || openFiles.get(key) !== openPromise) return;
    openFiles.delete(key);
    openPromise.then(
      (file) => {
        file.isRetained = false;
        closeUnused(file);
      },
      () => undefined,
    );
  }

  function openNow(key: string): Promise<OpenFile> {
    const isRetained = openFiles.size < MAX_RETAINED;
    const openPromise = openFile(pathOf(key), 'r').then((fd) => ({ fd, users: 0, isRetained: isRetained }));
    if (!isRetained) return openPromise;
    openFiles.set(key, openPromise);
    openPromise.then(
      () => setTimeout(() => forget(key, openPromise), RETENTION_MS).unref(),
      () => forget(key, openPromise),
    );
    return openPromise;
  }

  return {
    /** @throws the errors of `open`; ENOENT if the file does not exist */
    async take(key: string): Promise<Descriptor> {
      // Counts the user first: callbacks run in the order of their registration, so a concurrent `forget` sees the count.
      const entry = await (openFiles.get(key) ?? openNow(key)).then((file) => {
        file.users++;
        return file;
      });
      return {
        fd: entry.fd,
        releaseFiles() {
          entry.users--;
          closeUnused(entry);
        },
      };
    },

    /** Closes the open file of a deleted blob, so that the blob is no longer served. */
    forget: (key: string) => forget(key),
  };
}
