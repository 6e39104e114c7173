import type { Transaction } from 'kysely';
import { type ContributorUpdate, contributorUpdate } from '#contract/contributors/contributors';
import { foldText } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { editConflict, notFound, appError } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import type { RecordLifecycle } from '#server/core/resource/lifecycle';
import {
  authorIdByName,
  insertAuthorWords,
  namesOf,
  recordAuthorNames,
  removeIdleAuthor,
  replaceOtherWords,
} from '#server/features/books/book-authors';
import { renameInNarrators } from '#server/features/books/book-contributors';

/** The fields that a request changes. Absent ones are unchanged. */
type Update = Pick<ContributorUpdate, 'id'> & Partial<ContributorUpdate>;

const loggedFields = ['name', 'sort_name', 'other_names', 'isni', 'biography'] as const;

/** Throws if someone else has the name. A person without books, whom older versions stored, is removed instead. */
async function assertNameIsFree(trx: Transaction<Schema>, id: number, name: string): Promise<void> {
  const namesake = await authorIdByName(trx, name);
  if (namesake === undefined || namesake === id) return;
  await removeIdleAuthor(trx, namesake);
  if ((await authorIdByName(trx, name)) !== undefined) throw appError(knownErrors.authorNameTaken(name));
}

/**
 * Changes the name and the details of a contributor. All of their books show a new name. Their versions do not change; only derived values
 * are updated. @throws AppError 404, 409 for another version or a name that someone else has
 */
export async function updateContributor(
  trx: Transaction<Schema>,
  { id, version, name, other_names, sort_name, isni, biography }: Update,
): Promise<void> {
  await lockForBookChange(trx, null);
  const before = await trx.selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!before) throw notFound('contributor');
  if (version !== undefined && version !== before.version) throw editConflict('contributor');
  const names = name === undefined ? undefined : namesOf(name);
  const after = {
    ...before,
    ...names,
    other_names: other_names?.join('\n') ?? before.other_names,
    sort_name: sort_name?.trim() ?? before.sort_name,
    isni: isni ?? before.isni,
    biography: biography?.trim() ?? before.biography,
    version: before.version + 1,
  };
  after.sort_name_key = foldText(after.sort_name || after.name);
  const changedFields = loggedFields.filter((field) => after[field] !== before[field]);
  if (changedFields.length === 0) return;
  if (names && names.name !== before.name) await assertNameIsFree(trx, id, names.name);
  const { id: _id, book_count: _count, total_books: _total, created_at: _time, ...values } = after;
  await trx.updateTable('authors').set(values).where('id', '=', id).execute();
  if (after.name !== before.name) {
    await trx.deleteFrom('author_words').where('author_id', '=', id).execute();
    await insertAuthorWords(trx, id, after.name);
    await recordAuthorNames(trx);
    await renameInNarrators(trx, { id, before: before.name, after: after.name });
  }
  if (after.sort_name !== before.sort_name || after.other_names !== before.other_names)
    await replaceOtherWords(trx, id, [after.sort_name, ...after.other_names.split('\n')]);
  await writeEntry(trx, {
    kind: 'authors',
    record: { id, name: after.name },
    version: after.version,
    action: 'changed',
    changes: changedFields.map((field) => ({
      type: 'value',
      field,
      before: before[field] || null,
      after: after[field] || null,
    })),
  });
}

/** Authors can only be changed. They are created and deleted with their books, so the trash contains none. */
export const contributorLifecycle: RecordLifecycle = {
  kind: 'authors',
  noun: 'contributor',
  find: (db, id) =>
    db.selectFrom('authors').select(['version', 'name']).where('id', '=', id).executeTakeFirst(),
  lists: async () => new Map(),
  async change(trx, id, { version, requestedState: { values } }) {
    const fields = [...values].map(([field, value]) => [field, value ?? '']);
    await updateContributor(trx, parse(contributorUpdate, { ...Object.fromEntries(fields), id, version }));
    return { discarded: [], retained: [] };
  },
  remove: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  restore: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  filesOf: () => [],
  references: async () => ({ keeps: false, references: [] }),
};
