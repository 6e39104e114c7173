import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import { type BlockItem, type BlockType, blockTypes } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import { foldText } from '#contract/slug';
import { limits } from '#contract/limits';
import type { ApiClient } from '../../api/client.ts';
import { createResourceApi } from '../../api/resource-api.ts';

export type SearchedType = Exclude<BlockType, 'categories'>;

type Search = (client: ApiClient, text: string, signal: AbortSignal) => Promise<BlockItem[]>;

const page = { page: 1, items_per_page: limits.pageSize };

const searchCollections: Search = async (client, search, signal) => {
  const query = { ...page, search, language: 'en' };
  const { items } = await createResourceApi(client, collections).list(query, { signal });
  return items.map(({ id, title, description, image }) => ({ id, title, description, image }));
};

const searchChallenges: Search = async (client, search, signal) => {
  const { items } = await createResourceApi(client, challenges).list({ search, language: 'en' }, { signal });
  return items.map(({ id, title, description, image, day_count }) => ({
    id,
    title,
    description,
    image,
    day_count,
  }));
};

/** The listed call of story books carries no text, so their pages are read until there are enough hits. */
const searchStoryBooks: Search = async (client, text, signal) => {
  const api = createResourceApi(client, storyBooks);
  const folded = foldText(text);
  const found: BlockItem[] = [];
  let seen = 0;
  for (let number = 1; ; number += 1) {
    const { items, total } = await api.list({ page: number, items_per_page: limits.maxPageSize }, { signal });
    seen += items.length;
    const hits = items.filter(({ title }) => foldText(title).includes(folded));
    found.push(...hits.map(({ id, title, description }) => ({ id, title, description })));
    if (found.length >= limits.pageSize || items.length === 0 || seen >= total)
      return found.slice(0, limits.pageSize);
  }
};

/** What the search of a block asks for, by the block's type. At most ten items. @throws ApiError */
export const searchBlockItems: Readonly<Record<SearchedType, Search>> = {
  [blockTypes.ONE_COLLECTION]: searchCollections,
  [blockTypes.LIST_COLLECTION]: searchCollections,
  [blockTypes.STORY_BOOK]: searchStoryBooks,
  [blockTypes.CHALLENGES]: searchChallenges,
};
