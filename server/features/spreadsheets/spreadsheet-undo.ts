import type { Kysely } from 'kysely';
import { type AuditLogAction, permissionsToUndo } from '#contract/audit-log/audit-log';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import type { SpreadsheetRow } from '#server/core/db/tables/spreadsheets';
import { forbidden } from '#server/core/errors';
import { permissionToImport } from '#contract/spreadsheets/spreadsheets';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { findInProgress } from '#server/core/jobs/job-queue';
import { sourceOf } from './spreadsheet-in-release.ts';
import { spreadsheetKind } from './spreadsheets.jobs.ts';

type Db = Kysely<Schema>;

const storedColumns = [
  'id',
  'user_id',
  'kind',
  'total',
  'done',
  'created',
  'changed',
  'failed',
  'failures',
  'undoes_id',
  'entry_id',
  'release_id',
] as const;
/** An import without its rows. */
export type StoredSpreadsheet = Pick<SpreadsheetRow, (typeof storedColumns)[number]>;

export const findSpreadsheet = (db: Db, id: number): Promise<StoredSpreadsheet | undefined> =>
  db.selectFrom('spreadsheets').select(storedColumns).where('id', '=', id).executeTakeFirst();

/** Returns the import of an audit log entry. */
export const spreadsheetOfEntry = (db: Db, entryId: number): Promise<StoredSpreadsheet | undefined> =>
  db.selectFrom('spreadsheets').select(storedColumns).where('entry_id', '=', entryId).executeTakeFirst();

/** Returns the entries of the records that an import wrote, the last first. So later changes are undone before earlier ones. */
export async function entriesOf(db: Db, entryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('id')
    .where('cause_id', '=', entryId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

export const isUndone = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('spreadsheets').select('id').where('undoes_id', '=', id).executeTakeFirst()) !==
  undefined;

const isRunning = async (db: Db, { id, done, total }: StoredSpreadsheet): Promise<boolean> =>
  done < total && (await findInProgress(db, spreadsheetKind, id)) !== undefined;

/** Returns the reason why an import cannot be undone as a whole by any user; undefined when it can. */
export async function undoErrorOfSpreadsheet(
  releases: ReleaseAccess,
  db: Db,
  spreadsheet: StoredSpreadsheet | undefined,
): Promise<ErrorInfo | undefined> {
  if (!spreadsheet || spreadsheet.undoes_id !== null) return knownErrors.notUndoable;
  const { id, entry_id, release_id: releaseId } = spreadsheet;
  if (entry_id === null && releaseId === null) return knownErrors.notUndoable;
  if (await isUndone(db, id)) return knownErrors.undoneAlready;
  if (await isRunning(db, spreadsheet)) return knownErrors.stillRunning;
  if (releaseId !== null) {
    const records = await releases.recordsOf(db, { releaseId, source: sourceOf(id) });
    return records.length === 0 ? knownErrors.notUndoable : undefined;
  }
  return spreadsheet.created + spreadsheet.changed === 0 ? knownErrors.notUndoable : undefined;
}

/** Checks the permissions for undoing each change of an import. @throws AppError 403 */
export function requireRightToUndo(
  { permissions }: Pick<SessionUser, 'permissions'>,
  { kind, created, changed, release_id }: StoredSpreadsheet,
): void {
  if (release_id !== null) {
    if (!permissions.has(permissionToImport(kind)) || !permissions.has('releases:edit')) throw forbidden();
    return;
  }
  const did: AuditLogAction[] = [
    ...(created > 0 ? (['created'] as const) : []),
    ...(changed > 0 ? (['changed'] as const) : []),
  ];
  for (const action of did)
    if (!permissionsToUndo(kind, action).some((permission) => permissions.has(permission))) throw forbidden();
}
