import { importLimits } from '#contract/imports/import-limits';

/** Bytes that any upload may unpack to, whatever its size. */
const MIN_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Quota of the files that one import unpacks. */
export interface ImportSpace {
  /** Returns the bytes that are left. */
  left(): number;
  take(bytes: number): void;
  /** Releases the reserved bytes. */
  end(): void;
}

/** Quota of unpacked files, which are on the disk of the server while they are read. */
export interface UnpackQuota {
  /** @param bytes reserved at the start */
  begin(userId: number | null, bytes?: number): ImportSpace;
}

/** Limits the unpacked bytes of all imports of a user to the quota of their uploads. */
export function createUnpackQuota(quotaBytes: number): UnpackQuota {
  const usedBytesBy = new Map<number | null, number>();
  const add = (userId: number | null, bytes: number) => {
    const usedBytes = (usedBytesBy.get(userId) ?? 0) + bytes;
    if (usedBytes > 0) usedBytesBy.set(userId, usedBytes);
    else usedBytesBy.delete(userId);
  };
  return {
    begin(userId, bytes = 0) {
      let own = 0;
      const take = (more: number) => {
        own += more;
        add(userId, more);
      };
      take(bytes);
      return {
        left: () => Math.max(0, quotaBytes - (usedBytesBy.get(userId) ?? 0)),
        take,
        end() {
          add(userId, -own);
          own = 0;
        },
      };
    },
  };
}

/** Returns the maximum unpacked bytes of one upload, including nested archives. @param size of the upload in bytes */
export const unpackedLimit = (size: number): number =>
  Math.max(MIN_UNPACKED_BYTES, size * importLimits.maxArchiveRatio);

const MIB = 1024 * 1024;
const MIN_MS = 2 * 60_000;
const MAX_MS = 60 * 60_000;
const MS_PER_MIB = 2_000;

/** Returns the milliseconds allowed to read one upload with its content. @param size of the upload in bytes */
export const timeLimit = (size: number): number =>
  Math.min(MAX_MS, MIN_MS + Math.ceil(size / MIB) * MS_PER_MIB);
