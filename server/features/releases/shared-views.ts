import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { isRejection } from '#server/core/errors';
import { lockCatalogue } from '#server/core/db/catalogue';
import { inDiscardedTransaction } from '#server/core/db/transaction';
import {
  type ReleaseView,
  type ViewDeps,
  applyChanges,
  assertRelease,
  openChangesOf,
  openView,
} from './release-view.ts';

/** The longest time for which a view stays open. Writes of other processes wait for its end. */
const OPEN_MS = 100;
/** The pause after it, in which these processes take the lock. On SQLite they try every 3 ms. */
const PAUSE_MS = 5;

interface SharedView {
  readonly releaseId: number;
  readonly view: ReleaseView;
  readonly isDue: () => boolean;
  /** Rolls the transaction back. */
  readonly close: () => Promise<void>;
}

/**
 * Views of releases that several reads share, because a screen sends several requests. The transaction with the changes of a release
 * stays open until a write of this process waits, and at most `OPEN_MS`. So no later write of the catalogue is missing in it. Reads run
 * one after the other.
 */
export function createSharedViews(deps: ViewDeps, openMs = OPEN_MS) {
  const { database } = deps;
  const inOrder = pLimit(1);
  let current: SharedView | undefined;
  let lastTimeout = -Infinity;

  async function close(): Promise<void> {
    const view = current;
    current = undefined;
    await view?.close();
  }

  /** Closes the view after the running read. An error is left to the next read, which uses the same database. */
  function closeWhenDue(): void {
    inOrder(async () => {
      if (current?.isDue()) await close();
    }).catch(() => undefined);
  }

  async function open(releaseId: number): Promise<SharedView> {
    if (performance.now() < lastTimeout + PAUSE_MS) await pause(PAUSE_MS);
    const firstView = Promise.withResolvers<ReleaseView>();
    const ending = Promise.withResolvers<void>();
    let isDue = false;
    let stopListening = (): void => undefined;
    const end = (): void => {
      isDue = true;
      closeWhenDue();
    };
    const transaction = inDiscardedTransaction(database, async (trx) => {
      stopListening();
      stopListening = database.dialect.onWaitingWrite(end);
      await lockCatalogue(trx);
      const view = openView(deps, trx);
      await applyChanges(view, await openChangesOf(trx, releaseId));
      firstView.resolve(view);
      await ending.promise;
    }).finally(() => stopListening());
    transaction.catch(firstView.reject);
    const view = await firstView.promise;
    const timer = setTimeout(() => {
      lastTimeout = performance.now();
      end();
    }, openMs);
    return {
      releaseId,
      view,
      isDue: () => isDue,
      async close() {
        clearTimeout(timer);
        ending.resolve();
        await transaction;
      },
    };
  }

  return {
    /** Reads the catalogue with the changes of a release. @throws AppError 404 */
    async read<Result>(releaseId: number, read: (view: ReleaseView) => Promise<Result>): Promise<Result> {
      await assertRelease(database, releaseId);
      return inOrder(async () => {
        if (current?.isDue() || current?.releaseId !== releaseId) await close();
        current ??= await open(releaseId);
        try {
          return await read(current.view);
        } catch (error) {
          // A failed statement ends a transaction of PostgreSQL.
          if (!isRejection(error)) await close();
          throw error;
        }
      });
    },
    close: () => inOrder(close),
  };
}

export type SharedViews = ReturnType<typeof createSharedViews>;
