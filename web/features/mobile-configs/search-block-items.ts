import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { type BlockTarget, type BlockType, blockTypes } from '#contract/mobile-configs/block-types';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { series } from '#contract/series/series';
import { storyBooks } from '#contract/story-books/story-books';
import { foldText } from '#contract/core/slug';
import { limits } from '#contract/core/limits';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { type LineSearch, matchesOf } from '#web/core/components/paste/line-search.ts';
import { nameOf } from './config-blocks.ts';

/** The types whose records are searched by text only. Books have their own picker. */
export type SearchedType = Exclude<BlockType, 'categories' | 'books'>;
const isSearched = (type: BlockType): type is SearchedType => type !== 'categories' && type !== 'books';

type Search = (client: ApiClient, text: string, signal: AbortSignal) => Promise<BlockItem[]>;

const page = { page: 1, items_per_page: limits.pageSize };

const searchTitled =
  (declaration: typeof collections | typeof series): Search =>
  async (client, search, signal) => {
    const query = { ...page, search, language: 'en' };
    const { items } = await createResourceReader(client, declaration).list(query, { signal });
    return items.map(({ id, title, description, image }) => ({ id, title, description, image }));
  };

const searchChallenges: Search = async (client, search, signal) => {
  const { items } = await createResourceReader(client, challenges).list(
    { search, language: 'en' },
    { signal },
  );
  return items.map(({ id, title, description, image, day_count }) => ({
    id,
    title,
    description,
    image,
    day_count,
  }));
};

/** The list request of story books has no search text, so pages are read until there are enough results. */
const searchStoryBooks: Search = async (client, text, signal) => {
  const api = createResourceReader(client, storyBooks);
  const foldedSearch = foldText(text);
  const foundItems: BlockItem[] = [];
  let itemCount = 0;
  for (let number = 1; ; number += 1) {
    const { items, total } = await api.list({ page: number, items_per_page: limits.maxPageSize }, { signal });
    itemCount += items.length;
    const matches = items.filter(({ title }) => foldText(title).includes(foldedSearch));
    foundItems.push(...matches.map(({ id, title, description }) => ({ id, title, description })));
    if (foundItems.length >= limits.pageSize || items.length === 0 || itemCount >= total)
      return foundItems.slice(0, limits.pageSize);
  }
};

interface Searched {
  /**
   * Returns at most ten items.
   * @throws ApiError
   */
  readonly search: Search;
  /** The message under Recent activity after an error. */
  readonly failed: string;
}

/** The searches of records for blocks. Categories are not searched, since all of them are listed. */
const searches: Readonly<Record<Exclude<BlockTarget, 'categories' | 'books'>, Searched>> = {
  collections: { search: searchTitled(collections), failed: collections.messages.fetchFailed },
  series: { search: searchTitled(series), failed: series.messages.fetchFailed },
  'story-books': { search: searchStoryBooks, failed: storyBooks.messages.fetchFailed },
  challenges: { search: searchChallenges, failed: challenges.messages.fetchFailed },
};

/** Returns the search of a block by its type. */
export function searchOf(type: SearchedType): Searched {
  return searches[blockTypes[type].shows];
}

const searchLineOf =
  (type: SearchedType): LineSearch<BlockItem> =>
  async (client, line, signal) => {
    const items = await searchOf(type).search(client, line.slice(0, limits.maxSearchLength), signal);
    return matchesOf(line, items, (item) => [nameOf(item), String(item.id)]);
  };

/** The searches of lines in a pasted list by block type: a title, or the ID of a record. */
export const lineSearchOf = Object.fromEntries(
  (Object.keys(blockTypes) as BlockType[]).filter(isSearched).map((type) => [type, searchLineOf(type)]),
) as Readonly<Record<SearchedType, LineSearch<BlockItem>>>;
