import type { z } from 'zod';
import { authorsQuery } from './authors.ts';
import { books } from './resources/books.ts';
import { categories } from './resources/categories.ts';
import { challenges } from './resources/challenges.ts';
import { collections } from './resources/collections.ts';
import { mobileConfigs } from './resources/mobile-configs.ts';
import { storyBooks } from './resources/story-books.ts';
import { subCategories } from './resources/sub-categories.ts';
import type { ViewList, ViewQuery } from './view-lists.ts';

/** What the call of each list takes: the filters of a view are among it. */
const listQueries = {
  books: books.query,
  categories: categories.query,
  'sub-categories': subCategories.query,
  collections: collections.query,
  'story-books': storyBooks.query,
  'mobile-configs': mobileConfigs.query,
  challenges: challenges.query,
  authors: authorsQuery,
} as const satisfies Record<ViewList, z.ZodType & { in: z.ZodObject }>;

/** Of every call of a list, and no affair of a view. */
const besides: readonly string[] = ['page', 'items_per_page', 'with_chapters', 'is_admin'];

/** What was sent as the filters of a view, as it is stored, or what is wrong with it by the parameter's name. */
export function readViewQuery(
  list: ViewList,
  sent: Readonly<Record<string, unknown>>,
): { readonly query: ViewQuery } | { readonly faults: ReadonlyMap<string, 'unknown' | 'invalid'> } {
  const schema = listQueries[list];
  const known = new Set(Object.keys(schema.in.shape));
  const faults = new Map<string, 'unknown' | 'invalid'>();
  const query = new Map<string, string>();
  for (const [name, value] of Object.entries(sent)) {
    if (besides.includes(name)) continue;
    if (!known.has(name)) faults.set(name, 'unknown');
    else if (typeof value === 'string') query.set(name, value.trim());
    else if (typeof value === 'number' || typeof value === 'boolean') query.set(name, String(value));
    else if (value !== null && value !== undefined) faults.set(name, 'invalid');
  }
  for (const [name, value] of query) if (value === '') query.delete(name);
  // The list has two names for its search, of which `search` wins.
  const search = query.get('search') ?? query.get('q');
  query.delete('q');
  if (search !== undefined) query.set('search', search);
  const parsed = schema.safeParse(Object.fromEntries(query));
  for (const { path } of parsed.error?.issues ?? []) faults.set(String(path[0]), 'invalid');
  if (faults.size > 0) return { faults };
  return { query: Object.fromEntries([...query].toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}
