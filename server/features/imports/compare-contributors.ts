import type { Kysely } from 'kysely';
import { MAX_SIMILAR } from '#contract/contributors/authors';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { ContributorInFile } from '#contract/contributors/contributors';
import type { ImportContributor } from '#contract/imports/import-proposal';
import { likenessOf } from '#server/core/db/author-words';
import { prepareForList } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

const peopleByLikeness = prepareForList((db, keys: string[]) =>
  db
    .selectFrom('authors')
    .select(['id', 'name', 'name_key', 'likeness', 'total_books as book_count'])
    .where('likeness', 'in', keys)
    .orderBy('total_books', 'desc')
    .orderBy('id'),
);

/** Returns the contributors of a proposal with the people of the catalogue who have the same or a similar name. */
export async function comparedContributors(
  db: Kysely<Schema>,
  contributors: readonly ContributorInFile[],
): Promise<ImportContributor[]> {
  const rows = await peopleByLikeness(db, [...new Set(contributors.map(({ name }) => likenessOf(name)))]);
  const byLikeness = Map.groupBy(rows, ({ likeness }) => likeness);
  return contributors.map(({ name, role, sort_name = '' }) => {
    const people = byLikeness.get(likenessOf(name)) ?? [];
    const key = contributorNameKey(name);
    return {
      name,
      role,
      sort_name,
      is_known: people.some(({ name_key }) => name_key === key),
      similar: people
        .filter(({ name_key }) => name_key !== key)
        .slice(0, MAX_SIMILAR)
        .map(({ id, name: similarName, book_count }) => ({ id, name: similarName, book_count })),
    };
  });
}
