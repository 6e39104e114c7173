import { countOf } from '#contract/core/format-count';
import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import {
  MAX_SHOWN_ROWS,
  type SpreadsheetImport,
  type SpreadsheetPreview,
  type SpreadsheetUpload,
  type StartedSpreadsheet,
  permissionToImport,
} from '#contract/spreadsheets/spreadsheets';
import type { SessionUser } from '#server/core/auth/sessions';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { SpreadsheetRow } from '#server/core/db/tables/spreadsheets';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, notFound, appError } from '#server/core/errors';
import { createJobList } from '#server/features/jobs/job-list';
import { type JobQueue, findInProgress } from '#server/core/jobs/job-queue';
import { signUndo, writerOf } from '#server/core/audit-log/signature';
import { MANY, writeEntry } from '#server/core/audit-log/write-audit-log';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { assertUndoneInRelease, currentRelease } from '#server/core/resource/request-release';
import type { Catalogue } from '#server/app/modules';
import type { ReleaseAccess } from '#server/features/releases/release-access';
import { releaseLimits } from '#contract/releases/releases';
import { idOfBookCode } from '#server/core/resource/book-code';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';
import { type Spreadsheet, withSpreadsheet } from './read-spreadsheet.ts';
import type { Known } from './spreadsheet-columns.ts';
import { sourceOf } from './spreadsheet-in-release.ts';
import { spreadsheetKind } from './spreadsheets.jobs.ts';
import type { SpreadsheetKind } from './spreadsheet-types.ts';
import { shownText } from './spreadsheet-limits.ts';
import type { PlannedRow, RejectedItem, RowPlan, Texts } from './spreadsheet-rows.ts';
import {
  type StoredSpreadsheet,
  entriesOf,
  findSpreadsheet,
  isUndone,
  requireRightToUndo,
  spreadsheetOfEntry,
  undoErrorOfSpreadsheet,
} from './spreadsheet-undo.ts';

type ShownRow = SpreadsheetPreview['rows'][number];
type Caller = Pick<SessionUser, 'id' | 'permissions'>;

interface CallContext {
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
}

const NOUN = 'spreadsheet';
const nothingYet = { undoes_id: null, entry_id: null };
const rowsOfSpreadsheet = (count: number): string => countOf(count, 'spreadsheet row');

/** Looks up codes, each once. */
function createKnown({ kysely }: Database): Known {
  const cachedLookup = <Value>(find: (code: string) => Promise<Value>) => {
    const valuesByCode = new Map<string, Promise<Value>>();
    return (code: string): Promise<Value> => {
      const value = valuesByCode.get(code) ?? find(code);
      valuesByCode.set(code, value);
      return value;
    };
  };
  return {
    hasBook: cachedLookup(async (code) => {
      const id = idOfBookCode(code) ?? (/^[1-9]\d{0,9}$/.test(code) ? Number(code) : 0);
      return (
        (await kysely.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      );
    }),
    hasCategory: cachedLookup(async (code) => (await categoryByCode(kysely, { code })).length > 0),
    categoryOf: cachedLookup(async (code) => {
      const [subCategory] = await subCategoryByCode(kysely, { code });
      if (!subCategory) return undefined;
      const category = await kysely
        .selectFrom('categories')
        .select('code')
        .where('id', '=', subCategory.category_id)
        .executeTakeFirst();
      return category?.code;
    }),
  };
}

const shownError = ({ line, column, reason }: RejectedItem): RejectedItem => ({
  line,
  column,
  reason: shownText(reason),
});

const shownRow = ({ line, name, changes }: ShownRow): ShownRow => ({
  line,
  name: shownText(name),
  changes: changes.map(({ column, before, after }) => ({
    column,
    before: shownText(before),
    after: shownText(after),
  })),
});

/** Computes the changes of the rows of a file. */
interface FilePlanner {
  readonly keyColumn: string;
  plan(line: number, texts: Texts): Promise<RowPlan>;
  readonly maxChanges: number;
}

/** Computes the change of each row. Returns the first rows and the first errors, with shortened texts. */
async function planRows(spreadsheet: Spreadsheet, { keyColumn, plan: planRow, maxChanges }: FilePlanner) {
  const lineOf = new Map<string, number>();
  const counts = { created: 0, changed: 0, unchanged: 0, rejected: 0 };
  const rows: ShownRow[] = [];
  const errors: RejectedItem[] = [];
  const plannedRows: PlannedRow[] = [];
  for await (const { line, texts } of spreadsheet.rows()) {
    const key = (texts.get(keyColumn) ?? '').trim();
    const earlier = key === '' ? undefined : lineOf.get(key);
    const plan =
      earlier === undefined
        ? await planRow(line, texts)
        : ({
            kind: 'rejected',
            errors: [{ line, column: keyColumn, reason: `${key} already appears in line ${earlier}.` }],
          } as const);
    if (key !== '') lineOf.set(key, earlier ?? line);
    counts[plan.kind] += 1;
    if (plan.kind === 'rejected')
      errors.push(...plan.errors.slice(0, MAX_SHOWN_ROWS - errors.length).map(shownError));
    if (plan.kind === 'created' || plan.kind === 'changed') {
      plannedRows.push(plan.row);
      if (plannedRows.length > maxChanges) throw appError(knownErrors.releaseFull(maxChanges));
      if (rows.length < MAX_SHOWN_ROWS) rows.push(shownRow(plan.shown));
    }
    await yieldToEventLoop();
  }
  return { ...counts, rows, errors, planned: plannedRows };
}

/** Previews and starts spreadsheet imports. */
export function createSpreadsheetService({
  database,
  jobs,
  kinds,
  kindsOf,
  releases,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly kinds: Readonly<Record<ResourceName, SpreadsheetKind>>;
  /** Returns the spreadsheets of the catalogue of a release. */
  kindsOf(catalogue: Catalogue): Readonly<Record<ResourceName, SpreadsheetKind>>;
  readonly releases: ReleaseAccess;
}) {
  const { kysely } = database;
  const jobList = createJobList(database);

  function requireRight(user: Pick<SessionUser, 'permissions'>, kind: ResourceName): void {
    if (!user.permissions.has(permissionToImport(kind))) throw forbidden();
  }

  /** Plans the rows of a file as they would change the catalogue, or a release. Each read of a release is short. */
  function plannerOf(kind: ResourceName, releaseId: number | undefined): FilePlanner {
    const { planner } = kinds[kind];
    const lookups = createKnown(database);
    if (releaseId === undefined)
      return {
        keyColumn: planner.key,
        plan: (line, texts) => planner.plan(line, texts, lookups),
        maxChanges: Infinity,
      };
    return {
      keyColumn: planner.key,
      plan: (line, texts) =>
        releases.read(releaseId, (catalogue) =>
          kindsOf(catalogue)[kind].planner.plan(line, texts, createKnown(catalogue.database)),
        ),
      maxChanges: releaseLimits.maxChanges,
    };
  }

  return {
    /** @throws AppError 403, 413, 422 when the whole file cannot be read, 503 when too many requests wait */
    async preview(user: SessionUser, upload: SpreadsheetUpload): Promise<SpreadsheetPreview> {
      const { kind } = upload;
      requireRight(user, kind);
      const releaseId = currentRelease();
      return withSpreadsheet(upload, kinds[kind].columns, async (spreadsheet) => {
        const { planned, ...preview } = await planRows(spreadsheet, plannerOf(kind, releaseId));
        if (releaseId !== undefined) await releases.assertNotFull(kysely, releaseId, planned.length);
        return {
          ...preview,
          id:
            planned.length === 0
              ? null
              : await insert(kysely, {
                  user_id: user.id,
                  kind,
                  rows: planned,
                  named: { ...nothingYet, release_id: releaseId ?? null },
                }),
          total: spreadsheet.total,
          ignored_columns: [...spreadsheet.ignored],
        };
      });
    },

    /** Starts the changes of a preview, once. @throws AppError 403, 404, 409 when it was already started */
    async apply(
      context: CallContext,
      id: number,
      except: readonly number[] = [],
    ): Promise<StartedSpreadsheet> {
      const jobId = await inTransaction(database, async (trx) => {
        const user = await context.authorize(trx);
        await lockCatalogue(trx);
        const row = await trx
          .selectFrom('spreadsheets')
          .select(['user_id', 'kind', 'rows', 'entry_id', 'release_id', 'done'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row || row.user_id !== user.id) throw notFound(NOUN);
        requireRight(user, row.kind);
        if (row.entry_id !== null || row.done > 0 || (await findInProgress(trx, spreadsheetKind, id)))
          throw appError(knownErrors.spreadsheetApplied);
        if (row.release_id !== (currentRelease() ?? null)) throw appError(knownErrors.spreadsheetElsewhere);
        const release = row.release_id === null ? undefined : await releases.openName(trx, row.release_id);
        const left = new Set(except);
        const rows = (JSON.parse(row.rows) as PlannedRow[]).filter(({ line }) => !left.has(line));
        const name = rowsOfSpreadsheet(rows.length);
        // The audit log contains the changes of a release after it is published.
        const entry_id =
          release === undefined
            ? await writeEntry(trx, {
                kind: row.kind,
                record: { id: MANY, name },
                version: 0,
                action: 'changed',
                changes: [],
              })
            : null;
        await trx
          .updateTable('spreadsheets')
          .set({ token_id: writerOf(trx).tokenId, rows: JSON.stringify(rows), total: rows.length, entry_id })
          .where('id', '=', id)
          .execute();
        const title = release === undefined ? `Import ${name}` : `Import ${name} in ${release}`;
        return (await jobs.enqueue({ kind: spreadsheetKind, subjectId: id, title, userId: user.id }, trx)).id;
      });
      const job = await jobList.get(jobId);
      if (!job) throw notFound('job');
      return { id, job };
    },

    /** Returns an import of the user. @throws AppError 404 */
    async get(user: Pick<SessionUser, 'id'>, id: number): Promise<SpreadsheetImport> {
      const row = await findSpreadsheet(kysely, id);
      if (!row || row.user_id !== user.id) throw notFound(NOUN);
      const { user_id: _owner, undoes_id: _undone, failures, ...rest } = row;
      return {
        ...rest,
        failures: JSON.parse(failures) as RejectedItem[],
        is_undoable: (await undoErrorOfSpreadsheet(releases, kysely, row)) === undefined,
        is_undone: await isUndone(kysely, id),
      };
    },

    /** Undoes an import in a separate job. @throws AppError 403, 404, 409 */
    async undo(context: CallContext, id: number): Promise<StartedSpreadsheet> {
      const startedJob = await inTransaction(database, async (trx) => {
        const user = await context.authorize(trx);
        await lockCatalogue(trx);
        const spreadsheet = await findSpreadsheet(trx, id);
        if (!spreadsheet || spreadsheet.user_id !== user.id) throw notFound(NOUN);
        assertUndoneInRelease(spreadsheet);
        return undoIn(trx, user, spreadsheet);
      });
      const job = await jobList.get(startedJob.jobId);
      if (!job) throw notFound('job');
      return { id: startedJob.id, job };
    },

    /** Returns true for an audit log entry of an import. */
    ownsEntry: async (db: Database['kysely'], entryId: number): Promise<boolean> =>
      (await spreadsheetOfEntry(db, entryId)) !== undefined,

    /**
     * Undoes an import by its audit log entry, for all users with the permissions. @returns the entry of the undo @throws AppError 403, 409
     */
    async undoEntry(trx: Transaction<Schema>, user: Caller, entryId: number): Promise<number> {
      const spreadsheet = await spreadsheetOfEntry(trx, entryId);
      if (!spreadsheet) throw appError(knownErrors.notUndoable);
      const undo = await undoIn(trx, user, spreadsheet);
      if (undo.entryId === null) throw appError(knownErrors.notUndoable);
      return undo.entryId;
    },

    /** Returns the reason why the import of an entry cannot be undone as a whole by any user. */
    undoErrorOf: async (db: Database['kysely'], entryId: number): Promise<ErrorInfo | undefined> =>
      undoErrorOfSpreadsheet(releases, db, await spreadsheetOfEntry(db, entryId)),
  };

  async function undoIn(trx: Transaction<Schema>, user: Caller, spreadsheet: StoredSpreadsheet) {
    requireRightToUndo(user, spreadsheet);
    const errorInfo = await undoErrorOfSpreadsheet(releases, trx, spreadsheet);
    if (errorInfo) throw appError(errorInfo);
    const { kind } = spreadsheet;
    const { rows, entryId, release } = await (spreadsheet.release_id === null
      ? undoOfEntry(trx, kind, spreadsheet.entry_id ?? 0)
      : undoInRelease(trx, spreadsheet.id, spreadsheet.release_id));
    const id = await insert(trx, {
      user_id: user.id,
      kind,
      rows,
      named: { undoes_id: spreadsheet.id, entry_id: entryId, release_id: spreadsheet.release_id },
    });
    const name = `Undo import: ${rowsOfSpreadsheet(rows.length)}`;
    const title = release === undefined ? name : `${name} in ${release}`;
    const job = await jobs.enqueue({ kind: spreadsheetKind, subjectId: id, title, userId: user.id }, trx);
    return { id, jobId: job.id, entryId };
  }

  /** Adds the audit log entry of an undo. @returns the entries to undo */
  async function undoOfEntry(trx: Transaction<Schema>, kind: ResourceName, importEntryId: number) {
    const rows = await entriesOf(trx, importEntryId);
    signUndo(trx, importEntryId);
    const entryId = await writeEntry(trx, {
      kind,
      record: { id: MANY, name: rowsOfSpreadsheet(rows.length) },
      version: 0,
      action: 'changed',
      changes: [],
    });
    return { rows, entryId, release: undefined };
  }

  /** Returns the records whose changes are removed from a release. */
  async function undoInRelease(trx: Transaction<Schema>, id: number, releaseId: number) {
    const release = await releases.openName(trx, releaseId);
    const rows = await releases.recordsOf(trx, { releaseId, source: sourceOf(id) });
    return { rows, entryId: null, release };
  }

  async function insert(
    db: Database['kysely'],
    {
      user_id,
      kind,
      rows,
      named,
    }: {
      readonly user_id: number;
      readonly kind: ResourceName;
      readonly rows: readonly (PlannedRow | number)[];
      readonly named: Pick<SpreadsheetRow, 'undoes_id' | 'entry_id' | 'release_id'>;
    },
  ): Promise<number> {
    const { id } = await db
      .insertInto('spreadsheets')
      .values({
        user_id,
        token_id: writerOf(db).tokenId,
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

export type SpreadsheetService = ReturnType<typeof createSpreadsheetService>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days in which a preview can be applied and its result be read. */
const retentionDays = 30;

export async function deleteOldSpreadsheets({ kysely: db }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  await db.deleteFrom('spreadsheets').where('created_at', '<', before).execute();
}
