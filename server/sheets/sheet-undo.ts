import type { Kysely } from 'kysely';
import { type JournalAction, permissionsToUndo } from '#contract/journal';
import { type Refusal, refusals } from '#contract/refusals';
import type { SessionUser } from '#server/auth/sessions';
import type { Schema } from '#server/db/schema';
import type { SpreadsheetRow } from '#server/db/tables/spreadsheets';
import { forbidden } from '#server/errors';
import { findUnderWay } from '#server/jobs/job-queue';
import { sheetKind } from './sheet-job.ts';

type Db = Kysely<Schema>;

const stored = [
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
] as const;
/** An import without its rows. */
export type StoredSheet = Pick<SpreadsheetRow, (typeof stored)[number]>;

export const findSheet = (db: Db, id: number): Promise<StoredSheet | undefined> =>
  db.selectFrom('spreadsheets').select(stored).where('id', '=', id).executeTakeFirst();

/** The import that an entry of the journal is about. */
export const sheetOfEntry = (db: Db, entryId: number): Promise<StoredSheet | undefined> =>
  db.selectFrom('spreadsheets').select(stored).where('entry_id', '=', entryId).executeTakeFirst();

/** The entries of the records that an import wrote, the last first: each finds what came after it taken back. */
export async function entriesOf(db: Db, entryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('journal')
    .select('id')
    .where('cause_id', '=', entryId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

export const isUndone = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('spreadsheets').select('id').where('undoes_id', '=', id).executeTakeFirst()) !==
  undefined;

const isAtWork = async (db: Db, { id, done, total }: StoredSheet): Promise<boolean> =>
  done < total && (await findUnderWay(db, sheetKind, id)) !== undefined;

/** Why an import cannot be undone as a whole, whoever asks; undefined when it can. */
export async function whyNot(db: Db, sheet: StoredSheet | undefined): Promise<Refusal | undefined> {
  if (!sheet || sheet.undoes_id !== null || sheet.entry_id === null) return refusals.notUndoable;
  if (await isUndone(db, sheet.id)) return refusals.undoneAlready;
  if (await isAtWork(db, sheet)) return refusals.stillRunning;
  return sheet.created + sheet.changed === 0 ? refusals.notUndoable : undefined;
}

/** Whoever undoes an import needs what it takes to take back each thing that it did. @throws AppError 403 */
export function requireRightToUndo(
  { permissions }: Pick<SessionUser, 'permissions'>,
  { kind, created, changed }: StoredSheet,
): void {
  const did: JournalAction[] = [
    ...(created > 0 ? (['created'] as const) : []),
    ...(changed > 0 ? (['changed'] as const) : []),
  ];
  for (const action of did)
    if (!permissionsToUndo(kind, action).some((one) => permissions.has(one))) throw forbidden();
}
