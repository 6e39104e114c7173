import { AppError } from '#server/core/errors';
import type { BlobStore } from './blob-store.ts';
import { storeSilent } from './deadline.ts';

/** The number of failed pings in a row after which requests are rejected. A single lost ping does not show that the store is down. */
const LOST_PINGS = 2;
/** The time after which a request is sent again without a successful ping. Commands send no pings. */
const TRY_AGAIN_MS = 5_000;

const isSilence = (error: unknown): boolean => error instanceof AppError && error.status === 503;

/**
 * Wraps a store so that calls fail at once while it is unavailable: after a call that failed with 503, or repeated failed pings.
 * The first successful ping allows all calls again.
 */
export function withCircuit(store: BlobStore, now: () => number = Date.now): BlobStore {
  let closedAgainAt = 0;
  let lostPings = 0;

  const open = () => {
    closedAgainAt = now() + TRY_AGAIN_MS;
  };
  const assertNotOpen = () => {
    if (now() < closedAgainAt) throw storeSilent();
  };
  const withTracking = async <T>(act: () => Promise<T>): Promise<T> => {
    assertNotOpen();
    try {
      return await act();
    } catch (error) {
      if (isSilence(error)) open();
      throw error;
    }
  };

  const { openFile } = store;
  return {
    put: (key, path, mediaType) => withTracking(() => store.put(key, path, mediaType)),
    open: (key, range) => withTracking(() => store.open(key, range)),
    ...(openFile && { openFile: (key: string) => withTracking(() => openFile(key)) }),
    stat: (key) => withTracking(() => store.stat(key)),
    remove: (key) => withTracking(() => store.remove(key)),
    discardUnfinished: (before) => withTracking(() => store.discardUnfinished(before)),
    ...(store.pathOf && { pathOf: store.pathOf }),
    ...(store.fileOf && { fileOf: store.fileOf }),
    ...(store.presign && { presign: store.presign }),
    list: () => {
      assertNotOpen();
      return store.list();
    },
    retained: {
      take: (key) => withTracking(() => store.retained.take(key)),
      release: (key) => withTracking(() => store.retained.release(key)),
      open: (key, range) => withTracking(() => store.retained.open(key, range)),
      stat: (key) => withTracking(() => store.retained.stat(key)),
      remove: (key) => withTracking(() => store.retained.remove(key)),
      list: () => {
        assertNotOpen();
        return store.retained.list();
      },
    },
    async ping() {
      try {
        await store.ping();
        lostPings = 0;
        closedAgainAt = 0;
      } catch (error) {
        lostPings += 1;
        if (lostPings >= LOST_PINGS) open();
        throw error;
      }
    },
    close: () => store.close(),
  };
}
