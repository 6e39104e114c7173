import { AppError } from '#server/core/errors';
import type { BlobStore } from './blob-store.ts';
import { storeSilent } from './deadline.ts';

/** A single question that got lost on the way is no reason to refuse work. */
const LOST_PINGS = 2;
/** Without pings, as on the command line, a call is let through after this time to see whether the store is back. */
const TRY_AGAIN_MS = 5_000;

const isSilence = (error: unknown): boolean => error instanceof AppError && error.status === 503;

/**
 * A store whose calls fail at once while it is known not to answer: after a call that waited for it in vain, or repeated
 * pings. The first ping that is answered lets all calls through again.
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
  const watched = async <T>(act: () => Promise<T>): Promise<T> => {
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
    put: (key, path, mediaType) => watched(() => store.put(key, path, mediaType)),
    open: (key, range) => watched(() => store.open(key, range)),
    ...(openFile && { openFile: (key: string) => watched(() => openFile(key)) }),
    stat: (key) => watched(() => store.stat(key)),
    remove: (key) => watched(() => store.remove(key)),
    discardUnfinished: (before) => watched(() => store.discardUnfinished(before)),
    ...(store.pathOf && { pathOf: store.pathOf }),
    ...(store.fileOf && { fileOf: store.fileOf }),
    ...(store.presign && { presign: store.presign }),
    list: () => {
      assertNotOpen();
      return store.list();
    },
    retained: {
      take: (key) => watched(() => store.retained.take(key)),
      release: (key) => watched(() => store.retained.release(key)),
      open: (key, range) => watched(() => store.retained.open(key, range)),
      stat: (key) => watched(() => store.retained.stat(key)),
      remove: (key) => watched(() => store.retained.remove(key)),
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
