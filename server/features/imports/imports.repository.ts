import type { Kysely } from 'kysely';
import type { ImportsQuery } from '#contract/imports/imports';
import { foldText } from '#contract/core/slug';
import { asPattern } from '#server/core/db/like-pattern';
import type { Schema } from '#server/core/db/schema';
import type { ImportCoverRow, ImportFileRow, ImportRow } from '#server/core/db/tables/imports';
import { sql } from 'kysely';
import { type StoredProposal, parseProposal } from './proposal/stored-proposal.ts';

type Db = Kysely<Schema>;
export const readJobKind = 'import-read';

/** Columns of an import for lists, without its proposal. */
const summaryColumns = [
  'imports.id',
  'imports.user_id',
  'imports.batch_id',
  'imports.state',
  'imports.name',
  'imports.author',
  'imports.language',
  'imports.search_key',
  'imports.thumbnail_key',
  'imports.chapter_count',
  'imports.duration',
  'imports.text_count',
  'imports.file_count',
  'imports.size',
  'imports.warning_count',
  'imports.problems',
  'imports.error',
  'imports.book_id',
  'imports.version',
  'imports.created_at',
  'imports.updated_at',
  'imports.expires_at',
] as const;

/** The row with the names of its user, its book and its job. */
export type SummaryRow = Omit<ImportRow, 'proposal'> & {
  readonly user_name: string | null;
  readonly book_name: string | null;
  readonly book_thumbnail_key: string | null;
  readonly job_id: number | null;
};

const withNames = (db: Db) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .leftJoin('books', 'books.id', 'imports.book_id')
    .select(summaryColumns)
    .select((eb) => [
      'users.name as user_name',
      'books.name as book_name',
      'books.thumbnail_key as book_thumbnail_key',
      eb
        .selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.kind', '=', readJobKind)
        .where('jobs.subject_id', '=', sql<string>`cast(imports.id as text)`)
        .where('jobs.state', 'in', ['queued', 'running'])
        .limit(1)
        .as('job_id'),
    ]);

export function importsIn(db: Db) {
  type Scope = Pick<ImportsQuery, 'batch_id' | 'mine'>;

  const importsInScope = (userId: number, { batch_id, mine }: Scope) => {
    let query = db.selectFrom('imports').where('state', '!=', 'discarded');
    if (batch_id !== undefined)
      query = query.where((eb) => eb.or([eb('batch_id', '=', batch_id), eb('imports.id', '=', batch_id)]));
    return mine ? query.where('user_id', '=', userId) : query;
  };

  const matchingImports = (
    userId: number,
    { state, isStateKnown, needs_review, search, ...scope }: ImportsQuery,
  ) => {
    let query = importsInScope(userId, scope);
    if (!isStateKnown) query = query.where('imports.id', '=', 0);
    if (state) query = query.where('state', '=', state);
    if (needs_review === true)
      query = query.where((eb) =>
        eb.or([eb.and([eb('state', '=', 'ready'), eb('warning_count', '>', 0)]), eb('state', '=', 'failed')]),
      );
    if (needs_review === false) query = query.where('state', '=', 'ready').where('warning_count', '=', 0);
    if (search !== '')
      query = query.where(sql<boolean>`search_key like ${asPattern(foldText(search))} escape '\\'`);
    return query;
  };

  return {
    async page(userId: number, query: ImportsQuery): Promise<{ rows: SummaryRow[]; total: number }> {
      const { page, items_per_page: limit } = query;
      const { total } = await matchingImports(userId, query)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const ids = matchingImports(userId, query)
        .select('imports.id')
        .orderBy('imports.id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit);
      const rows = await withNames(db).where('imports.id', 'in', ids).orderBy('imports.id', 'desc').execute();
      return { rows, total };
    },

    async counts(userId: number, scope: Scope) {
      const rows = await importsInScope(userId, scope)
        .select((eb) => [
          'state',
          sql<number>`case when warning_count > 0 then 1 else 0 end`.as('is_warned'),
          eb.fn.countAll<number>().as('count'),
        ])
        .groupBy(['state', 'is_warned'])
        .execute();
      const count = (isWanted: (row: { state: string; is_warned: number }) => boolean) =>
        rows.filter(isWanted).reduce((sum, row) => sum + row.count, 0);
      return {
        receiving: count(({ state }) => state === 'receiving'),
        reading: count(({ state }) => state === 'reading'),
        ready: count(({ state, is_warned }) => state === 'ready' && is_warned === 0),
        needs_review: count(
          ({ state, is_warned }) => state === 'failed' || (state === 'ready' && is_warned === 1),
        ),
      };
    },

    summary: (id: number): Promise<SummaryRow | undefined> =>
      withNames(db).where('imports.id', '=', id).where('state', '!=', 'discarded').executeTakeFirst(),

    /** Returns the proposal; undefined when the import has none. */
    async stored(id: number): Promise<StoredProposal | undefined> {
      const row = await db.selectFrom('imports').select('proposal').where('id', '=', id).executeTakeFirst();
      return row?.proposal ? parseProposal(row.proposal) : undefined;
    },

    files: (id: number): Promise<ImportFileRow[]> =>
      db.selectFrom('import_files').selectAll().where('import_id', '=', id).orderBy('position').execute(),

    covers: (id: number): Promise<ImportCoverRow[]> =>
      db.selectFrom('import_covers').selectAll().where('import_id', '=', id).orderBy('position').execute(),

    async texts(id: number, position: number): Promise<string[] | undefined> {
      const row = await db
        .selectFrom('import_texts')
        .select('items')
        .where('import_id', '=', id)
        .where('position', '=', position)
        .executeTakeFirst();
      return row && (JSON.parse(row.items) as string[]);
    },
  };
}
