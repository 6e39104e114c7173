import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Permission } from '#contract/core/permissions';
import { type ReleaseIssue, type RollBackChecks, openStatuses } from '#contract/releases/releases';
import { sign, signUndo, writerOf } from '#server/core/audit-log/signature';
import { readChanges } from '#server/core/audit-log/stored-change';
import { takeTrashOf, trashIdOf } from '#server/core/audit-log/trash-rows';
import { MANY, writeEntry } from '#server/core/audit-log/write-audit-log';
import { deleteFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import type { ReleaseRow } from '#server/core/db/tables/releases';
import { inTransaction } from '#server/core/db/transaction';
import { appError } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { assertCurrentVersion } from '#server/core/resource/writes';
import {
  type Authorize,
  type Caller,
  createHistoryWrites,
  noReleasedFiles,
} from '#server/features/audit-log/history-writes';
import { enqueueAnalyses } from '#server/features/audio/audio-analysis-rows';
import { enqueueClips } from '#server/features/audio/clip-order';
import { bookOf } from '#server/features/book-content/book-content-rows';
import { entriesOfWrite, stateBefore } from '#server/features/audit-log/undo';
import type { RecordLifecycle, ReleaseFiles, RestoreFiles } from '#server/core/resource/lifecycle';
import {
  type AppliedChange,
  applyChanges,
  applyRelease,
  changesOf,
  openView,
  readFiles,
  serveRows,
} from './release-view.ts';
import { keysOfContent, readContent } from './release-content.ts';
import { lockRelease } from './release-writes.ts';
import type { ReleaseServiceDeps } from './releases.service.ts';

interface Identity {
  readonly id: number;
  readonly version?: number | undefined;
}

interface DueWrites {
  readonly authorize: Authorize;
  /** Runs in the transaction that publishes the release or rolls it back. */
  readonly onSuccess: (trx: Transaction<Schema>) => Promise<void>;
}

interface Due extends Pick<DueWrites, 'onSuccess'> {
  /** Returns false if nothing is to be done. */
  readonly isDue: (row: ReleaseRow) => boolean;
}

const always: Due = { isDue: () => true, onSuccess: () => Promise.resolve() };

/** Returns the permission that a change needs. */
export const permissionOf = ({ row }: Pick<AppliedChange, 'row'>): Permission =>
  `${row.kind}:${row.action === 'deleted' ? 'delete' : 'edit'}`;

/** Returns the changes that can't be published, with the reason. */
export function withPermissions(
  changes: readonly AppliedChange[],
  { permissions }: Pick<Caller, 'permissions'>,
): AppliedChange[] {
  return changes.map((change) =>
    change.problem || permissions.has(permissionOf(change))
      ? change
      : { ...change, problem: { kind: 'permission', fields: [], message: knownErrors.noPermission.message } },
  );
}

/** Adds the entry that causes the entries of all changes, and signs the transaction with it. */
async function writeCause(trx: Transaction<Schema>, release: ReleaseRow): Promise<number> {
  const causeId = await writeEntry(trx, {
    kind: 'books',
    record: { id: MANY, name: release.name },
    version: 0,
    action: 'changed',
    changes: [],
  });
  sign(trx, writerOf(trx), causeId);
  return causeId;
}

const touch = (row: ReleaseRow) => ({ version: row.version + 1, updated_at: new Date().toISOString() });

/** An entry about a record, with those that it caused. */
interface RecordEntries {
  readonly kind: AuditLogRow['kind'];
  readonly id: number;
  readonly name: string;
  /** The entries of the release, the oldest first. */
  readonly entries: readonly AuditLogRow[];
}

/** Returns the records that a release changed, the last one first. */
async function changedRecords(db: Kysely<Schema>, causeId: number): Promise<RecordEntries[]> {
  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('cause_id', '=', causeId)
    .orderBy('id')
    .execute();
  const byRecord = Map.groupBy(entries, ({ kind, record_id }) => `${kind} ${record_id}`);
  return [...byRecord.values()]
    .flatMap((list) => {
      const [first] = list;
      return first ? { kind: first.kind, id: first.record_id, name: first.name, entries: list } : [];
    })
    .toReversed();
}

/** Publishes releases and rolls them back, each in one transaction. */
export function createPublishing(deps: ReleaseServiceDeps) {
  const { database, files } = deps;
  const historyWrite = createHistoryWrites(deps);

  /** Deletes the files that were replaced before the release was published. */
  async function dropUnusedFiles(
    trx: Transaction<Schema>,
    changes: readonly AppliedChange[],
  ): Promise<string[]> {
    const heldKeys = changes.flatMap(({ row }) => readFiles(row).keys);
    if (heldKeys.length === 0) return [];
    const usedKeys = new Set(
      changes.flatMap(({ row, changes: stored }) => [
        ...keysOfContent(readContent(row)),
        ...stored.flatMap((change) =>
          change.type === 'file' && change.after ? [change.after.key, change.after.thumbnail_key ?? ''] : [],
        ),
      ]),
    );
    const unusedKeys = heldKeys.filter((key) => !usedKeys.has(key));
    await deleteFiles(trx, unusedKeys);
    return unusedKeys;
  }

  /** Enqueues the work that follows a save of book content. */
  async function enqueueContentJobs(
    trx: Transaction<Schema>,
    changes: readonly AppliedChange[],
    userId: number,
  ): Promise<void> {
    for (const { row } of changes) {
      const content = readContent(row);
      if (!content) continue;
      const audios = Object.values(content.uploads).map(({ key, fileName }) => ({ key, title: fileName }));
      await enqueueAnalyses(deps.jobs, { trx, audios, userId });
      await enqueueClips(deps.jobs, trx, await bookOf(trx, row.record_id));
    }
  }

  /**
   * Publishes a release in the transaction of the caller.
   * @returns the files that are no longer needed after the commit
   * @throws AppError 409 if it is closed or a change has a problem; nothing is published then
   */
  async function publishIn(trx: Transaction<Schema>, row: ReleaseRow, user: Caller): Promise<ReleaseFiles> {
    if (!openStatuses.includes(row.status)) throw appError(knownErrors.releaseClosed);
    const entry_id = await writeCause(trx, row);
    const view = openView(deps, trx);
    const changes = withPermissions(await applyRelease(view, row.id), user);
    if (changes.length === 0) throw appError(knownErrors.releaseEmpty);
    const problems = changes.filter(({ problem }) => problem);
    if (problems.length > 0)
      throw appError(knownErrors.releaseProblems(problems.length), {
        details: { problems: problems.map(({ row: { id, name }, problem }) => ({ id, name, ...problem })) },
      });
    for (const {
      row: { id },
      changes: stored,
    } of changes)
      await trx
        .updateTable('release_changes')
        .set({ changes: JSON.stringify(stored) })
        .where('id', '=', id)
        .execute();
    const unusedKeys = await dropUnusedFiles(trx, changes);
    await enqueueContentJobs(trx, changes, user.id);
    const now = new Date().toISOString();
    await trx
      .updateTable('releases')
      .set({
        ...touch(row),
        status: 'published',
        published_at: now,
        failure: null,
        entry_id,
      })
      .where('id', '=', row.id)
      .execute();
    const { discarded, retained } = view.storage.releasedKeys;
    return { discarded: [...discarded, ...unusedKeys], retained };
  }

  /** Returns the records of a release that were changed since and can't be rolled back, with the reason. */
  async function changedSinceThen(
    db: Kysely<Schema>,
    records: readonly RecordEntries[],
  ): Promise<Map<RecordEntries, string>> {
    const reasonByRecord = new Map<RecordEntries, string>();
    for (const record of records) {
      await yieldToEventLoop();
      const writtenEntries = (
        await Promise.all(record.entries.map((entry) => entriesOfWrite(db, entry)))
      ).flat();
      const latest = await db
        .selectFrom('audit_log')
        .leftJoin('users', 'users.id', 'audit_log.actor_id')
        .select(['audit_log.id', 'users.name'])
        .where('kind', '=', record.kind)
        .where('record_id', '=', record.id)
        .orderBy('audit_log.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const last = Math.max(...writtenEntries.map(({ id }) => id));
      const noun = deps.lifeOf(record.kind).noun;
      if (latest && latest.id > last)
        reasonByRecord.set(record, knownErrors.changedSince(noun, latest.name ?? undefined).message);
      else if (
        record.entries.at(-1)?.action === 'deleted' &&
        (await trashIdOf(db, record.kind, record.id)) === undefined
      )
        reasonByRecord.set(record, knownErrors.undonePurge.message);
    }
    return reasonByRecord;
  }

  /** Restores a record to its state before the release. */
  async function undoRecord(
    trx: Transaction<Schema>,
    life: RecordLifecycle,
    { record, restoreFiles }: { readonly record: RecordEntries; readonly restoreFiles: RestoreFiles },
  ): Promise<ReleaseFiles> {
    const { id, kind, entries } = record;
    if (entries[0]?.action === 'created') return life.remove(trx, id);
    const isDeleted = entries.at(-1)?.action === 'deleted';
    if (isDeleted) {
      const row = await takeTrashOf(trx, kind, id);
      if (!row) throw appError(knownErrors.undonePurge);
      await life.restore(trx, row, restoreFiles);
    }
    const changeEntries = entries.filter(({ action }) => action === 'changed');
    if (changeEntries.length === 0) return noReleasedFiles;
    const writtenEntries = (
      await Promise.all(changeEntries.map((entry) => entriesOfWrite(trx, entry)))
    ).flat();
    const newestFirst = writtenEntries.toSorted((a, b) => b.id - a.id);
    if (newestFirst.every((entry) => readChanges(entry.changes).length === 0)) return noReleasedFiles;
    const requestedState = stateBefore(newestFirst, undefined, await life.lists(trx, id));
    return life.change(trx, id, { version: undefined, requestedState, restoreFiles });
  }

  /** Rolls back a release in the transaction of the caller. @throws AppError 409 */
  async function rollBackIn(
    trx: Transaction<Schema>,
    row: ReleaseRow,
    { restoreFiles, isPartial }: { readonly restoreFiles: RestoreFiles; readonly isPartial: boolean },
  ): Promise<ReleaseFiles> {
    if (row.status !== 'published' || row.entry_id === null) throw appError(knownErrors.releaseNotPublished);
    const records = await changedRecords(trx, row.entry_id);
    const reasonByRecord = await changedSinceThen(trx, records);
    if (reasonByRecord.size > 0 && !isPartial) throw appError(knownErrors.releaseKeeps(reasonByRecord.size));
    signUndo(trx, row.entry_id);
    await writeCause(trx, row);
    const discardedKeys: string[] = [];
    const retainedKeys: string[] = [];
    for (const record of records) {
      if (reasonByRecord.has(record)) continue;
      const releasedFiles = await undoRecord(trx, deps.lifeOf(record.kind), { record, restoreFiles });
      discardedKeys.push(...releasedFiles.discarded);
      retainedKeys.push(...releasedFiles.retained);
      await yieldToEventLoop();
    }
    await trx
      .updateTable('releases')
      .set({ ...touch(row), status: 'rolled_back', rolled_back_at: new Date().toISOString(), failure: null })
      .where('id', '=', row.id)
      .execute();
    return { discarded: discardedKeys, retained: retainedKeys };
  }

  const runPublish = (
    { id, version }: Identity,
    authorize: Authorize,
    { isDue, onSuccess }: Due = always,
  ): Promise<boolean> =>
    inTransaction(database, async (trx) => {
      const user = await authorize(trx);
      const row = await lockRelease(trx, id);
      if (!isDue(row)) return undefined;
      assertCurrentVersion('release', { version }, row);
      const releasedFiles = await publishIn(trx, row, user);
      await onSuccess(trx);
      return releasedFiles;
    }).then(async (releasedFiles) => {
      if (!releasedFiles) return false;
      await files.remove(releasedFiles.discarded);
      await files.withhold(releasedFiles.retained);
      return true;
    });

  const runRollBack = (
    { id, version, skip }: Identity & { readonly skip?: boolean | undefined },
    authorize: Authorize,
    { isDue, onSuccess }: Due = always,
  ): Promise<boolean> =>
    historyWrite(authorize, async (trx, _user, restoreFiles) => {
      const row = await lockRelease(trx, id);
      if (!isDue(row)) return { result: false, releasedFiles: noReleasedFiles };
      assertCurrentVersion('release', { version }, row);
      const releasedFiles = await rollBackIn(trx, row, { restoreFiles, isPartial: skip === true });
      await onSuccess(trx);
      return { result: true, releasedFiles };
    });

  return {
    publish: (input: Identity, authorize: Authorize) => runPublish(input, authorize),
    rollBack: (input: Identity & { readonly skip?: boolean | undefined }, authorize: Authorize) =>
      runRollBack(input, authorize),
    /** Publishes a scheduled release that is due. @returns false if another process did so */
    publishDue: (id: number, now: string, { authorize, onSuccess }: DueWrites) =>
      runPublish({ id }, authorize, {
        isDue: ({ status, publish_at }) => status === 'scheduled' && publish_at !== null && publish_at <= now,
        onSuccess,
      }),
    /** Rolls back a published release whose end is due. @returns false if another process did so */
    rollBackDue: (id: number, now: string, { authorize, onSuccess }: DueWrites) =>
      runRollBack({ id }, authorize, {
        isDue: ({ status, ends_at }) => status === 'published' && ends_at !== null && ends_at <= now,
        onSuccess,
      }),

    /** Returns what a rollback leaves as it is. */
    async rollBackChecks(id: number): Promise<RollBackChecks> {
      const row = await database.kysely
        .selectFrom('releases')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.status !== 'published' || row.entry_id === null)
        throw appError(knownErrors.releaseNotPublished);
      const records = await changedRecords(database.kysely, row.entry_id);
      const reasons = await changedSinceThen(database.kysely, records);
      const items = [...reasons].map(
        ([record, message]): ReleaseIssue => ({
          rule: 'changed_since',
          kind: record.kind,
          record: { id: record.id, name: record.name },
          message,
        }),
      );
      return { items, total: items.length };
    },

    /**
     * Publishes and rolls back, inside a transaction of the caller, what is due by a time. Releases that end by then are not published.
     * Problems are left out, as in previews.
     */
    async applyUntil(trx: Transaction<Schema>, time: string): Promise<void> {
      const rows = await trx
        .selectFrom('releases')
        .selectAll()
        .where('status', 'in', ['scheduled', 'published'])
        .orderBy('publish_at')
        .orderBy('id')
        .execute();
      const hasEnded = ({ ends_at }: ReleaseRow) => ends_at !== null && ends_at <= time;
      for (const row of rows.filter(({ status }) => status === 'published').toReversed())
        if (hasEnded(row)) await rollBackIn(trx, row, { restoreFiles: serveRows(trx), isPartial: true });
      for (const row of rows)
        if (row.status === 'scheduled' && row.publish_at !== null && row.publish_at <= time && !hasEnded(row))
          await applyChanges(openView(deps, trx), await changesOf(trx, row.id));
    },
  };
}

export type Publishing = ReturnType<typeof createPublishing>;
