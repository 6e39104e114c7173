import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/permissions';
import { refusals } from '#contract/refusals';
import {
  MAX_SHOWN_ROWS,
  type SheetImport,
  type SheetPlan,
  type SheetUpload,
  type StartedSheet,
  permissionToImport,
} from '#contract/spreadsheets';
import type { SessionUser } from '#server/auth/sessions';
import { lockForJournal } from '#server/db/catalogue';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { forbidden, notFound, refused } from '#server/errors';
import { createJobList } from '#server/job-calls/job-list';
import type { JobQueue } from '#server/jobs/job-queue';
import { writeEntry } from '#server/journal/write-journal';
import { nextTurn } from '#server/next-turn';
import { idOfBookCode } from '#server/resources/book-code';
import { categoryByCode, subCategoryByCode } from '#server/resources/category-codes';
import { readSheet } from './read-sheet.ts';
import type { Known } from './sheet-columns.ts';
import { sheetKind } from './sheet-job.ts';
import type { SheetKind } from './sheet-kinds.ts';
import type { PlannedRow, Refused } from './sheet-rows.ts';

interface Asking {
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
}

const NOUN = 'spreadsheet';
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
        id: planned.length === 0 ? null : await store(user.id, kind, planned),
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
        await lockForJournal(trx);
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
        const name = rows.length === 1 ? '1 row of a spreadsheet' : `${rows.length} rows of a spreadsheet`;
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
      const row = await kysely
        .selectFrom('spreadsheets')
        .select([
          'id',
          'user_id',
          'kind',
          'total',
          'done',
          'created',
          'changed',
          'failed',
          'failures',
          'entry_id',
        ])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row || row.user_id !== user.id) throw notFound(NOUN);
      const { user_id: _owner, failures, ...rest } = row;
      return { ...rest, failures: JSON.parse(failures) as Refused[] };
    },
  };

  async function store(user_id: number, kind: ResourceName, planned: readonly PlannedRow[]): Promise<number> {
    const { id } = await kysely
      .insertInto('spreadsheets')
      .values({
        user_id,
        kind,
        rows: JSON.stringify(planned),
        total: planned.length,
        done: 0,
        created: 0,
        changed: 0,
        failed: 0,
        failures: '[]',
        entry_id: null,
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
