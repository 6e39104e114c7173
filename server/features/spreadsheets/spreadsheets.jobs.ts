import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { ResourceName } from '#contract/core/permissions';
import { MAX_SHOWN_ROWS, permissionToImport } from '#contract/spreadsheets/spreadsheets';
import { backgroundWork } from '#server/core/background-work';
import { authorizeOwner } from '#server/core/auth/authorize-owner';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { SpreadsheetRow } from '#server/core/db/tables/spreadsheets';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, notFound, isRejection } from '#server/core/errors';
import { type JobContext, type JobHandler, defineJob } from '#server/core/jobs/job';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { RELEASE_ROWS, saveRows, sourceOf } from './spreadsheet-in-release.ts';
import { shownText } from './spreadsheet-limits.ts';
import type { SpreadsheetKind } from './spreadsheet-types.ts';
import type { PlannedRow, RejectedItem } from './spreadsheet-rows.ts';

export const spreadsheetKind = 'spreadsheet';

export interface SpreadsheetJobDeps {
  readonly database: Database;
  readonly kinds: Readonly<Record<ResourceName, SpreadsheetKind>>;
  readonly releases: ReleaseAccess;
  /** The primary administrator, who has all permissions. */
  readonly adminEmail: string;
  /** Undoes one audit log entry. @throws AppError when that is not possible */
  undoEntry(entryId: number, authorize: (trx: Transaction<Schema>) => Promise<Caller>): Promise<unknown>;
}

type Caller = Pick<SessionUser, 'id' | 'permissions'>;

/** Writes the rows of a spreadsheet one after the other. The transaction of each row stores the progress, so no row is written twice. */
export function createSpreadsheetJob({
  database,
  kinds,
  releases,
  adminEmail,
  undoEntry,
}: SpreadsheetJobDeps): JobHandler {
  const { kysely } = database;

  /** Checks that the user still has the permission. @throws AppError 403 */
  async function authorize(trx: Transaction<Schema>, spreadsheet: SpreadsheetRow): Promise<Caller> {
    const { id, user_id, token_id, kind, entry_id, undoes_id, release_id } = spreadsheet;
    const owner = {
      userId: user_id,
      tokenId: token_id,
      requestId: `spreadsheet-${id}`,
      causeId: entry_id ?? undefined,
    };
    const user = await authorizeOwner(trx, owner, adminEmail);
    // The permissions for undoing an entry are checked with each undo.
    const isLiveUndo = undoes_id !== null && release_id === null;
    if (!isLiveUndo && !user.permissions.has(permissionToImport(kind))) throw forbidden();
    if (release_id !== null && !user.permissions.has('releases:edit')) throw forbidden();
    return user;
  }

  const moveOn = (db: Transaction<Schema> | typeof kysely, id: number, what: 'created' | 'changed') =>
    db
      .updateTable('spreadsheets')
      .set((eb) => ({ done: eb('done', '+', 1), [what]: eb(what, '+', 1) }))
      .where('id', '=', id)
      .execute();

  async function recordError(id: number, failedItem: RejectedItem): Promise<void> {
    const { failures } = await read(id);
    const rejectedItems = JSON.parse(failures) as RejectedItem[];
    await kysely
      .updateTable('spreadsheets')
      .set((eb) => ({
        done: eb('done', '+', 1),
        failed: eb('failed', '+', 1),
        ...(rejectedItems.length < MAX_SHOWN_ROWS && {
          failures: JSON.stringify([...rejectedItems, failedItem]),
        }),
      }))
      .where('id', '=', id)
      .execute();
  }

  async function read(id: number): Promise<SpreadsheetRow> {
    const row = await kysely.selectFrom('spreadsheets').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('spreadsheet');
    return row;
  }

  /** Runs one step; an error is stored with its row, and the job continues. */
  async function attempt(id: number, line: number, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!isRejection(error) || error.status === 403) throw error;
      await recordError(id, { line, column: '', reason: shownText(error.message) });
    }
  }

  /** Undoes an import entry by entry, except records that were changed since. */
  async function undo(spreadsheet: SpreadsheetRow, entryId: number): Promise<void> {
    await attempt(spreadsheet.id, 0, () =>
      undoEntry(entryId, async (trx) => {
        const user = await authorize(trx, spreadsheet);
        await moveOn(trx, spreadsheet.id, 'changed');
        return user;
      }),
    );
  }

  async function writeRow(spreadsheet: SpreadsheetRow, row: PlannedRow): Promise<void> {
    const context = {
      user: { id: spreadsheet.user_id, email: '' },
      files: new Map(),
      async authorize(trx: Transaction<Schema>) {
        await authorize(trx, spreadsheet);
        await moveOn(trx, spreadsheet.id, row.id === null ? 'created' : 'changed');
      },
    };
    await attempt(spreadsheet.id, row.line, () => kinds[spreadsheet.kind].write(row, context));
  }

  /** Runs a step in a release, and stores the progress in the same transaction. @returns the number of processed rows */
  async function stepInRelease(spreadsheet: SpreadsheetRow, releaseId: number): Promise<number> {
    const { id, kind, user_id: userId, undoes_id } = spreadsheet;
    const { done, freedKeys } = await inTransaction(database, async (trx) => {
      await authorize(trx, spreadsheet);
      // The update locks the row, so that two processes never run the same step.
      const row = await trx
        .updateTable('spreadsheets')
        .set({ total: spreadsheet.total })
        .where('id', '=', id)
        .returning(['rows', 'done', 'failures'])
        .executeTakeFirstOrThrow();
      const all = JSON.parse(row.rows) as PlannedRow[];
      const rows = undoes_id === null ? all.slice(row.done, row.done + RELEASE_ROWS) : all.slice(row.done);
      const batch =
        undoes_id === null
          ? await saveRows(trx, { releases, kinds }, { id, kind, userId, releaseId, rows })
          : {
              created: 0,
              changed: rows.length,
              failures: [],
              freedKeys: await releases.removeMany(trx, { releaseId, source: sourceOf(undoes_id) }),
            };
      const failures = [...(JSON.parse(row.failures) as RejectedItem[]), ...batch.failures];
      await trx
        .updateTable('spreadsheets')
        .set((eb) => ({
          done: eb('done', '+', rows.length),
          created: eb('created', '+', batch.created),
          changed: eb('changed', '+', batch.changed),
          failed: eb('failed', '+', batch.failures.length),
          failures: JSON.stringify(failures.slice(0, MAX_SHOWN_ROWS)),
        }))
        .where('id', '=', id)
        .execute();
      return { done: row.done + rows.length, freedKeys: batch.freedKeys };
    });
    if (freedKeys.length > 0) await releases.deleteFiles(freedKeys);
    return done;
  }

  async function runInRelease(
    spreadsheet: SpreadsheetRow,
    releaseId: number,
    { signal, progress }: Pick<JobContext<unknown>, 'signal' | 'progress'>,
  ): Promise<void> {
    let { done } = spreadsheet;
    const step = async () => {
      if (done >= spreadsheet.total) return false;
      done = await stepInRelease(spreadsheet, releaseId);
      progress(done / spreadsheet.total);
      return done < spreadsheet.total;
    };
    await backgroundWork.run('Spreadsheet', step, { signal, isWaitedFor: true });
  }

  async function runLive(
    spreadsheet: SpreadsheetRow,
    { signal, progress }: Pick<JobContext<unknown>, 'signal' | 'progress'>,
  ): Promise<void> {
    const rows = JSON.parse(spreadsheet.rows) as (PlannedRow | number)[];
    let { done } = spreadsheet;
    const step = async () => {
      const row = rows[done];
      if (row === undefined) return false;
      await (typeof row === 'number' ? undo(spreadsheet, row) : writeRow(spreadsheet, row));
      progress(++done / Math.max(1, spreadsheet.total));
      return done < rows.length;
    };
    await backgroundWork.run('Spreadsheet', step, { signal, isWaitedFor: true });
  }

  return defineJob({
    kind: spreadsheetKind,
    weight: 'light',
    payload: z.unknown(),
    async run(context) {
      const spreadsheet = await read(Number(context.subjectId));
      const { id, kind, total, release_id } = spreadsheet;
      await (release_id === null
        ? runLive(spreadsheet, context)
        : runInRelease(spreadsheet, release_id, context));
      const { created, changed, failed } = await read(id);
      return { result: { spreadsheet_id: id, kind, created, changed, failed, total } };
    },
  });
}
