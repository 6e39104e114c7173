import type { Kysely } from 'kysely';
import type { Page } from '#contract/core/envelope';
import { inOriginalSpelling } from '#contract/core/typos';
import type { Schema } from '#server/core/db/schema';
import { correctedSearches } from '#server/core/db/search-words';

/** Returns the texts of a record by which a search finds it. */
function textsOf(item: unknown): string[] {
  const { name, title, author, sort_name, other_names } = item as {
    name?: unknown;
    title?: unknown;
    author?: { name?: unknown } | null;
    sort_name?: unknown;
    other_names?: readonly unknown[];
  };
  return [name, title, author?.name, sort_name, ...(other_names ?? [])].filter(
    (text) => typeof text === 'string',
  );
}

/** Reads a page of a list. A search without results is corrected: words of five or more letters then match with one typo. */
export async function listOrCorrect<Query extends { readonly search: string }, Item>(
  db: Kysely<Schema>,
  query: Query,
  list: (query: Query) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const page = await list(query);
  if (page.total > 0) return page;
  for (const search of await correctedSearches(db, query.search)) {
    const correctedPage = await list({ ...query, search });
    if (correctedPage.total > 0)
      return {
        ...correctedPage,
        did_you_mean: inOriginalSpelling(search, correctedPage.items.flatMap(textsOf)),
      };
  }
  return page;
}
