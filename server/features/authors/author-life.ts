import type { Transaction } from 'kysely';
import { authorRename } from '#contract/authors/authors';
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
} from '#server/features/books/book-authors';

import { renameInNarrators } from '#server/features/books/book-contributors';

/** The fields of a request that renames an author. */
interface Rename {
  readonly id: number;
  readonly name: string;
  readonly version?: number | undefined;
}

/**
 * Renames an author, which changes the name in all of its books. Their versions do not change; only derived values are updated.
 * @throws AppError 404, 409 for another version or a name that another author has
 */
export async function renameAuthor(trx: Transaction<Schema>, { id, name, version }: Rename): Promise<void> {
  await lockForBookChange(trx, null);
  const before = await trx.selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!before) throw notFound('author');
  if (version !== undefined && version !== before.version) throw editConflict('author');
  const names = namesOf(name);
  if (names.name === before.name) return;
  const namesake = await authorIdByName(trx, name);
  if (namesake !== undefined && namesake !== id) {
    await removeIdleAuthor(trx, namesake);
    if ((await authorIdByName(trx, name)) !== undefined)
      throw appError(knownErrors.authorNameTaken(names.name));
  }
  await trx
    .updateTable('authors')
    .set({ ...names, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('author_words').where('author_id', '=', id).execute();
  await insertAuthorWords(trx, id, names.name);
  await recordAuthorNames(trx);
  await renameInNarrators(trx, { id, before: before.name, after: names.name });
  await writeEntry(trx, {
    kind: 'authors',
    record: { id, name: names.name },
    version: before.version + 1,
    action: 'changed',
    changes: [{ type: 'value', field: 'name', before: before.name, after: names.name }],
  });
}

/** Authors can only be changed. They are created and deleted with their books, so the trash contains none. */
export const authorLifecycle: RecordLifecycle = {
  kind: 'authors',
  noun: 'author',
  find: (db, id) =>
    db.selectFrom('authors').select(['version', 'name']).where('id', '=', id).executeTakeFirst(),
  lists: async () => new Map(),
  async change(trx, id, { version, requestedState: { values } }) {
    await renameAuthor(trx, parse(authorRename, { id, version, name: values.get('name') }));
    return { discarded: [], retained: [] };
  },
  remove: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  restore: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  filesOf: () => [],
  references: async () => ({ keeps: false, references: [] }),
};
