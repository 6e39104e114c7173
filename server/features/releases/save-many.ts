import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { ResourceName } from '#contract/core/record-types';
import { releaseLimits } from '#contract/releases/releases';
import { forgetEntry } from '#server/core/audit-log/signature';
import { headOf } from '#server/core/audit-log/write-audit-log';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseChangeRow } from '#server/core/db/tables/releases';
import { inSavepoint } from '#server/core/db/transaction';
import { appError } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { noFiles } from './held-files.ts';
import { type ReleaseView, type ViewDeps, applyChanges, changesOf, openView } from './release-view.ts';
import {
  type ReleaseWrites,
  type Write,
  type WriteResult,
  assertOpen,
  lockRelease,
} from './release-writes.ts';

/** Several writes in a release. A write that throws an AppError changes nothing, and others can follow. */
export interface SeveralWrites {
  /** The catalogue with the changes of the release and of the earlier writes. */
  readonly view: ReleaseView;
  /** Creates a record with the next reserved ID. @throws AppError 422 */
  create(input: object): Promise<void>;
  /** @throws AppError 404, 409, 422 */
  update(input: { readonly id: number }): Promise<void>;
  /** @throws AppError 404, 409 */
  remove(id: number): Promise<void>;
  /** Runs a write of existing records in the view, and saves the change of each. @throws AppError */
  record(write: () => Promise<void>): Promise<void>;
}

export interface ManyOptions {
  readonly releaseId: number;
  readonly kind: ResourceName;
  readonly userId: number;
  /** The bulk edit or spreadsheet, which is stored with the changes. */
  readonly source: string;
  /** The number of records to create. */
  readonly newRecords: number;
  /** The records to change, if no write depends on other records of their type; otherwise undefined. */
  readonly independentIds?: readonly number[] | undefined;
}

/**
 * Returns the changes on which writes depend. Independent records depend on other types of records, but not on each other. So the changes
 * of their type that no change of another type follows are left out, except their own.
 */
async function requiredChanges(
  trx: Transaction<Schema>,
  { releaseId, kind, independentIds: ids }: Pick<ManyOptions, 'releaseId' | 'kind' | 'independentIds'>,
): Promise<ReleaseChangeRow[]> {
  if (!ids) return changesOf(trx, releaseId);
  const lastOther = trx
    .selectFrom('release_changes')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
    .where('release_id', '=', releaseId)
    .where('kind', '!=', kind);
  return trx
    .selectFrom('release_changes')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where((eb) => eb.or([eb('record_id', 'in', ids.length > 0 ? ids : [0]), eb('id', '<=', lastOther)]))
    .orderBy('id')
    .execute();
}

/** @throws AppError 409 if the release cannot have this number of further changes */
export async function assertNotFull(
  db: Kysely<Schema>,
  releaseId: number,
  newChanges: number,
): Promise<void> {
  const { count } = await db
    .selectFrom('release_changes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow();
  if (count + newChanges > releaseLimits.maxChanges)
    throw appError(knownErrors.releaseFull(releaseLimits.maxChanges));
}

interface SavedWrite {
  readonly write: Omit<Write, 'view'>;
  readonly result: Pick<WriteResult, 'change' | 'obsolete'>;
}

/** Saves several changes into a release in a transaction of the caller. The changes of the release are applied once. */
export function createSaveMany(deps: ViewDeps, { steps }: Pick<ReleaseWrites, 'steps'>) {
  /**
   * Runs writes, rolls them back, and stores their changes.
   * @returns the keys of files that no change needs anymore, for the storage after the commit
   * @throws AppError 404, 409 if the release is closed or full
   */
  return async function saveMany(
    trx: Transaction<Schema>,
    { releaseId, kind, userId, source, newRecords, independentIds }: ManyOptions,
    run: (writes: SeveralWrites) => Promise<void>,
  ): Promise<string[]> {
    assertOpen(await lockRelease(trx, releaseId));
    const rows = await requiredChanges(trx, { releaseId, kind, independentIds });
    // Reserved IDs outlive the savepoint.
    const reservedIds = await steps.reserveIds(trx, kind, newRecords);
    const context = {
      user: { id: userId, email: '' },
      authorize: () => Promise.resolve(),
      files: new Map(),
    };
    const results: SavedWrite[] = [];
    await inSavepoint(
      trx,
      async () => {
        const view = openView(deps, trx);
        await applyChanges(view, rows);
        const save = async (record_id: number, work: (write: Write) => Promise<WriteResult>) => {
          const write = { target: { kind, record_id }, files: noFiles, context, source };
          const result = await inSavepoint(trx, () => work({ ...write, view }), true);
          results.push({ write, result });
          await yieldToEventLoop();
        };
        await run({
          view,
          create: (input) => save(reservedIds.shift() ?? 0, (write) => steps.create(write, input)),
          update: (input) =>
            save(input.id, async (write) => {
              const before = await steps.stateOf(view, write.target);
              return steps.update(write, input, { before, lastChange: undefined });
            }),
          remove: (id) =>
            save(id, async (write) => {
              const own = rows.filter((row) => row.kind === kind && row.record_id === id);
              // Other changes stay, so that the deletion can be removed alone.
              const isNew = own.some(({ action }) => action === 'created');
              return steps.remove(write, await steps.stateOf(view, write.target), isNew ? own : []);
            }),
          async record(work) {
            const head = await headOf(trx);
            await work();
            const entries = await trx
              .selectFrom('audit_log')
              .select(['record_id', 'name', 'version', 'changes'])
              .where('kind', '=', kind)
              .where('id', '>', head.id)
              .orderBy('id')
              .execute();
            for (const { record_id, name, version, changes } of entries) {
              const change = { name, action: 'changed', input: '', changes, list_hashes: '{}' } as const;
              results.push({
                write: { target: { kind, record_id }, files: noFiles, context, source },
                result: { change: { ...change, base_version: version - 1 }, obsolete: [] },
              });
            }
          },
        });
      },
      false,
    );
    forgetEntry(trx);
    await assertNotFull(trx, releaseId, results.length);
    const freedKeys: string[] = [];
    for (const { write, result } of results)
      freedKeys.push(...(await steps.store(trx, releaseId, { write, result })));
    return freedKeys;
  };
}

export type SaveMany = ReturnType<typeof createSaveMany>;
