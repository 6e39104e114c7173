import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/permissions';
import { type Refusal, refusals } from '#contract/refusals';
import {
  MAX_SHOWN_ROWS,
  type SheetImport,
  type SheetPlan,
  type SheetUpload,
  type StartedSheet,
  permissionToImport,
} from '#contract/spreadsheets';
import type { SessionUser } from '#server/auth/sessions';
import { lockCatalogue } from '#server/db/catalogue';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import type { SpreadsheetRow } from '#server/db/tables/spreadsheets';
import { inTransaction } from '#server/db/transaction';
import { forbidden, notFound, refused } from '#server/errors';
import { createJobList } from '#server/job-calls/job-list';
import type { JobQueue } from '#server/jobs/job-queue';
import { signUndo } from '#server/journal/signature';
import { writeEntry } from '#server/journal/write-journal';
import { nextTurn } from '#server/next-turn';
import { idOfBookCode } from '#server/resources/book-code';
import { categoryByCode, subCategoryByCode } from '#server/resources/category-codes';
import { readSheet } from './read-sheet.ts';
import type { Known } from './sheet-columns.ts';
import { sheetKind } from './sheet-job.ts';
import type { SheetKind } from './sheet-kinds.ts';
import type { PlannedRow, Refused } from './sheet-rows.ts';
import {
  type StoredSheet,
  entriesOf,
  findSheet,
  isUndone,
  requireRightToUndo,
  sheetOfEntry,
  whyNot,
} from './sheet-undo.ts';

type Caller = Pick<SessionUser, 'id' | 'permissions'>;

interface Asking {
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
}

const NOUN = 'spreadsheet';
const nothingYet = { undoes_id: null, entry_id: null };
const rowsOfSheet = (count: number): string =>
  count === 1 ? '1 row of a spreadsheet' : `${count} rows of a spreadsheet`;

/** In the place of a record's id: many records at once. */
const MANY = 0;

/** Looks codes up, each once. */
function createKnown({ kysely }: Database): Known {
  const remembered = <Value>(look: (code: string) => Promise<Value>) => {
    const found = new Map<string, Promise<Value>>();
    return (code: string): Promise<Value> => {
      const known = found.get(code) ?? look(code);
      found.set(code, known);
      return known;
    };
  };
  return {
    hasBook: remembered(async (code) => {
      const id = idOfBookCode(code) ?? (/^[1-9]\d{0,9}$/.test(code) ? Number(code) : 0);
      return (
        (await kysely.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      );
    }),
    hasCategory: remembered(async (code) => (await categoryByCode(kysely, { code })).length > 0),
    categoryOf: remembered(async (code) => {
      const [found] = await subCategoryByCode(kysely, { code });
      if (!found) return undefined;
      const category = await kysely
        .selectFrom('categories')
        .select('code')
        .where('id', '=', found.category_id)
        .executeTakeFirst();
      return category?.code;
    }),
  };
}

/** Spreadsheets that come in: what they would do, and the beginning of it. */
export function createSheetService({
  database,
  jobs,
  kinds,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly kinds: Readonly<Record<ResourceName, SheetKind>>;
}) {
  const { kysely } = database;
  const jobList = createJobList(database);

  function requireRight(user: Pick<SessionUser, 'permissions'>, kind: ResourceName): void {
    if (!user.permissions.has(permissionToImport(kind))) throw forbidden();
  }

  return {
    /** @throws AppError 403, 413, 422 when the file as a whole cannot be read */
    async plan(user: SessionUser, upload: SheetUpload): Promise<SheetPlan> {
      const { kind } = upload;
      requireRight(user, kind);
      const { planner, columns } = kinds[kind];
      const sheet = await readSheet(upload, columns);
      const known = createKnown(database);
      const lineOf = new Map<string, number>();
      const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 };
      const shown: SheetPlan['rows'] = [];
      const refusalsFound: Refused[] = [];
      const planned: PlannedRow[] = [];
      for (const { line, texts } of sheet.rows) {
        const key = (texts.get(planner.key) ?? '').trim();
        const earlier = key === '' ? undefined : lineOf.get(key);
        const plan =
          earlier === undefined
            ? await planner.plan(line, texts, known)
            : ({
                kind: 'refused',
                refusals: [
                  { line, column: planner.key, reason: `${key} stands in line ${earlier} already.` },
                ],
              } as const);
        if (key !== '') lineOf.set(key, earlier ?? line);
        counts[plan.kind] += 1;
        if (plan.kind === 'refused') refusalsFound.push(...plan.refusals.slice(0, MAX_SHOWN_ROWS));
        if (plan.kind === 'created' || plan.kind === 'changed') {
          planned.push(plan.row);
          if (shown.length < MAX_SHOWN_ROWS) shown.push(plan.shown);
        }
        await nextTurn();
      }
      return {
        ...counts,
        id: planned.length === 0 ? null : await insert(kysely, user.id, kind, planned, nothingYet),
        total: sheet.rows.length,
        ignored_columns: [...sheet.ignored],
        rows: shown,
        refusals: refusalsFound.slice(0, MAX_SHOWN_ROWS),
      };
    },

    /** Begins what a plan says, once. @throws AppError 403, 404, 409 when it was begun already */
    async apply(asking: Asking, id: number, except: readonly number[] = []): Promise<StartedSheet> {
      const jobId = await inTransaction(database, async (trx) => {
        const user = await asking.authorize(trx);
        await lockCatalogue(trx);
        const row = await trx
          .selectFrom('spreadsheets')
          .select(['user_id', 'kind', 'rows', 'entry_id'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row || row.user_id !== user.id) throw notFound(NOUN);
        requireRight(user, row.kind);
        if (row.entry_id !== null) throw refused(refusals.sheetApplied);
        const left = new Set(except);
        const rows = (JSON.parse(row.rows) as PlannedRow[]).filter(({ line }) => !left.has(line));
        const name = rowsOfSheet(rows.length);
        const entry_id = await writeEntry(trx, {
          kind: row.kind,
          record: { id: MANY, name },
          version: 0,
          action: 'changed',
          changes: [],
        });
        await trx
          .updateTable('spreadsheets')
          .set({ rows: JSON.stringify(rows), total: rows.length, entry_id })
          .where('id', '=', id)
          .execute();
        const title = `Import ${name}`;
        return (await jobs.enqueue({ kind: sheetKind, subjectId: id, title, userId: user.id }, trx)).id;
      });
      const job = await jobList.get(jobId);
      if (!job) throw notFound('job');
      return { id, job };
    },

    /** Of one's own. @throws AppError 404 */
    async get(user: Pick<SessionUser, 'id'>, id: number): Promise<SheetImport> {
      const row = await findSheet(kysely, id);
      if (!row || row.user_id !== user.id) throw notFound(NOUN);
      const { user_id: _owner, undoes_id: _undone, failures, ...rest } = row;
      return {
        ...rest,
        failures: JSON.parse(failures) as Refused[],
        is_undoable: (await whyNot(kysely, row)) === undefined,
        is_undone: await isUndone(kysely, id),
      };
    },

    /** Takes back what an import did, as a job of its own. @throws AppError 403, 404, 409 */
    async undo(asking: Asking, id: number): Promise<StartedSheet> {
      const begun = await inTransaction(database, async (trx) => {
        const user = await asking.authorize(trx);
        await lockCatalogue(trx);
        const sheet = await findSheet(trx, id);
        if (!sheet || sheet.user_id !== user.id) throw notFound(NOUN);
        return undoIn(trx, user, sheet);
      });
      const job = await jobList.get(begun.jobId);
      if (!job) throw notFound('job');
      return { id: begun.id, job };
    },

    /** Whether an entry of the journal is that of an import. */
    ownsEntry: async (db: Database['kysely'], entryId: number): Promise<boolean> =>
      (await sheetOfEntry(db, entryId)) !== undefined,

    /** The same by the entry of the journal, for everybody who may. @returns the entry of the undo @throws AppError 403, 409 */
    async undoEntry(trx: Transaction<Schema>, user: Caller, entryId: number): Promise<number> {
      const sheet = await sheetOfEntry(trx, entryId);
      if (!sheet) throw refused(refusals.notUndoable);
      return (await undoIn(trx, user, sheet)).entryId;
    },

    /** Why the import of an entry cannot be undone as a whole, whoever asks. */
    refusalOf: async (db: Database['kysely'], entryId: number): Promise<Refusal | undefined> =>
      whyNot(db, await sheetOfEntry(db, entryId)),
  };

  async function undoIn(trx: Transaction<Schema>, user: Caller, sheet: StoredSheet) {
    requireRightToUndo(user, sheet);
    const refusal = await whyNot(trx, sheet);
    if (refusal) throw refused(refusal);
    const { kind } = sheet;
    const imported = sheet.entry_id ?? 0;
    const entries = await entriesOf(trx, imported);
    signUndo(trx, imported);
    const entryId = await writeEntry(trx, {
      kind,
      record: { id: MANY, name: rowsOfSheet(entries.length) },
      version: 0,
      action: 'changed',
      changes: [],
    });
    const id = await insert(trx, user.id, kind, entries, { undoes_id: sheet.id, entry_id: entryId });
    const title = `Undo the import of ${rowsOfSheet(entries.length)}`;
    const job = await jobs.enqueue({ kind: sheetKind, subjectId: id, title, userId: user.id }, trx);
    return { id, jobId: job.id, entryId };
  }

  async function insert(
    db: Database['kysely'],
    user_id: number,
    kind: ResourceName,
    rows: readonly (PlannedRow | number)[],
    named: Pick<SpreadsheetRow, 'undoes_id' | 'entry_id'>,
  ): Promise<number> {
    const { id } = await db
      .insertInto('spreadsheets')
      .values({
        user_id,
        kind,
        rows: JSON.stringify(rows),
        total: rows.length,
        done: 0,
        created: 0,
        changed: 0,
        failed: 0,
        failures: '[]',
        ...named,
        created_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}

export type SheetService = ReturnType<typeof createSheetService>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** So long a plan can be applied, and what came of it be read. */
const keptDays = 30;

export async function forgetOldSheets({ kysely: db }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - keptDays * DAY_MS).toISOString();
  await db.deleteFrom('spreadsheets').where('created_at', '<', before).execute();
}
