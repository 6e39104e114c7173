import type { Kysely, Transaction } from 'kysely';
import { MAX_OTHER_NAMES } from '#contract/contributors/contributors';
import type { Schema } from '#server/core/db/schema';
import { removeIdleAuthor, restoreAuthor } from '#server/features/books/book-authors';
import { uniqueNames } from '#contract/contributors/name-lists';
import { updateContributor } from '#server/features/contributors/contributor-lifecycle';

const columns = [
  'id',
  'name',
  'likeness',
  'total_books',
  'sort_name',
  'other_names',
  'isni',
  'biography',
] as const;
const detailNames = ['sort_name', 'other_names', 'isni', 'biography'] as const;
type Details = Record<(typeof detailNames)[number], string>;
export type StoredContributor = Details & {
  readonly id: number;
  readonly name: string;
  readonly likeness: string;
  readonly total_books: number;
};

/** The stored details of a merge, by which it is undone. */
interface Merged {
  readonly from: Details & { readonly id: number; readonly name: string };
  readonly into: { readonly id: number; readonly before: Details; readonly after: Details };
}

const detailsOf = ({ sort_name, other_names, isni, biography }: Details): Details => ({
  sort_name,
  other_names,
  isni,
  biography,
});

const noDetails: Details = { sort_name: '', other_names: '', isni: '', biography: '' };

export const storedContributor = (db: Kysely<Schema>, id: number): Promise<StoredContributor | undefined> =>
  db.selectFrom('authors').select(columns).where('id', '=', id).executeTakeFirst();

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
  };
}

const setDetails = (trx: Transaction<Schema>, id: number, details: Partial<Details>): Promise<void> =>
  updateContributor(trx, {
    id,
    ...details,
    other_names: details.other_names === undefined ? undefined : namesIn(details.other_names),
  });

/**
 * Moves the details of a merged contributor, who is then removed. Does nothing for a contributor with other books, which were added during
 * the merge.
 * @param from as stored before the books were moved
 */
export async function mergeDetails(
  trx: Transaction<Schema>,
  {
    changeId,
    from,
    intoId,
  }: { readonly changeId: number; readonly from: StoredContributor; readonly intoId: number },
): Promise<void> {
  const left = await storedContributor(trx, from.id);
  const into = await storedContributor(trx, intoId);
  if (!into || (left && left.total_books > 0)) return;
  const after = mergedDetails(from, into);
  await setDetails(trx, into.id, after);
  if (left) await setDetails(trx, left.id, noDetails);
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
}

/** Returns the details that change from `after` to `before`. Details that were changed since are excluded. */
const revertedDetails = (current: Details, before: Details, after: Details): Partial<Details> =>
  Object.fromEntries(
    detailNames
      .filter((name) => current[name] === after[name] && before[name] !== after[name])
      .map((name) => [name, before[name]]),
  );

/** Restores the details of both contributors of a merge, after their books. Details that were changed since stay. */
export async function restoreDetails(trx: Transaction<Schema>, undoesId: number): Promise<void> {
  const { merged } = await trx
    .selectFrom('bulk_changes')
    .select('merged')
    .where('id', '=', undoesId)
    .executeTakeFirstOrThrow();
  if (merged === null) return;
  const { from, into } = JSON.parse(merged) as Merged;
  const fromId = await restoreAuthor(trx, from.id, from.name);
  const current = await storedContributor(trx, fromId);
  if (current) await setDetails(trx, fromId, revertedDetails(current, detailsOf(from), noDetails));
  await removeIdleAuthor(trx, fromId);
  const target = await storedContributor(trx, into.id);
  if (!target) return;
  await setDetails(trx, into.id, revertedDetails(target, into.before, into.after));
  await removeIdleAuthor(trx, into.id);
}
