import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type ResourceName, allPermissions } from '#contract/permissions';
import { MAX_SHOWN_ROWS, permissionToImport } from '#contract/spreadsheets';
import { readPermissions } from '#server/auth/rights';
import type { SessionUser } from '#server/auth/sessions';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import type { SpreadsheetRow } from '#server/db/tables/spreadsheets';
import { AppError, forbidden, notFound } from '#server/errors';
import { type JobHandler, defineJob } from '#server/jobs/job';
import { sign } from '#server/journal/signature';
import { nextTurn } from '#server/next-turn';
import type { SheetKind } from './sheet-kinds.ts';
import type { PlannedRow, Refused } from './sheet-rows.ts';

export const sheetKind = 'spreadsheet';

interface Deps {
  readonly database: Database;
  readonly kinds: Readonly<Record<ResourceName, SheetKind>>;
  /** Holds every permission. */
  readonly adminEmail: string;
  /** Takes back one entry of the journal. @throws AppError when that cannot be */
  undoEntry(entryId: number, authorize: (trx: Transaction<Schema>) => Promise<Caller>): Promise<unknown>;
}

type Caller = Pick<SessionUser, 'id' | 'permissions'>;

/** Works off a spreadsheet, row after row. How far it is moves in the transaction of each, so none is written twice. */
export function createSheetJob({ database, kinds, adminEmail, undoEntry }: Deps): JobHandler {
  const { kysely } = database;

  /** Whoever asked for it may still do it. @throws AppError 403 */
  async function authorize(trx: Transaction<Schema>, sheet: SpreadsheetRow): Promise<Caller> {
    const { id, user_id, kind, entry_id, undoes_id } = sheet;
    const user = await trx
      .selectFrom('users')
      .select(['email', 'permissions', 'is_suspended', 'deleted_at'])
      .where('id', '=', user_id)
      .executeTakeFirst();
    if (!user || user.is_suspended === 1 || user.deleted_at !== null) throw forbidden();
    const permissions = new Set(
      user.email === adminEmail ? allPermissions : readPermissions(user.permissions),
    );
    // What each entry takes to be taken back is asked where that is done.
    if (undoes_id === null && !permissions.has(permissionToImport(kind))) throw forbidden();
    sign(trx, { userId: user_id, tokenId: null, requestId: `spreadsheet-${id}` }, entry_id ?? undefined);
    return { id: user_id, permissions };
  }

  const moveOn = (db: Transaction<Schema> | typeof kysely, id: number, what: 'created' | 'changed') =>
    db
      .updateTable('spreadsheets')
      .set((eb) => ({ done: eb('done', '+', 1), [what]: eb(what, '+', 1) }))
      .where('id', '=', id)
      .execute();

  async function noteFailure(id: number, failed: Refused): Promise<void> {
    const { failures } = await read(id);
    const known = JSON.parse(failures) as Refused[];
    await kysely
      .updateTable('spreadsheets')
      .set((eb) => ({
        done: eb('done', '+', 1),
        failed: eb('failed', '+', 1),
        ...(known.length < MAX_SHOWN_ROWS && { failures: JSON.stringify([...known, failed]) }),
      }))
      .where('id', '=', id)
      .execute();
  }

  async function read(id: number): Promise<SpreadsheetRow> {
    const row = await kysely.selectFrom('spreadsheets').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('spreadsheet');
    return row;
  }

  /** Does one thing; where it is refused, notes why and goes on. */
  async function attempt(id: number, line: number, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 403 || error.status >= 500) throw error;
      await noteFailure(id, { line, column: '', reason: error.message });
    }
  }

  /** Takes back what an import did, entry after entry, as far as nobody has changed it since. */
  async function takeBack(sheet: SpreadsheetRow, entryId: number): Promise<void> {
    await attempt(sheet.id, 0, () =>
      undoEntry(entryId, async (trx) => {
        const user = await authorize(trx, sheet);
        await moveOn(trx, sheet.id, 'changed');
        return user;
      }),
    );
  }

  async function writeRow(sheet: SpreadsheetRow, row: PlannedRow): Promise<void> {
    const context = {
      user: { id: sheet.user_id, email: '' },
      files: new Map(),
      async authorize(trx: Transaction<Schema>) {
        await authorize(trx, sheet);
        await moveOn(trx, sheet.id, row.id === null ? 'created' : 'changed');
      },
    };
    await attempt(sheet.id, row.line, () => kinds[sheet.kind].write(row, context));
  }

  return defineJob({
    kind: sheetKind,
    weight: 'light',
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const sheet = await read(Number(subjectId));
      const { id, kind, total } = sheet;
      const rows = JSON.parse(sheet.rows) as (PlannedRow | number)[];
      for (const [at, row] of rows.entries()) {
        if (at < sheet.done) continue;
        signal.throwIfAborted();
        await (typeof row === 'number' ? takeBack(sheet, row) : writeRow(sheet, row));
        progress((at + 1) / Math.max(1, total));
        await nextTurn();
      }
      const { created, changed, failed } = await read(id);
      return { result: { spreadsheet_id: id, kind, created, changed, failed, total } };
    },
  });
}
