import { type Kysely, type Transaction, sql } from 'kysely';
import { type Subject, subjectKey } from '#contract/books/book-subjects';
import { knownErrors } from '#contract/core/errors';
import { foldText } from '#contract/core/slug';
import {
  type SubjectListUpload,
  type SubjectScheme,
  type SubjectSchemeCreate,
  type SubjectSchemeUpdate,
  type SubjectSchemeUsage,
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

/** Returns the name of a scheme in the subjects of books. */
const originalNameOf = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('subject_schemes').select('original_name').where('id', '=', id).executeTakeFirstOrThrow();

/** Returns the number of books with a subject of a scheme. */
async function countBooks(db: Kysely<Schema>, id: number): Promise<number> {
  const { original_name } = await originalNameOf(db, id);
  const start = original_name.toLowerCase();
  const { books } = await db
    .selectFrom('book_subjects')
    .select(sql<number>`count(distinct book_id)`.as('books'))
    .where('subject_key', '>=', `${start}:`)
    // The character after the colon.
    .where('subject_key', '<', `${start};`)
    .executeTakeFirstOrThrow();
  return books;
}

const idOfName = (name: string) =>
  sql`(select scheme_id from subject_scheme_names where name_key = ${name.toLowerCase()})`;

/** @throws AppError 409 if another scheme has the name, or had it before */
async function assertNameFree(trx: Transaction<Schema>, name: string, id?: number): Promise<void> {
  const owner = await trx
    .selectFrom('subject_scheme_names')
    .innerJoin('subject_schemes', 'subject_schemes.id', 'scheme_id')
    .select(['id', 'name'])
    .where('subject_scheme_names.name_key', '=', name.toLowerCase())
    .executeTakeFirst();
  if (!owner || owner.id === id) return;
  const isCurrent = owner.name.toLowerCase() === name.toLowerCase();
  throw fieldError(
    'name',
    isCurrent
      ? knownErrors.subjectSchemeTaken(owner.name)
      : knownErrors.subjectSchemeRenamed(name, owner.name),
  );
}

/** Adds a name of a scheme, unless it had it before. */
const addName = (trx: Transaction<Schema>, scheme_id: number, name: string): Promise<unknown> =>
  trx
    .insertInto('subject_scheme_names')
    .values({ name_key: name.toLowerCase(), scheme_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

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

    /** Returns a scheme with the number of books that have its subjects. @throws AppError 404 */
    async get(id: number): Promise<SubjectSchemeUsage> {
      const scheme = await find(database.kysely, id);
      return { ...scheme, book_count: await countBooks(database.kysely, id) };
    },

    /** @throws AppError 401, 403, 409 for too many schemes, 422 */
    create: ({ name, is_listed_only = false }: SubjectSchemeCreate, context: CallContext) =>
      change(context, async (trx) => {
        const others = await schemesIn(trx);
        if (others.length >= subjectSchemeLimits.maxSchemes)
          throw appError(knownErrors.tooManySubjectSchemes(subjectSchemeLimits.maxSchemes));
        await assertNameFree(trx, name);
        const now = new Date().toISOString();
        const { id } = await trx
          .insertInto('subject_schemes')
          .values({
            name,
            name_key: name.toLowerCase(),
            original_name: name,
            is_listed_only: Number(is_listed_only),
            code_count: 0,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addName(trx, id, name);
        return { result: await find(trx, id), detail: `“${name}” created` };
      }),

    /** Changes a scheme. A rename changes no book. @throws AppError 401, 403, 404, 409 for another version or an existing name */
    update: (input: SubjectSchemeUpdate, context: CallContext) =>
      change(context, async (trx) => {
        const before = await find(trx, input.id);
        assertCurrentVersion(NOUN, input, before);
        const { name = before.name, is_listed_only = before.is_listed_only } = input;
        const isRenamed = name !== before.name;
        if (isRenamed) {
          await assertNameFree(trx, name, before.id);
          await addName(trx, before.id, name);
        }
        await trx
          .updateTable('subject_schemes')
          .set({
            name,
            name_key: name.toLowerCase(),
            is_listed_only: Number(is_listed_only),
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', before.id)
          .execute();
        return {
          result: await find(trx, before.id),
          detail: isRenamed ? `“${before.name}” renamed to “${name}”` : `“${name}” updated`,
        };
      }),

    /** Replaces the list of a scheme. @throws AppError 401, 403, 404, 409 for another version, 422 */
    async upload(input: SubjectListUpload, context: CallContext): Promise<SubjectScheme> {
      const entries = readSubjectList(input.text);
      return change(context, async (trx) => {
        const before = await find(trx, input.id);
        assertCurrentVersion(NOUN, input, before);
        await trx.deleteFrom('subject_codes').where('scheme_id', '=', before.id).execute();
        const { original_name: scheme } = await originalNameOf(trx, before.id);
        const rows = entries.map(({ code, label }) => ({
          scheme_id: before.id,
          subject_key: subjectKey({ scheme, code }),
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
        const books = await countBooks(trx, id);
        if (books > 0) throw appError(knownErrors.subjectSchemeInUse(name, books));
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
        where ${scheme === undefined ? sql`1 = 1` : sql`scheme_id = ${idOfName(scheme)}`}
          and search_key like ${asPattern(text)} escape '\\'
        order by case when search_key like ${asPattern(text).slice(1)} escape '\\' then 0 else 1 end, subject_key
        limit ${subjectSchemeLimits.maxResults}`.execute(database.kysely);
      return rows;
    },
  };
}

export type SubjectSchemeService = ReturnType<typeof createSubjectSchemeService>;
