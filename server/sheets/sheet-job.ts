import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { ResourceName } from '#contract/permissions';
import { MAX_SHOWN_ROWS, permissionToImport } from '#contract/spreadsheets';
import { readPermissions } from '#server/auth/rights';
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
}

/** Works off a spreadsheet, row after row. How far it is moves in the transaction of each, so none is written twice. */
export function createSheetJob({ database, kinds, adminEmail }: Deps): JobHandler {
  const { kysely } = database;

  /** Whoever asked for it may still do it. @throws AppError 403 */
  async function authorize(trx: Transaction<Schema>, { id, user_id, kind, entry_id }: SpreadsheetRow) {
    const user = await trx
      .selectFrom('users')
      .select(['email', 'permissions', 'is_suspended', 'deleted_at'])
      .where('id', '=', user_id)
      .executeTakeFirst();
    if (!user || user.is_suspended === 1 || user.deleted_at !== null) throw forbidden();
    if (user.email !== adminEmail && !readPermissions(user.permissions).includes(permissionToImport(kind)))
      throw forbidden();
    sign(trx, { userId: user_id, tokenId: null, requestId: `spreadsheet-${id}` }, entry_id ?? undefined);
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

  return defineJob({
    kind: sheetKind,
    weight: 'light',
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const sheet = await read(Number(subjectId));
      const { id, kind, total, user_id } = sheet;
      const rows = JSON.parse(sheet.rows) as PlannedRow[];
      for (const [at, row] of rows.entries()) {
        if (at < sheet.done) continue;
        signal.throwIfAborted();
        const context = {
          user: { id: user_id, email: '' },
          files: new Map(),
          async authorize(trx: Transaction<Schema>) {
            await authorize(trx, sheet);
            await moveOn(trx, id, row.id === null ? 'created' : 'changed');
          },
        };
        try {
          await kinds[kind].write(row, context);
        } catch (error) {
          if (!(error instanceof AppError) || error.status === 403 || error.status >= 500) throw error;
          await noteFailure(id, { line: row.line, column: '', reason: error.message });
        }
        progress((at + 1) / Math.max(1, total));
        await nextTurn();
      }
      const { created, changed, failed } = await read(id);
      return { result: { spreadsheet_id: id, kind, created, changed, failed, total } };
    },
  });
}
