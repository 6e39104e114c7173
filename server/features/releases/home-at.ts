import type { MobileHome } from '#contract/mobile-home/mobile-home';
import { inDiscardedTransaction } from '#server/core/db/transaction';
import { type HomeView, buildHome } from '#server/features/mobile-home/mobile-home';
import { returnTo } from './past.ts';
import type { Publishing } from './publishing.ts';
import { applyChanges, assertRelease, openChangesOf, openView, timeOf } from './release-view.ts';
import type { ReleaseServiceDeps } from './releases.service.ts';
import type { SharedViews } from './shared-views.ts';

export interface HomeMoment {
  readonly at?: string | undefined;
  readonly release?: number | undefined;
}

/** Returns a function that builds home screens as they were, or as they would be. It uses the code that serves apps, and stores nothing. */
export function createHomeAt(
  deps: ReleaseServiceDeps,
  { applyUntil, views }: Pick<Publishing, 'applyUntil'> & { readonly views: SharedViews },
) {
  const { database } = deps;

  /**
   * @returns undefined if the service has no home screen then
   * @throws AppError 404 for an unknown release, 422 for a time that the audit log does not cover
   */
  return async function homeAt({ at, release }: HomeMoment, home: HomeView): Promise<MobileHome | undefined> {
    if (release !== undefined && at === undefined)
      return views.read(release, ({ trx }) => buildHome(trx, home));
    if (release !== undefined) await assertRelease(database, release);
    return inDiscardedTransaction(database, async (trx) => {
      const view = openView(deps, trx);
      if (at !== undefined) {
        if (at < (await timeOf(database, trx))) await returnTo(view, deps, at);
        else await applyUntil(trx, at);
      }
      if (release !== undefined) await applyChanges(view, await openChangesOf(trx, release));
      return buildHome(trx, home);
    });
  };
}

export type HomeAt = ReturnType<typeof createHomeAt>;
