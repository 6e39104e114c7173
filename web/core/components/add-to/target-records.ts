import { type Challenge, challenges } from '#contract/challenges/challenges';
import { type Collection, collections } from '#contract/collections/collections';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import { type MobileConfig, mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { type StoryBook, storyBooks } from '#contract/story-books/story-books';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import type { AddTarget } from '#web/core/lib/add-targets.ts';

/** A record with the list that another record is added to. */
export type TargetRecord =
  | { readonly target: 'collections'; readonly item: Collection }
  | { readonly target: 'story-books'; readonly item: StoryBook }
  | { readonly target: 'challenges'; readonly item: Challenge }
  | { readonly target: 'mobile-configs'; readonly item: MobileConfig };

export const targetDeclarations = {
  collections,
  'story-books': storyBooks,
  challenges,
  'mobile-configs': mobileConfigs,
} as const satisfies Record<AddTarget, ResourceDeclaration>;

interface Search {
  readonly text: string;
  readonly signal: AbortSignal;
}

/** Reads one page of results of the server search. */
async function searchPage<R extends ResourceDeclaration>(
  client: ApiClient,
  declaration: R,
  { text, signal }: Search,
) {
  const query = { page: 1, items_per_page: limits.pageSize, search: text };
  return (await createResourceReader(client, declaration).list(query, { signal })).items;
}

/** Reads pages until there are enough results. Used for lists that are searched in the browser. */
async function searchPages<Item extends { readonly title: string }>(
  readPage: (page: number) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
  text: string,
): Promise<Item[]> {
  const normalisedText = foldText(text);
  const results: Item[] = [];
  let read = 0;
  for (let page = 1; ; page += 1) {
    const { items, total } = await readPage(page);
    read += items.length;
    results.push(...items.filter(({ title }) => foldText(title).includes(normalisedText)));
    if (results.length >= limits.pageSize || items.length === 0 || read >= total)
      return results.slice(0, limits.pageSize);
  }
}

const pagesOf =
  <R extends ResourceDeclaration>(client: ApiClient, declaration: R, signal: AbortSignal) =>
  (page: number): Promise<{ items: ItemOf<R>[]; total: number }> =>
    createResourceReader(client, declaration).list({ page, items_per_page: limits.maxPageSize }, { signal });

/** Returns the first records whose title contains the text; without a text the newest records. */
export async function searchTargets(
  client: ApiClient,
  target: AddTarget,
  search: Search,
): Promise<TargetRecord[]> {
  const { text, signal } = search;
  if (target === 'collections')
    return (await searchPage(client, collections, search)).map((item) => ({ target, item }));
  if (target === 'challenges')
    return (await searchPage(client, challenges, search)).map((item) => ({ target, item }));
  if (target === 'story-books')
    return (await searchPages(pagesOf(client, storyBooks, signal), text)).map((item) => ({ target, item }));
  const items = await searchPages(pagesOf(client, mobileConfigs, signal), text);
  return items.map((item) => ({ target, item }));
}

/** Reads a list of books by its ID. */
export async function readList(
  client: ApiClient,
  { kind, id }: { readonly kind: 'collections' | 'challenges'; readonly id: number },
  signal: AbortSignal,
): Promise<TargetRecord> {
  if (kind === 'collections')
    return {
      target: kind,
      item: await createResourceReader(client, collections).get(id, { signal }),
    };
  return { target: kind, item: await createResourceReader(client, challenges).get(id, { signal }) };
}
