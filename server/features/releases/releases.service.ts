import type { Kysely, Transaction } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import type { RecordLifecycle } from '#server/core/resource/lifecycle';
import { knownErrors } from '#contract/core/errors';
import {
  type Release,
  type ReleaseChanges,
  type ReleaseCreate,
  type ReleaseSchedule,
  type ReleaseStatus,
  type ReleaseUpdate,
  type Resolution,
  openStatuses,
  releaseLimits,
} from '#contract/releases/releases';
import { keysIn, toChanges } from '#server/core/audit-log/present';
import { writerOf } from '#server/core/audit-log/signature';
import { readChanges, type StoredChange } from '#server/core/audit-log/stored-change';
import { withCurrentSchemes } from '#server/core/resource/changed-subjects';
import { lockCatalogue } from '#server/core/db/catalogue';
import { deleteFiles, referencedFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';
import { inDiscardedTransaction, inSavepoint, inTransaction } from '#server/core/db/transaction';
import { appError, fieldError, notFound } from '#server/core/errors';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import { assertCurrentVersion } from '#server/core/resource/writes';
import {
  type ViewDeps,
  applyRelease,
  changesOf,
  openView,
  readFiles,
  readHashes,
  timeOf,
} from './release-view.ts';
import type { Authorize, Caller } from '#server/features/audit-log/history-writes';
import { applyByRecord, publishedByRecord } from './changes-by-record.ts';
import { type HeldContent, readContent } from './release-content.ts';
import { assertOpen, discardRows, lockRelease } from './release-writes.ts';

export interface ReleaseServiceDeps extends ViewDeps {
  /** Returns the lifecycle handlers of a type of record. */
  readonly lifeOf: (kind: AuditLogKind) => RecordLifecycle;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
}

const defaults = { note: '', colour: 'blue', time_zone: 'UTC' } as const;
const closedAt = {
  publish_at: null,
  ends_at: null,
  failure: null,
  scheduled_by: null,
  scheduled_token: null,
};

const byStatus = (db: Kysely<Schema>, statuses: readonly ReleaseStatus[] | undefined) => {
  const rows = db
    .selectFrom('releases')
    .leftJoin('users', 'users.id', 'releases.owner_id')
    .selectAll('releases')
    .select('users.name as owner_name')
    .select((eb) =>
      eb
        .selectFrom('release_changes')
        .whereRef('release_id', '=', 'releases.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('change_count'),
    )
    .select((eb) =>
      eb
        .selectFrom('release_comments')
        .whereRef('release_id', '=', 'releases.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('comment_count'),
    )
    .orderBy('releases.id', 'desc');
  return statuses ? rows.where('releases.status', 'in', statuses) : rows;
};

const toRelease = ({
  scheduled_by: _scheduledBy,
  scheduled_token: _scheduledToken,
  owner_id,
  owner_name,
  change_count,
  comment_count,
  ...row
}: Awaited<ReturnType<ReturnType<typeof byStatus>['execute']>>[number]): Release => ({
  ...row,
  owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
  change_count: change_count ?? 0,
  comment_count: comment_count ?? 0,
});

/** Creates, lists and changes releases, and the changes in them. */
export function createReleaseService(deps: ReleaseServiceDeps) {
  const { database, files } = deps;
  const { kysely } = database;

  async function read(db: Kysely<Schema>, id: number): Promise<Release> {
    const row = await byStatus(db, undefined).where('releases.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('release');
    return toRelease(row);
  }

  const set = (trx: Transaction<Schema>, row: ReleaseRow, values: Partial<ReleaseRow>) =>
    trx
      .updateTable('releases')
      .set({ ...values, version: row.version + 1, updated_at: new Date().toISOString() })
      .where('id', '=', row.id)
      .execute();

  /** Runs a change of one release. @throws AppError 401, 403, 404, 409 for another version */
  const change = (
    { id, version }: { readonly id: number; readonly version?: number | undefined },
    authorize: Authorize,
    work: (trx: Transaction<Schema>, row: ReleaseRow, user: Caller) => Promise<Partial<ReleaseRow>>,
  ): Promise<Release> =>
    inTransaction(database, async (trx) => {
      const user = await authorize(trx);
      const row = await lockRelease(trx, id);
      assertCurrentVersion('release', { version }, row);
      await set(trx, row, await work(trx, row, user));
      return read(trx, id);
    });

  return {
    get: (id: number) => read(kysely, id),

    async list(status: ReleaseStatus | 'open' | undefined): Promise<Release[]> {
      const statuses = status === 'open' ? openStatuses : status && [status];
      return (await byStatus(kysely, statuses).execute()).map(toRelease);
    },

    create: (input: ReleaseCreate, authorize: Authorize): Promise<Release> =>
      inTransaction(database, async (trx) => {
        const { id: owner_id } = await authorize(trx);
        await lockCatalogue(trx);
        const { count } = await trx
          .selectFrom('releases')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('status', 'in', openStatuses)
          .executeTakeFirstOrThrow();
        if (count >= releaseLimits.maxOpen)
          throw appError(knownErrors.tooManyReleases(releaseLimits.maxOpen));
        const now = new Date().toISOString();
        const {
          name,
          note = defaults.note,
          colour = defaults.colour,
          time_zone = defaults.time_zone,
        } = input;
        const { id } = await trx
          .insertInto('releases')
          .values({
            ...closedAt,
            name,
            note,
            colour,
            time_zone,
            status: 'draft',
            published_at: null,
            rolled_back_at: null,
            owner_id,
            entry_id: null,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return read(trx, id);
      }),

    update: (input: ReleaseUpdate, authorize: Authorize): Promise<Release> =>
      change(input, authorize, async (_trx, row) => ({
        name: input.name ?? row.name,
        note: input.note ?? row.note,
        colour: input.colour ?? row.colour,
        time_zone: input.time_zone ?? row.time_zone,
      })),

    /** Deletes a release with its changes and their files. @throws AppError 409 if it is scheduled or live */
    async remove(id: number, authorize: Authorize): Promise<void> {
      const keys = await inTransaction(database, async (trx) => {
        await authorize(trx);
        const { status } = await lockRelease(trx, id);
        if (status === 'scheduled') throw appError(knownErrors.releaseScheduled);
        if (status === 'published') throw appError(knownErrors.releaseIsLive);
        const heldKeys = openStatuses.includes(status)
          ? (await changesOf(trx, id)).flatMap((row) => readFiles(row).keys)
          : [];
        await trx.deleteFrom('releases').where('id', '=', id).execute();
        await deleteFiles(trx, heldKeys);
        return heldKeys;
      });
      await files.remove(keys);
    },

    /** Schedules a release, which is then published with the permissions of this user. @throws AppError 409, 422 */
    schedule: (input: ReleaseSchedule, authorize: Authorize): Promise<Release> =>
      change(input, authorize, async (trx, row, user) => {
        assertOpen(row);
        if (input.publish_at <= (await timeOf(database, trx)))
          throw fieldError('publish_at', knownErrors.releaseTimePast);
        if ((await changesOf(trx, row.id)).length === 0) throw appError(knownErrors.releaseEmpty);
        return {
          status: 'scheduled',
          publish_at: input.publish_at,
          ends_at: input.ends_at ?? null,
          time_zone: input.time_zone ?? row.time_zone,
          failure: null,
          scheduled_by: user.id,
          scheduled_token: writerOf(trx).tokenId,
        };
      }),

    unschedule: (
      input: { readonly id: number; readonly version?: number | undefined },
      authorize: Authorize,
    ) =>
      change(input, authorize, async (_trx, { status }) => {
        if (status !== 'scheduled' && status !== 'failed') throw appError(knownErrors.releaseNotScheduled);
        return { ...closedAt, status: 'draft' };
      }),

    archive: (input: { readonly id: number; readonly version?: number | undefined }, authorize: Authorize) =>
      change(input, authorize, async (_trx, { status }) => {
        if (status === 'scheduled') throw appError(knownErrors.releaseScheduled);
        return { status: 'archived', publish_at: null, ends_at: null };
      }),

    /** Returns the changes of a release by record. Those of an open release are compared with the live catalogue. */
    async changes(id: number): Promise<ReleaseChanges> {
      const { status } = await read(kysely, id);
      const records = openStatuses.includes(status)
        ? await inDiscardedTransaction(database, (trx) => applyByRecord(openView(deps, trx), id))
        : publishedByRecord(await changesOf(kysely, id));
      const presentedChanges = new Map<number, StoredChange[]>();
      for (const { first, changes } of records)
        presentedChanges.set(first.id, await withCurrentSchemes(kysely, changes));
      const keys = records.flatMap(({ changes }) => keysIn(changes));
      const available = await referencedFiles(kysely, keys);
      const userIds = [...new Set(records.flatMap(({ last }) => last.user_id ?? []))];
      const users = await kysely
        .selectFrom('users')
        .select(['id', 'name'])
        .where('id', 'in', userIds.length > 0 ? userIds : [0])
        .execute();
      const userById = new Map(users.map((user) => [user.id, user]));
      const items = records.map(({ first, last, action, problem }) => ({
        id: first.id,
        kind: first.kind,
        record: { id: first.record_id, name: last.name },
        action,
        changes: toChanges(presentedChanges.get(first.id) ?? [], available),
        user: (last.user_id !== null && userById.get(last.user_id)) || null,
        updated_at: last.updated_at,
        problem,
      }));
      return { items, total: items.length };
    },

    /** Removes the changes of a record from an open release. @param changeId the ID of one of them */
    async removeChange(id: number, changeId: number, authorize: Authorize): Promise<void> {
      const keys = await inTransaction(database, async (trx) => {
        await authorize(trx);
        const { release, rows } = await changesOfRecord(trx, id, changeId);
        const heldKeys = await discardRows(trx, rows);
        await set(trx, release, {});
        return heldKeys;
      });
      await files.remove(keys);
    },

    /**
     * Resolves a conflict: `mine` accepts that the value of the release replaces the live one, `theirs` removes the fields from the release.
     * @throws AppError 404, 409
     */
    async resolve({ id, change: changeId, choice, fields }: Resolution, authorize: Authorize): Promise<void> {
      const discardedKeys = await inTransaction(database, async (trx) => {
        await authorize(trx);
        const { rows } = await changesOfRecord(trx, id, changeId);
        const appliedChanges = await inSavepoint(trx, () => applyRelease(openView(deps, trx), id), false);
        const ids = new Set(rows.map((row) => row.id));
        const own = appliedChanges.filter(({ row }) => ids.has(row.id));
        const chosenFields = new Set(fields ?? own.flatMap(({ problem }) => problem?.fields ?? []));
        const isChosen = (field: string) =>
          chosenFields.has(field) || chosenFields.has(field.split(':', 1)[0] ?? field);
        if (choice === 'theirs' && chosenFields.size === 0) return discardRows(trx, rows);
        const heldKeys: string[] = [];
        for (const { row, changes, hashes, version, revision } of own) {
          const content = readContent(row);
          const current = new Map(changes.map((fieldChange) => [fieldChange.field, fieldChange]));
          const nextChanges = readChanges(row.changes).flatMap((fieldChange) => {
            if (!isChosen(fieldChange.field)) return fieldChange;
            return choice === 'theirs' ? [] : (current.get(fieldChange.field) ?? fieldChange);
          });
          const storedHashes = Object.entries(readHashes(row)).map(([field, hash]) => [
            field,
            isChosen(field) ? (hashes[field] ?? hash) : hash,
          ]);
          const isRemoved = content
            ? choice === 'theirs' && chosenFields.has('chapters')
            : nextChanges.length === 0 && row.action === 'changed';
          if (isRemoved) heldKeys.push(...(await discardRows(trx, [row])));
          else
            await trx
              .updateTable('release_changes')
              .set({
                changes: JSON.stringify(nextChanges),
                ...(content &&
                  choice === 'mine' && {
                    input: JSON.stringify({ ...content, revision } satisfies HeldContent),
                  }),
                list_hashes: JSON.stringify(Object.fromEntries(storedHashes)),
                base_version: choice === 'mine' ? version : row.base_version,
                updated_at: new Date().toISOString(),
              })
              .where('id', '=', row.id)
              .execute();
        }
        return heldKeys;
      });
      await files.remove(discardedKeys);
    },
  };

  /** Returns the changes of the record of a change of an open release. @throws AppError 404, 409 */
  async function changesOfRecord(trx: Transaction<Schema>, id: number, changeId: number) {
    const release = await lockRelease(trx, id);
    assertOpen(release);
    const all = await changesOf(trx, id);
    const ofChange = all.find((row) => row.id === changeId);
    if (!ofChange) throw notFound('release change');
    const rows = all.filter((row) => row.kind === ofChange.kind && row.record_id === ofChange.record_id);
    return { release, rows };
  }
}

export type ReleaseService = ReturnType<typeof createReleaseService>;
