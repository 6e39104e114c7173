import type { FileStorage } from '#server/core/media/file-storage';
import type { StagedFile } from '#server/core/media/staged-file';
import type { StoredFiles } from '#server/core/resource/stored-files';

/** The stored files of a change. They have rows, but no record refers to them before the release is published. */
export interface HeldFiles {
  readonly image?: NonNullable<StoredFiles['image']>;
  readonly audio?: { readonly audio_key: string; readonly duration: number };
  /** All keys, including those that a later change replaced. */
  readonly keys: readonly string[];
}

export const noFiles: HeldFiles = { keys: [] };

export function heldFilesOf({ rows, image, audio, audioSeconds = 0 }: StoredFiles): HeldFiles {
  return {
    ...(image && { image }),
    ...(audio && { audio: { ...audio, duration: audioSeconds } }),
    keys: rows.map(({ key }) => key),
  };
}

const emptyFile: StagedFile = {
  field: '',
  path: '',
  name: '',
  size: 0,
  sha256: '',
  discard: () => Promise.resolve(),
};

/** Returns the files of a request, for a write that repeats it. */
export const filesOfRequest = ({ image, audio }: HeldFiles): ReadonlyMap<string, StagedFile> =>
  new Map([
    ...(image ? ([['image', emptyFile]] as const) : []),
    ...(audio ? ([['audio', emptyFile]] as const) : []),
  ]);

/** A file storage for writes of a transaction that can be rolled back: it stores and deletes nothing. */
export interface HeldStorage extends FileStorage {
  /** Sets the files that the next write stores. */
  use(files: HeldFiles): void;
  /** The keys that the writes releasedKeys, for the storage after the commit. */
  readonly releasedKeys: { readonly discarded: string[]; readonly retained: string[] };
}

export function createHeldStorage(): HeldStorage {
  let current = noFiles;
  const releasedKeys: HeldStorage['releasedKeys'] = { discarded: [], retained: [] };
  const unexpectedFile = () => new Error('A write of a release stored an unexpected file.');
  return {
    releasedKeys,
    use(files) {
      current = files;
    },
    async storeImage() {
      if (!current.image) throw unexpectedFile();
      return { ...current.image, rows: [] };
    },
    async storeAudio() {
      if (!current.audio) throw unexpectedFile();
      return { ...current.audio, rows: [] };
    },
    storeAs: () => Promise.reject(unexpectedFile()),
    removeUnreferenced: () => Promise.resolve(),
    async remove(keys) {
      releasedKeys.discarded.push(...keys);
    },
    async withhold(keys) {
      releasedKeys.retained.push(...keys);
    },
    forget: () => Promise.resolve(),
    release: async () => [],
  };
}
