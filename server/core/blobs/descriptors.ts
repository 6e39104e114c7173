import { close, open } from 'node:fs';
import { promisify } from 'node:util';

/** Long enough for the next range of a playback; short enough that a file which another process removed is soon gone. */
const KEPT_MS = 1_000;
const MAX_KEPT = 256;

const openFile = promisify(open);

/** An open file. Whoever took it lets it go once. */
export interface Descriptor {
  readonly fd: number;
  releaseFiles(): void;
}

interface OpenFile {
  readonly fd: number;
  users: number;
  isKept: boolean;
}

/**
 * Opens files for reading and keeps them open for a moment, since many listeners ask for parts of the same few files: to open
 * one costs as much as to read a part of it.
 */
export function createDescriptors(pathOf: (key: string) => string) {
  const openFiles = new Map<string, Promise<OpenFile>>();

  function closeUnused({ fd, users, isKept }: OpenFile): void {
    if (users === 0 && !isKept) close(fd, () => undefined);
  }

  function forget(key: string, opening = openFiles.get(key)): void {
    if (!opening || openFiles.get(key) !== opening) return;
    openFiles.delete(key);
    opening.then(
      (opened) => {
        opened.isKept = false;
        closeUnused(opened);
      },
      () => undefined,
    );
  }

  function openNow(key: string): Promise<OpenFile> {
    const isKept = openFiles.size < MAX_KEPT;
    const opening = openFile(pathOf(key), 'r').then((fd) => ({ fd, users: 0, isKept }));
    if (!isKept) return opening;
    openFiles.set(key, opening);
    opening.then(
      () => setTimeout(() => forget(key, opening), KEPT_MS).unref(),
      () => forget(key, opening),
    );
    return opening;
  }

  return {
    /** @throws as `open` does, ENOENT when there is no such file */
    async take(key: string): Promise<Descriptor> {
      // Counted before whoever forgets it meanwhile sees it: callbacks run in the order in which they were given.
      const opened = await (openFiles.get(key) ?? openNow(key)).then((file) => {
        file.users++;
        return file;
      });
      return {
        fd: opened.fd,
        releaseFiles() {
          opened.users--;
          closeUnused(opened);
        },
      };
    },

    /** Closes the open file of a deleted blob, so that it is not served any more. */
    forget: (key: string) => forget(key),
  };
}
