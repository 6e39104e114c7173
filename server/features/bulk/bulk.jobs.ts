import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { type BulkChanges, bulkChanges } from '#contract/bulk/bulk';
import { permissionsToUndo } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import { backgroundWork } from '#server/core/background-work';
import { authorizeOwner } from '#server/core/auth/authorize-owner';
import type { SessionUser } from '#server/core/auth/sessions';
import { readNumbers } from '#server/core/db/id-list';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { forbidden, notFound, appError, isRejection } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import type { RestoreFiles } from '#server/core/resource/lifecycle';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import type { WriteContext } from '#server/core/resource/resource-service';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import { plainKey } from '#server/core/audit-log/list-change';
import { readChanges } from '#server/core/audit-log/stored-change';
import type { Services } from '#server/app/modules';
import type { Settings } from '#server/core/settings/settings';
import { changeBooks } from './bulk-batch.ts';
import { type BatchResult, createReleaseBatch, releaseBatchOf } from './bulk-in-release.ts';
import { additionTo } from './bulk-lists.ts';
import { restoreBooks } from './bulk-restore.ts';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { createHistoryWrites, noReleasedFiles } from '#server/features/audit-log/history-writes';
import { mergeBooks, separateBooks } from './merge-books.ts';
import { modeOf, permissionFor } from './bulk-selection.ts';

export const bulkKind = 'bulk';

/** Books per transaction. Other writes of the catalogue wait for its duration. */
const BATCH = 50;

type Caller = Pick<SessionUser, 'id' | 'permissions'>;
type Authorize = (trx: Transaction<Schema>) => Promise<Caller>;

export interface BulkJobDeps {
  readonly database: Database;
  readonly files: FileStorage;
  readonly retention: RetentionPolicy;
  readonly services: Pick<Services, 'books' | 'collections' | 'challenges'>;
  readonly settings: Settings;
  readonly releases: ReleaseAccess;
  /** The primary administrator, who has all permissions. */
  readonly adminEmail: string;
  /** Undoes one audit log entry. @throws AppError when that is not possible */
  undoEntry(entryId: number, authorize: Authorize): Promise<unknown>;
}

interface StoredChange {
  readonly id: number;
  readonly user_id: number | null;
  readonly token_id: number | null;
  readonly entry_id: number | null;
  readonly release_id: number | null;
  readonly done: number;
  readonly changed: number;
  readonly ids: Uint32Array;
  readonly changes: BulkChanges;
  /** The change that this one undoes. */
  readonly undoes:
    | { readonly id: number; readonly entry_id: number | null; readonly changed: number }
    | undefined;
}

/** The progress of a step, written in its own transaction, so that nothing is counted twice. */
interface Step {
  readonly done: number;
  readonly changed: number;
}

/** Runs a bulk change in batches. The transaction of each batch stores the progress, so no batch runs twice. */
export function createBulkJob({
  database,
  files,
  retention,
  services,
  settings,
  releases,
  adminEmail,
  undoEntry,
}: BulkJobDeps): JobHandler {
  const { kysely } = database;
  const workInRelease = createReleaseBatch({ releases, settings });
  const write = createHistoryWrites({ database, files });

  /** Checks that the user still has the permission. @throws AppError 403 */
  async function authorize(trx: Transaction<Schema>, change: StoredChange): Promise<Caller> {
    const owner = {
      userId: change.user_id ?? 0,
      tokenId: change.token_id,
      requestId: `bulk-${change.id}`,
      causeId: change.entry_id ?? undefined,
    };
    const user = await authorizeOwner(trx, owner, adminEmail);
    const { permissions } = user;
    const mode = modeOf(change.changes);
    const requiredPermissions =
      change.undoes && mode === 'delete'
        ? permissionsToUndo('books', 'deleted')
        : [permissionFor(change.changes)];
    if (!requiredPermissions.some((permission) => permissions.has(permission))) throw forbidden();
    if (change.release_id !== null && !permissions.has('releases:edit')) throw forbidden();
    return user;
  }

  async function read(id: number): Promise<StoredChange> {
    const find = (changeId: number) =>
      kysely.selectFrom('bulk_changes').selectAll().where('id', '=', changeId).executeTakeFirst();
    const row = await find(id);
    if (!row) throw notFound('change');
    const undoes = row.undoes_id === null ? undefined : await find(row.undoes_id);
    if (row.undoes_id !== null && !undoes) throw appError(knownErrors.notUndoable);
    return {
      ...row,
      undoes,
      ids: readNumbers(row.ids),
      changes: bulkChanges.parse(JSON.parse((undoes ?? row).changes)),
    };
  }

  const moveOn = (db: Kysely<Schema>, { id }: StoredChange, { done, changed }: Step) =>
    db
      .updateTable('bulk_changes')
      .set((eb) => ({ done: eb('done', '+', done), changed: eb('changed', '+', changed) }))
      .where('id', '=', id)
      .execute();

  /** Changes or restores a batch of books. @returns the number of changed books */
  async function workOn(
    trx: Transaction<Schema>,
    { id: changeId, changes, undoes, release_id, user_id }: StoredChange,
    {
      ids,
      isLast,
      restoreFiles,
    }: { readonly ids: readonly number[]; readonly isLast: boolean; readonly restoreFiles: RestoreFiles },
  ): Promise<BatchResult> {
    const live = (count: number): BatchResult => ({ count, freedKeys: [] });
    if (release_id !== null)
      return workInRelease(trx, { id: changeId, changes, undoes, release_id, user_id }, ids);
    if (changes.contributor && undoes)
      return live(await separateBooks(trx, { undoesId: undoes.id, ids, isLast, restoreFiles }));
    if (changes.contributor) {
      const merge = { changeId, ids, merge: changes.contributor, isLast, retention };
      return { ...(await mergeBooks(trx, merge)), freedKeys: [] };
    }
    if (ids.length === 0) return live(0);
    return live(
      await (undoes
        ? restoreBooks(trx, { undoesId: undoes.id, ids, settings: settings.values() })
        : changeBooks(trx, { changeId, ids, changes, settings: settings.values() })),
    );
  }

  /** Runs one batch in one transaction, from the stored progress on. @returns the new progress */
  async function work(change: StoredChange, size: number): Promise<number> {
    const { done, freedKeys } = await write(
      (trx) => authorize(trx, change),
      async (trx, _user, restoreFiles) => {
        // The update locks the row, so that two processes never run the same batch.
        const row = await trx
          .updateTable('bulk_changes')
          .set({ total: change.ids.length })
          .where('id', '=', change.id)
          .returning(['done', 'changed'])
          .executeTakeFirstOrThrow();
        const ids = Array.from(change.ids.subarray(row.done, row.done + size));
        const batch = await workOn(trx, change, {
          ids,
          isLast: row.done + ids.length === change.ids.length,
          restoreFiles,
        });
        const { count, freedKeys: keys, releasedFiles = noReleasedFiles } = batch;
        await moveOn(trx, change, { done: ids.length, changed: count });
        return { result: { done: row.done + ids.length, freedKeys: keys }, releasedFiles };
      },
    );
    if (freedKeys.length > 0) await releases.deleteFiles(freedKeys);
    return done;
  }

  /** Returns a function that checks the permission and stores the progress in the same transaction. */
  const stepOf =
    (change: StoredChange, step: Step): Authorize =>
    async (trx) => {
      const user = await authorize(trx, change);
      await moveOn(trx, change, step);
      return user;
    };

  const contextOf = (change: StoredChange, step: Step): WriteContext => ({
    user: { id: change.user_id ?? 0, email: '' },
    authorize: stepOf(change, step),
    files: new Map(),
  });

  /** Deletes or restores books one by one, each with its files. Those that cannot be changed are skipped. */
  async function oneByOne(
    change: StoredChange,
    {
      signal,
      progress,
      act,
    }: {
      readonly signal: AbortSignal;
      readonly progress: (doneCount: number) => void;
      readonly act: (id: number, step: Step) => Promise<unknown>;
    },
  ) {
    let { done } = change;
    const step = async () => {
      const id = change.ids[done];
      if (id === undefined) return false;
      try {
        await act(id, { done: 1, changed: 1 });
      } catch (error) {
        if (!isRejection(error) || error.status === 403) throw error;
        await moveOn(kysely, change, { done: 1, changed: 0 });
      }
      progress(++done);
      return done < change.ids.length;
    };
    await backgroundWork.run('Bulk edit', step, { signal, isWaitedFor: true });
  }

  /** Returns the entry that the change added for this record. @throws AppError 409 when there is none */
  async function entryOf(change: StoredChange, kind: ResourceName, recordId: number) {
    const entry = await kysely
      .selectFrom('audit_log')
      .select(['id', 'changes'])
      .where('kind', '=', kind)
      .where('record_id', '=', recordId)
      .where('cause_id', '=', change.undoes?.entry_id ?? 0)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!entry) throw appError(knownErrors.notUndoable);
    return entry;
  }

  /** Adds the books that a list does not contain to its end. */
  async function addToList(change: StoredChange): Promise<void> {
    const addition = await additionTo(services, kysely, {
      ids: Array.from(change.ids),
      changes: change.changes,
    });
    const context = contextOf(change, { done: change.ids.length, changed: addition.addedCount });
    await (addition.kind === 'collections'
      ? services.collections.update(addition.input, context)
      : services.challenges.update(addition.input, context));
  }

  /** Removes the books that the change added to a list. Later changes by other users are preserved. */
  async function takeOutOfList(change: StoredChange, mode: 'collection' | 'challenge'): Promise<void> {
    const { collection_id = 0, challenge_id = 0 } = change.changes;
    const cause = await (mode === 'collection'
      ? entryOf(change, 'collections', collection_id)
      : entryOf(change, 'challenges', challenge_id));
    const addedCodes = new Set(
      readChanges(cause.changes).flatMap((storedChange) =>
        storedChange.type === 'list' ? storedChange.added.map(([key]) => plainKey(key)) : [],
      ),
    );
    const context = contextOf(change, { done: change.ids.length, changed: addedCodes.size });
    if (mode === 'collection') {
      const { books, version } = await services.collections.get(collection_id);
      const book_codes = books.map(({ code }) => code).filter((code) => !addedCodes.has(code));
      await services.collections.update({ id: collection_id, version, book_codes }, context);
      return;
    }
    const { items, version } = await services.challenges.get(challenge_id);
    const left = items
      .filter(({ book_code }) => !addedCodes.has(book_code))
      .map(({ book_code, is_featured }, order_index) => ({ book_code, is_featured, order_index }));
    await services.challenges.update({ id: challenge_id, version, items: left }, context);
  }

  async function inBatches(change: StoredChange, signal: AbortSignal, progress: (doneCount: number) => void) {
    let { done } = change;
    const total = change.ids.length;
    const size = change.release_id === null ? BATCH : releaseBatchOf(change, total);
    // A merge of someone without books only moves the details.
    if (total === 0) await work(change, BATCH);
    const step = async () => {
      if (done >= total) return false;
      done = await work(change, size);
      progress(done);
      return done < total;
    };
    await backgroundWork.run('Bulk edit', step, { signal, isWaitedFor: true });
  }

  return defineJob({
    kind: bulkKind,
    weight: 'light',
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const change = await read(Number(subjectId));
      const total = Math.max(1, change.ids.length);
      const reportDone = (doneCount: number) => progress(doneCount / total);
      const mode = modeOf(change.changes);
      if (change.release_id !== null || mode === 'fields' || mode === 'contributor')
        await inBatches(change, signal, reportDone);
      else if (mode === 'delete')
        await oneByOne(change, {
          signal,
          progress: reportDone,
          act: async (id, step) =>
            change.undoes
              ? undoEntry((await entryOf(change, 'books', id)).id, stepOf(change, step))
              : services.books.remove(id, contextOf(change, step)),
        });
      else if (change.done < change.ids.length)
        await (change.undoes ? takeOutOfList(change, mode) : addToList(change));
      const { changed, done } = await read(change.id);
      return { result: { bulk_id: change.id, changed, done, total: change.ids.length } };
    },
  });
}
