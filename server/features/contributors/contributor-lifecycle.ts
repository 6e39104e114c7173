import type { Transaction } from 'kysely';
import { type ContributorUpdate, contributorUpdate } from '#contract/contributors/contributors';
import { foldText } from '#contract/core/slug';
import { knownErrors } from '#contract/core/errors';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Columns } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import { editConflict, notFound, appError } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import type {
  RecordLifecycle,
  ReleaseFiles,
  RequestedState,
  RestoreFiles,
} from '#server/core/resource/lifecycle';
import { type RetentionPolicy, releaseFiles } from '#server/core/resource/release-files';
import { rowChanges } from '#server/core/resource/row-changes';
import type { StoredFiles } from '#server/core/resource/stored-files';
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

/** The columns that the audit log shows. */
const columns = {
  name: { type: 'text' },
  sort_name: { type: 'text' },
  other_names: { type: 'text' },
  isni: { type: 'text' },
  biography: { type: 'text' },
  links: { type: 'text' },
  localized_biographies: { type: 'text' },
  image_key: { type: 'file', apiName: 'image' },
} as const satisfies Columns;

const noImage = { image_key: null, thumbnail_key: null };

export type ImageKeys = NonNullable<StoredFiles['image']>;

/** Throws if someone else has the name. A person without books, whom older versions stored, is removed instead. */
async function assertNameIsFree(trx: Transaction<Schema>, id: number, name: string): Promise<void> {
  const namesake = await authorIdByName(trx, name);
  if (namesake === undefined || namesake === id) return;
  await removeIdleAuthor(trx, namesake);
  if ((await authorIdByName(trx, name)) !== undefined) throw appError(knownErrors.authorNameTaken(name));
}

/**
 * Changes the name and the details of a contributor. All of their books show a new name. Their versions do not change; only derived values
 * are updated.
 * @param image the keys of a new image, whose files have rows
 * @returns the keys of the files that the contributor no longer references @throws AppError 404, 409 for another version or a name that
 * someone else has
 */
export async function updateContributor(
  trx: Transaction<Schema>,
  { id, version, name, other_names, sort_name, biography, remove_image, ...details }: Update,
  image?: ImageKeys,
): Promise<string[]> {
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
    isni: details.isni ?? before.isni,
    biography: biography?.trim() ?? before.biography,
    links: details.links ?? before.links,
    localized_biographies: details.localized_biographies ?? before.localized_biographies,
    ...(remove_image === true && noImage),
    ...image,
    version: before.version + 1,
  };
  after.sort_name_key = foldText(after.sort_name || after.name);
  const changes = await rowChanges(trx, { columns, before, after });
  if (changes.length === 0) return [];
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
  const record = { id, name: after.name };
  await writeEntry(trx, { kind: 'authors', record, version: after.version, action: 'changed', changes });
  if (after.image_key === before.image_key) return [];
  return [before.image_key, before.thumbnail_key].filter((key) => key !== null);
}

/** Retains or deletes the files that a contributor no longer references. */
export const releaseContributorFiles = (
  trx: Transaction<Schema>,
  {
    id,
    keys,
    retention,
  }: { readonly id: number; readonly keys: readonly string[]; readonly retention: RetentionPolicy },
): Promise<ReleaseFiles> => releaseFiles(trx, { retention, keys, owner: { kind: 'authors', id } });

/** Returns the image of a restored state: its keys, null to remove it, or undefined if it is unchanged. */
async function imageBefore(
  { files }: RequestedState,
  restoreFiles: RestoreFiles,
): Promise<ImageKeys | null | undefined> {
  const file = files.get('image');
  if (!file) return file;
  const image = { image_key: file.key, thumbnail_key: file.thumbnail_key ?? file.key };
  await restoreFiles(Object.values(image));
  return image;
}

/** Authors can only be changed. They are created and deleted with their books, so the trash contains none. */
export const createContributorLifecycle = (retention: () => RetentionPolicy): RecordLifecycle => ({
  kind: 'authors',
  noun: 'contributor',
  find: (db, id) =>
    db.selectFrom('authors').select(['version', 'name']).where('id', '=', id).executeTakeFirst(),
  lists: async () => new Map(),
  async change(trx, id, { version, requestedState, restoreFiles }) {
    const fields = [...requestedState.values].map(([field, value]) => [field, value ?? '']);
    const image = await imageBefore(requestedState, restoreFiles);
    const input = parse(contributorUpdate, {
      ...Object.fromEntries(fields),
      ...(image === null && { remove_image: true }),
      id,
      version,
    });
    const keys = await updateContributor(trx, input, image ?? undefined);
    return releaseContributorFiles(trx, { id, keys, retention: retention() });
  },
  remove: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  restore: () => Promise.reject(appError(knownErrors.nothingToUndo)),
  filesOf: () => [],
  references: async () => ({ keeps: false, references: [] }),
});
