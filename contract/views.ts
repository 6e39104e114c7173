import { z } from 'zod';
import * as answers from './answers.ts';
import { authorsQuery } from './authors.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { messages, valueMessages } from './messages.ts';
import { documentedAs, named, withKeywords } from './notes.ts';
import { books } from './resources/books.ts';
import { categories } from './resources/categories.ts';
import { challenges } from './resources/challenges.ts';
import { collections } from './resources/collections.ts';
import { mobileConfigs } from './resources/mobile-configs.ts';
import { storyBooks } from './resources/story-books.ts';
import { subCategories } from './resources/sub-categories.ts';
import {
  type ViewList,
  type ViewQuery,
  viewColumns,
  viewDensities,
  viewLimits,
  viewLists,
} from './view-lists.ts';

/*
 * Named views of lists: what a list is asked for under a name, the columns it then shows and how high its rows are. A view is
 * its owner's, or shared with everybody.
 */

export const viewEndpoints = {
  list: { method: 'GET', path: '/views' },
  get: { method: 'GET', path: '/views/:id' },
  create: { method: 'POST', path: '/views' },
  update: { method: 'PUT', path: '/views/:id' },
  remove: { method: 'DELETE', path: '/views/:id' },
} as const;

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

const columnList = z.array(z.string().max(limits.maxCodeLength)).max(20);

export const view = named(
  'View',
  z.object({
    id: answers.id,
    list: z.enum(viewLists).describe('The list that it is a view of.'),
    name: answers.name,
    query: z
      .record(z.string(), z.string())
      .describe('What the list is asked for: parameters of its call, all as text, without page and blanks.'),
    columns: z
      .array(z.string())
      .nullable()
      .describe(
        'The columns that are shown beside what records are called by and what can be done with them; null shows all.',
      ),
    density: z.enum(viewDensities).nullable().describe('How high rows are; null leaves it to whoever looks.'),
    is_shared: z.boolean().describe('Whether everybody sees it. Else only its owner does.'),
    is_own: z.boolean().describe('Whether the caller is its owner.'),
    may_change: z.boolean().describe('Whether the caller may change and delete it.'),
    owner: z
      .object({ id: answers.id, name: z.string().describe('As she is called now.') })
      .describe('Who made it.'),
    count: answers.count
      .nullable()
      .describe(
        'With `counts`: how many records it shows. Null where that was not asked, or not known in time.',
      ),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Rises with every change.'),
    updated_at: answers.time,
  }),
);
export type View = z.infer<typeof view>;

export const viewsQuery = z.object({
  list: z
    .enum(viewLists, { error: () => messages.listUnknown })
    .describe('The list whose views are asked for.'),
  counts: fields.optionalBoolean.describe('Whether to count how many records each of them shows.'),
});

const form = {
  query: documentedAs(
    z.record(z.string(), z.unknown(), valueMessages.mustBeObject).optional(),
    z.record(z.string(), z.string()).optional(),
  ).describe(
    'Parameters of the list’s call. Page and length are left out; a parameter that the list does not know is refused. Absent at a create: none.',
  ),
  columns: columnList.nullish().describe(
    `The columns to be shown, any of: ${Object.entries(viewColumns)
      .filter(([, columns]) => columns.length > 0)
      .map(([list, columns]) => `${list}: ${columns.join(', ')}`)
      .join('; ')}. Null shows all.`,
  ),
  density: z.enum(viewDensities).nullish().describe('How high rows are. Null leaves it to whoever looks.'),
  is_shared: fields.optionalBoolean.describe(
    'Whether everybody sees it, which needs the right to edit what the list shows. Absent at a create: no.',
  ),
};

const name = fields
  .requiredText(viewLimits.maxNameLength, messages.nameRequired)
  .describe('What people call it. Nobody has two views of one list with the same name.');

export const viewCreate = named(
  'ViewCreate',
  z.object({
    list: z.enum(viewLists, { error: () => messages.listUnknown }).describe('The list that it is a view of.'),
    name,
    ...form,
  }),
);
export type ViewCreate = z.output<typeof viewCreate>;

export const viewUpdate = named(
  'ViewUpdate',
  z.object({ id: fields.id, version: fields.version, name: name.optional(), ...form }),
);
export type ViewUpdate = z.output<typeof viewUpdate>;

export const viewMessages = {
  created: 'View created successfully',
  updated: 'View updated successfully',
  deleted: 'View deleted successfully',
} as const;
