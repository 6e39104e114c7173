import { type Kysely, type Transaction, sql } from 'kysely';
import { type Subject, subjectKey } from '#contract/books/book-subjects';
import { knownErrors } from '#contract/core/errors';
import { foldText } from '#contract/core/slug';
import {
  type SubjectListUpload,
  type SubjectScheme,
  type SubjectSchemeCreate,
  type SubjectSchemeUpdate,
  type SubjectSearch,
  subjectSchemeLimits,
} from '#contract/subjects/subject-schemes';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import { batchesInChunks } from '#server/core/db/batches';
import { asPattern } from '#server/core/db/like-pattern';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { appError, fieldError, notFound } from '#server/core/errors';
import { assertCurrentVersion } from '#server/core/resource/writes';
import { readSubjectList } from './read-subject-list.ts';

const NOUN = 'subject scheme';

interface CallContext {
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

const schemesIn = async (db: Kysely<Schema>): Promise<SubjectScheme[]> =>
  (
    await db
      .selectFrom('subject_schemes')
      .select(['id', 'name', 'is_listed_only', 'code_count', 'version'])
      .orderBy('name_key')
      .execute()
  ).map((row) => ({ ...row, is_listed_only: row.is_listed_only === 1 }));

/** Reads and changes the subject schemes, and searches in their lists. */
export function createSubjectSchemeService(database: Database) {
  async function find(db: Kysely<Schema>, id: number): Promise<SubjectScheme> {
    const scheme = (await schemesIn(db)).find((subjectScheme) => subjectScheme.id === id);
    if (!scheme) throw notFound(NOUN);
    return scheme;
  }

  /** Runs a change with an entry in the security log. @param work returns its result and the text of the entry */
  const change = <Result>(
    { authorize, origin }: CallContext,
    work: (trx: Transaction<Schema>) => Promise<{ readonly result: Result; readonly detail: string }>,
  ): Promise<Result> =>
    inTransaction(database, async (trx) => {
      const user = await authorize(trx);
      // Changes run one after the other.
      await trx
        .updateTable('setting_sections')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('section', '=', 'subjects')
        .execute();
      const { result, detail } = await work(trx);
      await recordSecurityEvent(trx, {
        kind: 'settings_changed',
        userId: null,
        actorId: user.id,
        origin,
        detail: `Subjects: ${detail}`,
      });
      return result;
    });

  return {
    list: (): Promise<SubjectScheme[]> => schemesIn(database.kysely),

    /** @throws AppError 401, 403, 409 for too many schemes, 422 */
    create: ({ name, is_listed_only = false }: SubjectSchemeCreate, context: CallContext) =>
      change(context, async (trx) => {
        const others = await schemesIn(trx);
        if (others.length >= subjectSchemeLimits.maxSchemes)
          throw appError(knownErrors.tooManySubjectSchemes(subjectSchemeLimits.maxSchemes));
        const name_key = name.toLowerCase();
        if (others.some((other) => other.name.toLowerCase() === name_key))
          throw fieldError('name', knownErrors.subjectSchemeTaken(name));
        const now = new Date().toISOString();
        const { id } = await trx
          .insertInto('subject_schemes')
          .values({
            name,
            name_key,
            is_listed_only: Number(is_listed_only),
            code_count: 0,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { result: await find(trx, id), detail: `“${name}” created` };
      }),

    /** @throws AppError 401, 403, 404, 409 for another version */
    update: (input: SubjectSchemeUpdate, context: CallContext) =>
      change(context, async (trx) => {
        const before = await find(trx, input.id);
        assertCurrentVersion(NOUN, input, before);
        const { is_listed_only = before.is_listed_only } = input;
        await trx
          .updateTable('subject_schemes')
          .set({
            is_listed_only: Number(is_listed_only),
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', before.id)
          .execute();
        return { result: await find(trx, before.id), detail: `“${before.name}” updated` };
      }),

    /** Replaces the list of a scheme. @throws AppError 401, 403, 404, 409 for another version, 422 */
    async upload(input: SubjectListUpload, context: CallContext): Promise<SubjectScheme> {
      const entries = readSubjectList(input.text);
      return change(context, async (trx) => {
        const before = await find(trx, input.id);
        assertCurrentVersion(NOUN, input, before);
        await trx.deleteFrom('subject_codes').where('scheme_id', '=', before.id).execute();
        const rows = entries.map(({ code, label }) => ({
          scheme_id: before.id,
          subject_key: subjectKey({ scheme: before.name, code }),
          code,
          label,
          search_key: foldText(`${code} ${label}`),
        }));
        for await (const batch of batchesInChunks(rows))
          await trx
            .insertInto('subject_codes')
            .values([...batch])
            .execute();
        await trx
          .updateTable('subject_schemes')
          .set({
            code_count: rows.length,
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', before.id)
          .execute();
        const detail = `list of “${before.name}” replaced (${rows.length} codes)`;
        return { result: await find(trx, before.id), detail };
      });
    },

    /** @throws AppError 401, 403, 404, 409 if a book has a subject of the scheme */
    remove: (id: number, context: CallContext): Promise<void> =>
      change(context, async (trx) => {
        const { name } = await find(trx, id);
        const start = name.toLowerCase();
        const usage = await trx
          .selectFrom('book_subjects')
          .select(sql<number>`count(distinct book_id)`.as('books'))
          .where('subject_key', '>=', `${start}:`)
          // The character after the colon.
          .where('subject_key', '<', `${start};`)
          .executeTakeFirstOrThrow();
        if (usage.books > 0) throw appError(knownErrors.subjectSchemeInUse(name, usage.books));
        await trx.deleteFrom('subject_codes').where('scheme_id', '=', id).execute();
        await trx.deleteFrom('subject_schemes').where('id', '=', id).execute();
        return { result: undefined, detail: `“${name}” deleted` };
      }),

    /** Returns the first codes that contain a text in code or label. Codes that start with it come first. */
    async search({ scheme, search = '' }: SubjectSearch): Promise<Subject[]> {
      const text = foldText(search);
      const { rows } = await sql<{ scheme: string; code: string; label: string }>`
        select subject_schemes.name as scheme, code, label from subject_codes
        inner join subject_schemes on subject_schemes.id = subject_codes.scheme_id
        where ${scheme === undefined ? sql`1 = 1` : sql`name_key = ${scheme.toLowerCase()}`}
          and search_key like ${asPattern(text)} escape '\\'
        order by case when search_key like ${asPattern(text).slice(1)} escape '\\' then 0 else 1 end, subject_key
        limit ${subjectSchemeLimits.maxResults}`.execute(database.kysely);
      return rows;
    },
  };
}

export type SubjectSchemeService = ReturnType<typeof createSubjectSchemeService>;
