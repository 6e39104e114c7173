import type { Transaction } from 'kysely';
import type { BulkChanges } from '#contract/bulk/bulk';
import type { Schema } from '#server/core/db/schema';
import { isRejection } from '#server/core/errors';
import type { Settings } from '#server/core/settings/settings';
import type { ReleaseFiles } from '#server/core/resource/lifecycle';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { changeBooks } from './bulk-batch.ts';
import { additionTo } from './bulk-lists.ts';
import { modeOf } from './bulk-selection.ts';

/** Returns the source of the changes that a bulk edit saves into a release. */
export const sourceOf = (bulkId: number): string => `bulk ${bulkId}`;

/** A bulk edit in a release. */
export interface ReleaseRun {
  readonly id: number;
  readonly release_id: number;
  readonly user_id: number | null;
  readonly changes: BulkChanges;
  readonly undoes: { readonly id: number; readonly changed: number } | undefined;
}

export interface BatchResult {
  readonly count: number;
  /** The keys of files to delete after the commit. */
  readonly freedKeys: readonly string[];
  /** The files that no record references after the commit. */
  readonly releasedFiles?: ReleaseFiles | undefined;
}

/** Books per transaction. Other writes wait for its duration. */
const books = { fields: 25, delete: 4 } as const;

/** Returns the number of books of one transaction. Lists and undos need one for all books. */
export function releaseBatchOf(
  { changes, undoes }: Pick<ReleaseRun, 'changes' | 'undoes'>,
  total: number,
): number {
  const mode = modeOf(changes);
  return !undoes && (mode === 'fields' || mode === 'delete') ? books[mode] : total;
}

/** Returns a function that runs a batch of a bulk edit in a release, in the transaction of the caller. */
export function createReleaseBatch({
  releases,
  settings,
}: {
  readonly releases: ReleaseAccess;
  readonly settings: Pick<Settings, 'values'>;
}) {
  return async (
    trx: Transaction<Schema>,
    { id, release_id: releaseId, user_id, changes, undoes }: ReleaseRun,
    ids: readonly number[],
  ): Promise<BatchResult> => {
    const mode = modeOf(changes);
    if (undoes) {
      const run = { releaseId, source: sourceOf(undoes.id) };
      const isOfBooks = mode === 'fields' || mode === 'delete';
      const count = isOfBooks ? (await releases.recordsOf(trx, run)).length : undoes.changed;
      return { count, freedKeys: await releases.removeMany(trx, run) };
    }
    let count = 0;
    const scope = { releaseId, userId: user_id ?? 0, source: sourceOf(id), newRecords: 0 };
    const ofBooks = { ...scope, kind: 'books', independentIds: ids } as const;
    if (mode === 'fields') {
      // The first edition can be another book of the release.
      const independentIds = changes.edition_of ? undefined : ids;
      const freedKeys = await releases.saveMany(trx, { ...ofBooks, independentIds }, ({ view, record }) =>
        record(async () => {
          count = await changeBooks(view.trx, { changeId: id, ids, changes, settings: settings.values() });
        }),
      );
      return { count, freedKeys };
    }
    if (mode === 'delete') {
      const freedKeys = await releases.saveMany(trx, ofBooks, async ({ remove }) => {
        for (const bookId of ids)
          try {
            await remove(bookId);
            count += 1;
          } catch (error) {
            if (!isRejection(error)) throw error;
          }
      });
      return { count, freedKeys };
    }
    const kind = mode === 'collection' ? 'collections' : 'challenges';
    const freedKeys = await releases.saveMany(trx, { ...scope, kind }, async ({ view, update }) => {
      const addition = await additionTo(view.services, view.trx, { ids, changes });
      count = addition.addedCount;
      if (count > 0) await update(addition.input);
    });
    return { count, freedKeys };
  };
}
