import type { Kysely, Transaction } from 'kysely';
import { mergeBiographies, mergeLinks } from '#contract/contributors/contributor-details';
import { MAX_OTHER_NAMES } from '#contract/contributors/contributors';
import { retainedFiles } from '#server/core/db/retained-files';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseFiles, RestoreFiles } from '#server/core/resource/lifecycle';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import { removeIdleAuthor, restoreAuthor } from '#server/features/books/book-authors';
import { uniqueNames } from '#contract/contributors/name-lists';
import {
  type ImageKeys,
  releaseContributorFiles,
  updateContributor,
} from '#server/features/contributors/contributor-lifecycle';

const textNames = [
  'sort_name',
  'other_names',
  'isni',
  'biography',
  'links',
  'localized_biographies',
] as const;
type TextName = (typeof textNames)[number];
interface Details extends Record<TextName, string> {
  readonly image: ImageKeys | null;
}
export interface StoredContributor extends Details {
  readonly id: number;
  readonly name: string;
  readonly likeness: string;
  readonly total_books: number;
}

/** Older versions stored merges without the newer details. */
type StoredDetails = Partial<Details>;

/** The stored details of a merge, by which it is undone. */
interface Merged {
  readonly from: StoredDetails & { readonly id: number; readonly name: string };
  readonly into: { readonly id: number; readonly before: StoredDetails; readonly after: StoredDetails };
}

const noDetails: Details = {
  sort_name: '',
  other_names: '',
  isni: '',
  biography: '',
  links: '',
  localized_biographies: '',
  image: null,
};

const detailNames = [...textNames, 'image'] as const;

const detailsOf = (details: StoredDetails): Details => ({
  ...noDetails,
  ...Object.fromEntries(detailNames.flatMap((name) => (details[name] ? [[name, details[name]]] : []))),
});

export async function storedContributor(
  db: Kysely<Schema>,
  id: number,
): Promise<StoredContributor | undefined> {
  const row = await db
    .selectFrom('authors')
    .select(['id', 'name', 'likeness', 'total_books', ...textNames, 'image_key', 'thumbnail_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { image_key, thumbnail_key, ...contributor } = row;
  const image = image_key === null ? null : { image_key, thumbnail_key: thumbnail_key ?? image_key };
  return { ...contributor, image };
}

const namesIn = (lines: string): string[] => lines.split('\n').filter((name) => name !== '');

/**
 * Returns the details of a contributor, with those of a merged one where they are missing. The name of the merged one becomes another
 * name, unless the names are similar.
 */
function mergedDetails(from: StoredContributor, into: StoredContributor): Details {
  const names = uniqueNames([
    into.name,
    ...namesIn(into.other_names),
    ...(from.likeness === into.likeness ? [] : [from.name]),
    ...namesIn(from.other_names),
  ]);
  return {
    sort_name: into.sort_name || from.sort_name,
    other_names: names.slice(1, MAX_OTHER_NAMES + 1).join('\n'),
    isni: into.isni || from.isni,
    biography: into.biography || from.biography,
    links: mergeLinks(into.links, from.links),
    localized_biographies: mergeBiographies(into.localized_biographies, from.localized_biographies),
    image: into.image ?? from.image,
  };
}

/** Returns the keys of the files that the contributor no longer references. */
const setDetails = (
  trx: Transaction<Schema>,
  id: number,
  { other_names, image, ...details }: Partial<Details>,
): Promise<string[]> =>
  updateContributor(
    trx,
    {
      id,
      ...details,
      other_names: other_names === undefined ? undefined : namesIn(other_names),
      ...(image === null && { remove_image: true }),
    },
    image ?? undefined,
  );

/**
 * Moves the details of a merged contributor, who is then removed. Does nothing for a contributor with other books, which were added during
 * the merge.
 * @param from as stored before the books were moved
 * @returns the files of an image that neither contributor references
 */
export async function mergeDetails(
  trx: Transaction<Schema>,
  {
    changeId,
    from,
    intoId,
    retention,
  }: {
    readonly changeId: number;
    readonly from: StoredContributor;
    readonly intoId: number;
    readonly retention: RetentionPolicy;
  },
): Promise<ReleaseFiles> {
  const left = await storedContributor(trx, from.id);
  const into = await storedContributor(trx, intoId);
  if (!into || (left && left.total_books > 0)) return noFiles;
  const after = mergedDetails(from, into);
  const formerKeys = left ? await setDetails(trx, left.id, noDetails) : [];
  await setDetails(trx, into.id, after);
  await removeIdleAuthor(trx, from.id);
  const storedMerge: Merged = {
    from: { id: from.id, name: from.name, ...detailsOf(from) },
    into: { id: into.id, before: detailsOf(into), after },
  };
  await trx
    .updateTable('bulk_changes')
    .set({ merged: JSON.stringify(storedMerge) })
    .where('id', '=', changeId)
    .execute();
  const keys = formerKeys.filter((key) => !isOf(after.image, key));
  return releaseContributorFiles(trx, { id: from.id, keys, retention });
}

const noFiles: ReleaseFiles = { discarded: [], retained: [] };

const isOf = (image: ImageKeys | null, key: string): boolean =>
  image !== null && Object.values(image).includes(key);

const isEqual = (first: Details, second: Details, name: keyof Details): boolean =>
  name === 'image' ? first.image?.image_key === second.image?.image_key : first[name] === second[name];

/** Returns the details that change from `after` to `before`. Details that were changed since are excluded. */
const revertedDetails = (current: Details, before: Details, after: Details): Partial<Details> =>
  Object.fromEntries(
    detailNames
      .filter((name) => isEqual(current, after, name) && !isEqual(before, after, name))
      .map((name) => [name, before[name]]),
  );

/**
 * Returns the image of a merged contributor if it still exists: in the other contributor, who then loses it, or retained. Retained files are
 * served again.
 */
async function imageOfMerged(
  image: ImageKeys | null,
  isReturned: boolean,
  { trx, restoreFiles }: { readonly trx: Transaction<Schema>; readonly restoreFiles: RestoreFiles },
): Promise<ImageKeys | null> {
  if (!image || isReturned) return image;
  const keys = Object.values(image);
  const retainedKeys = await retainedFiles(trx, keys);
  if (!keys.every((key) => retainedKeys.has(key))) return null;
  await restoreFiles(keys);
  return image;
}

/** Restores the details of both contributors of a merge, after their books. Details that were changed since stay. */
export async function restoreDetails(
  trx: Transaction<Schema>,
  undoesId: number,
  restoreFiles: RestoreFiles,
): Promise<void> {
  const { merged } = await trx
    .selectFrom('bulk_changes')
    .select('merged')
    .where('id', '=', undoesId)
    .executeTakeFirstOrThrow();
  if (merged === null) return;
  const { from, into } = JSON.parse(merged) as Merged;
  const target = await storedContributor(trx, into.id);
  const formerDetails = target && revertedDetails(target, detailsOf(into.before), detailsOf(into.after));
  if (target && formerDetails) await setDetails(trx, target.id, formerDetails);
  const fromId = await restoreAuthor(trx, from.id, from.name);
  const current = await storedContributor(trx, fromId);
  if (current) {
    const before = detailsOf(from);
    const isReturned = formerDetails !== undefined && 'image' in formerDetails;
    const image = current.image ? null : await imageOfMerged(before.image, isReturned, { trx, restoreFiles });
    await setDetails(trx, fromId, revertedDetails(current, { ...before, image }, noDetails));
  }
  await removeIdleAuthor(trx, fromId);
  if (target) await removeIdleAuthor(trx, target.id);
}
