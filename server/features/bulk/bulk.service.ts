import { countOf } from '#contract/core/format-count';
import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  type BulkChange,
  type BulkChanges,
  type BulkPreview,
  type BulkRequest,
  type StartedBulk,
  bulkChanges,
} from '#contract/bulk/bulk';
import { type AuditLogAction, permissionsToUndo } from '#contract/audit-log/audit-log';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import type { SessionUser } from '#server/core/auth/sessions';
import { readNumbers } from '#server/core/db/id-list';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { BulkChangesTable } from '#server/core/db/tables/bulk';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, notFound, appError, fieldError } from '#server/core/errors';
import { createJobList } from '#server/features/jobs/job-list';
import { type JobQueue, findInProgress } from '#server/core/jobs/job-queue';
import { signUndo, writerOf } from '#server/core/audit-log/signature';
import { assertUndoneInRelease, currentRelease } from '#server/core/resource/request-release';
import type { Settings } from '#server/core/settings/settings';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { releaseLimits } from '#contract/releases/releases';
import { actionOf, undoActionOf, writeBulkEntry } from './bulk-entry.ts';
import { authorIdByName } from '#server/features/books/book-authors';
import { sourceOf } from './bulk-in-release.ts';
import { bulkKind } from './bulk.jobs.ts';
import { storedContributor } from './merge-details.ts';
import { previewBulk } from './bulk-preview.ts';
import { assertLinkable, modeOf, permissionFor, requireRight, selectedIds } from './bulk-selection.ts';

type Db = Kysely<Schema>;
type Caller = Pick<SessionUser, 'id' | 'permissions'>;

/** The user of a request, and the check of its permissions in a transaction. */
export interface CallContext {
  readonly user: SessionUser;
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
}

interface Begun {
  readonly id: number;
  readonly jobId: number;
  /** Null in a release. */
  readonly entryId: number | null;
}

const storedColumns = [
  'id',
  'user_id',
  'changes',
  'total',
  'done',
  'changed',
  'undoes_id',
  'entry_id',
  'merged',
  'release_id',
] as const;
type Stored = Pick<Selectable<BulkChangesTable>, (typeof storedColumns)[number]>;

const find = (db: Db, id: number): Promise<Stored | undefined> =>
  db.selectFrom('bulk_changes').select(storedColumns).where('id', '=', id).executeTakeFirst();

const findByEntry = (db: Db, entryId: number): Promise<Stored | undefined> =>
  db.selectFrom('bulk_changes').select(storedColumns).where('entry_id', '=', entryId).executeTakeFirst();

const undoOf = (db: Db, id: number) =>
  db.selectFrom('bulk_changes').select('id').where('undoes_id', '=', id).executeTakeFirst();

const changesOf = (row: Stored): BulkChanges => bulkChanges.parse(JSON.parse(row.changes));

/** Books of a change of fields are stored one by one; books of other changes are in the audit log. */
const changedBooks = (db: Db, id: number) =>
  db.selectFrom('bulk_books').select('book_id').where('change_id', '=', id).orderBy('book_id').execute();

const isRunning = async (db: Db, { id, done, total }: Stored): Promise<boolean> =>
  done < total && (await findInProgress(db, bulkKind, id)) !== undefined;

/** Returns the reason why no user can undo a change as a whole; undefined when it can be undone. */
async function undoErrorOfChange(
  releases: ReleaseAccess,
  db: Db,
  row: Stored | undefined,
): Promise<ErrorInfo | undefined> {
  if (!row || row.undoes_id !== null) return knownErrors.notUndoable;
  if (await undoOf(db, row.id)) return knownErrors.undoneAlready;
  if (await isRunning(db, row)) return knownErrors.stillRunning;
  if (row.release_id !== null) {
    const records = await releases.recordsOf(db, { releaseId: row.release_id, source: sourceOf(row.id) });
    return records.length === 0 ? knownErrors.notUndoable : undefined;
  }
  if (row.changed === 0 && row.merged === null) return knownErrors.notUndoable;
  // Changes of older versions have no audit log entry; only their books are stored.
  return row.entry_id === null && (await changedBooks(db, row.id)).length === 0
    ? knownErrors.notUndoable
    : undefined;
}

/** @throws AppError 404 without the contributor to merge, 422 without the other one */
async function assertContributors(
  db: Db,
  { id, name }: NonNullable<BulkChanges['contributor']>,
): Promise<void> {
  if (!(await storedContributor(db, id))) throw notFound('contributor');
  const intoId = await authorIdByName(db, name);
  if (intoId === undefined) throw fieldError('changes.contributor.name', knownErrors.noContributor(name));
  if (intoId === id) throw fieldError('changes.contributor.name', knownErrors.mergedIntoItself);
}

/** Previews, starts and undoes bulk changes of books. */
export function createBulkService({
  database,
  jobs,
  settings,
  releases,
  trashDays = 30,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly settings: Settings;
  readonly releases: ReleaseAccess;
  readonly trashDays?: number;
}) {
  const { kysely } = database;
  const jobList = createJobList(database);

  async function insert(
    trx: Transaction<Schema>,
    userId: number,
    change: {
      readonly title: string;
      readonly changes: BulkChanges | undefined;
      readonly action: AuditLogAction;
      readonly ids: readonly number[];
      readonly undoes?: Stored;
      readonly releaseId: number | undefined;
    },
  ): Promise<Begun> {
    const { ids, changes, undoes, releaseId } = change;
    if (undoes?.entry_id) signUndo(trx, undoes.entry_id);
    const name = releaseId === undefined ? undefined : await releases.openName(trx, releaseId);
    // The audit log contains the changes of a release after it is published.
    const entryId =
      releaseId === undefined
        ? await writeBulkEntry(trx, { changes, total: ids.length, action: change.action })
        : null;
    const { id } = await trx
      .insertInto('bulk_changes')
      .values({
        user_id: userId,
        token_id: writerOf(trx).tokenId,
        changes: JSON.stringify(changes ?? {}),
        ids: ids.join(','),
        total: ids.length,
        done: 0,
        changed: 0,
        undoes_id: undoes?.id ?? null,
        entry_id: entryId,
        release_id: releaseId ?? null,
        created_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const title = name === undefined ? change.title : `${change.title} in ${name}`;
    const job = await jobs.enqueue({ kind: bulkKind, subjectId: id, title, userId }, trx);
    return { id, jobId: job.id, entryId };
  }

  async function toResponse({ id, jobId }: Begun): Promise<StartedBulk> {
    const job = await jobList.get(jobId);
    if (!job) throw notFound('job');
    return { id, job };
  }

  /** Returns the books to restore, the last deleted one first, so that each finds its earlier position in lists. */
  async function booksOf(trx: Transaction<Schema>, row: Stored): Promise<number[]> {
    const mode = modeOf(changesOf(row));
    if (row.release_id !== null && (mode === 'fields' || mode === 'delete'))
      return releases.recordsOf(trx, { releaseId: row.release_id, source: sourceOf(row.id) });
    if (mode === 'fields' || mode === 'contributor')
      return (await changedBooks(trx, row.id)).map(({ book_id }) => book_id);
    const { ids } = await trx
      .selectFrom('bulk_changes')
      .select('ids')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const doneIds = Array.from(readNumbers(ids)).slice(0, row.done);
    return mode === 'delete' ? doneIds.toReversed() : doneIds;
  }

  async function undoIn(trx: Transaction<Schema>, user: Caller, row: Stored): Promise<Begun> {
    const changes = changesOf(row);
    const requiredPermissions =
      modeOf(changes) === 'delete' ? permissionsToUndo('books', 'deleted') : [permissionFor(changes)];
    if (!requiredPermissions.some((permission) => user.permissions.has(permission))) throw forbidden();
    if (row.release_id !== null && !user.permissions.has('releases:edit')) throw forbidden();
    const errorInfo = await undoErrorOfChange(releases, trx, row);
    if (errorInfo) throw appError(errorInfo);
    const ids = await booksOf(trx, row);
    return insert(trx, user.id, {
      title: `Undo changes to ${countOf(ids.length, 'book')}`,
      changes: undefined,
      action: undoActionOf(changes),
      ids,
      undoes: row,
      releaseId: row.release_id ?? undefined,
    });
  }

  /** Previews a request, in a release if it has one. @throws AppError 409 if the release cannot contain the changes, 422 */
  async function previewIn(releaseId: number | undefined, request: BulkRequest) {
    const { changes } = request;
    if (releaseId !== undefined && changes.contributor) throw appError(knownErrors.releaseUnsupported);
    return releases.read(releaseId, async (catalogue) => {
      const ids = await selectedIds(catalogue.database, request, settings.values().languages);
      assertLinkable(changes, ids.length);
      const isOfBooks = ['fields', 'delete'].includes(modeOf(changes));
      // A preview of more books would delay other requests.
      if (releaseId !== undefined && isOfBooks && ids.length > releaseLimits.maxChanges)
        throw appError(knownErrors.releaseFull(releaseLimits.maxChanges));
      const preview = await previewBulk(catalogue.database, { ids, changes, settings: settings.values() });
      if (releaseId !== undefined)
        await releases.assertNotFull(catalogue.database.kysely, releaseId, isOfBooks ? preview.changes : 1);
      return { ids, preview };
    });
  }

  return {
    async preview(user: SessionUser, request: BulkRequest): Promise<BulkPreview> {
      const { changes } = request;
      requireRight(user.permissions, changes);
      const releaseId = currentRelease();
      const { preview } = await previewIn(releaseId, request);
      const isUndoable = releaseId !== undefined || modeOf(changes) !== 'delete' || trashDays > 0;
      return { ...preview, is_undoable: isUndoable };
    },

    /** @throws AppError 403, 409 when the filter matches another number of books than expected, 422 */
    async apply(context: CallContext, request: BulkRequest): Promise<StartedBulk> {
      const { changes } = request;
      requireRight(context.user.permissions, changes);
      const releaseId = currentRelease();
      const ids = await (releaseId === undefined
        ? selectedIds(database, request, settings.values().languages)
        : previewIn(releaseId, request).then(({ ids: bookIds }) => bookIds));
      const mode = modeOf(changes);
      if ((mode === 'collection' || mode === 'challenge') && ids.length > limits.maxListLength)
        throw appError(knownErrors.listTooLong(limits.maxListLength));
      assertLinkable(changes, ids.length);
      if (changes.contributor) await assertContributors(kysely, changes.contributor);
      // Impossible changes fail here and not in the job.
      if (releaseId === undefined)
        await previewBulk(database, { ids: ids.slice(0, 1), changes, settings: settings.values() });
      const title = `${mode === 'delete' ? 'Delete' : 'Change'} ${countOf(ids.length, 'book')}`;
      const startedJob = await inTransaction(database, async (trx) => {
        const user = await context.authorize(trx);
        requireRight(user.permissions, changes);
        return insert(trx, user.id, { title, changes, action: actionOf(changes), ids, releaseId });
      });
      return toResponse(startedJob);
    },

    /** Returns a change of the user. @throws AppError 404 */
    async get(user: SessionUser, id: number): Promise<BulkChange> {
      const row = await find(kysely, id);
      if (!row || row.user_id !== user.id) throw notFound('change');
      const { total, done, changed, entry_id, release_id } = row;
      return {
        id,
        total,
        done,
        changed,
        entry_id,
        release_id,
        is_undoable: (await undoErrorOfChange(releases, kysely, row)) === undefined,
        is_undone: (await undoOf(kysely, id)) !== undefined,
      };
    },

    /** Undoes a change in a separate job. @throws AppError 403, 404, 409 */
    async undo(context: CallContext, id: number): Promise<StartedBulk> {
      const startedJob = await inTransaction(database, async (trx) => {
        const user = await context.authorize(trx);
        const row = await find(trx, id);
        if (!row || row.user_id !== user.id) throw notFound('change');
        assertUndoneInRelease(row);
        return undoIn(trx, user, row);
      });
      return toResponse(startedJob);
    },

    /**
     * Undoes a change by its audit log entry, for all users with the permission. @returns the entry of the undo @throws AppError 403, 409
     */
    async undoEntry(trx: Transaction<Schema>, user: Caller, entryId: number): Promise<number> {
      const row = await findByEntry(trx, entryId);
      if (!row) throw appError(knownErrors.notUndoable);
      const undo = await undoIn(trx, user, row);
      if (undo.entryId === null) throw appError(knownErrors.notUndoable);
      return undo.entryId;
    },

    /** Returns the reason why no user can undo the change of an entry as a whole. */
    undoErrorOf: async (db: Db, entryId: number): Promise<ErrorInfo | undefined> =>
      undoErrorOfChange(releases, db, await findByEntry(db, entryId)),
  };
}

export type BulkService = ReturnType<typeof createBulkService>;
