import type { Kysely, Transaction } from 'kysely';
import { openStatuses } from '#contract/releases/releases';
import { type Catalogue, type Services, servicesByResource, wrapServices } from '#server/app/modules';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseChangeRow } from '#server/core/db/tables/releases';
import { notFound } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import type { ViewDeps } from './release-view.ts';
import { type ReleaseWrites, assertOpen, discardRows, lockRelease } from './release-writes.ts';
import { type SaveMany, assertNotFull, createSaveMany } from './save-many.ts';
import type { SharedViews } from './shared-views.ts';

/** A bulk edit or spreadsheet, whose changes in a release have its source. */
interface ReleaseRun {
  readonly releaseId: number;
  readonly source: string;
}

/** Reads and saves in releases, for features that change many records. */
export interface ReleaseAccess {
  /** Reads the catalogue with the changes of a release; live without one. Nothing is stored. @throws AppError 404 */
  read<Result>(
    releaseId: number | undefined,
    read: (catalogue: Catalogue) => Promise<Result>,
  ): Promise<Result>;
  /** Returns services that read in a release. */
  servicesIn(releaseId: number): Services;
  readonly saveMany: SaveMany;
  /** Returns the name of an open release, locked. @throws AppError 404, 409 if it is closed */
  openName(trx: Transaction<Schema>, releaseId: number): Promise<string>;
  /** @throws AppError 404, 409 if the release is closed, or cannot have this number of further changes */
  assertNotFull(db: Kysely<Schema>, releaseId: number, newChanges: number): Promise<void>;
  /** Returns the IDs of the records that these changes concern. They are empty if the release is closed. */
  recordsOf(db: Kysely<Schema>, run: ReleaseRun): Promise<number[]>;
  /**
   * Removes changes from an open release. @returns the keys of their files, for the storage after the commit
   * @throws AppError 404, 409
   */
  removeMany(trx: Transaction<Schema>, run: ReleaseRun): Promise<string[]>;
  /** Deletes files that no change needs anymore, after the commit. */
  deleteFiles(keys: readonly string[]): Promise<void>;
}

export function createReleaseAccess(
  deps: ViewDeps & { readonly files: Pick<FileStorage, 'remove'> },
  {
    services,
    views,
    writes,
  }: {
    readonly services: Services;
    readonly views: Pick<SharedViews, 'read'>;
    readonly writes: ReleaseWrites;
  },
): ReleaseAccess {
  const { database } = deps;
  const changesOf = (db: Kysely<Schema>, { releaseId, source }: ReleaseRun): Promise<ReleaseChangeRow[]> =>
    db
      .selectFrom('release_changes')
      .selectAll()
      .where('release_id', '=', releaseId)
      .where('source', '=', source)
      .orderBy('id')
      .execute();
  const read: ReleaseAccess['read'] = (releaseId, run) =>
    releaseId === undefined ? run({ database, services }) : views.read(releaseId, run);
  const find = (db: Kysely<Schema>, id: number) =>
    db.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    read,
    servicesIn: (releaseId) =>
      wrapServices(services, (own, kind) => ({
        ...own,
        list: (query) =>
          read(releaseId, (catalogue) => servicesByResource(catalogue.services)[kind].list(query)),
        get: (id, query) =>
          read(releaseId, (catalogue) => servicesByResource(catalogue.services)[kind].get(id, query)),
      })),
    saveMany: createSaveMany(deps, writes),
    async openName(trx, releaseId) {
      const row = await lockRelease(trx, releaseId);
      assertOpen(row);
      return row.name;
    },
    async assertNotFull(db, releaseId, newChanges) {
      const row = await find(db, releaseId);
      if (!row) throw notFound('release');
      assertOpen(row);
      await assertNotFull(db, releaseId, newChanges);
    },
    async recordsOf(db, run) {
      const row = await find(db, run.releaseId);
      if (!row || !openStatuses.includes(row.status)) return [];
      return (await changesOf(db, run)).map(({ record_id }) => record_id);
    },
    async removeMany(trx, run) {
      assertOpen(await lockRelease(trx, run.releaseId));
      const keys = await discardRows(trx, await changesOf(trx, run));
      const updated_at = new Date().toISOString();
      await trx.updateTable('releases').set({ updated_at }).where('id', '=', run.releaseId).execute();
      return keys;
    },
    deleteFiles: (keys) => deps.files.remove(keys),
  };
}
