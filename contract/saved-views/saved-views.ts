import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { documentedAs, named, withKeywords } from '#contract/core/schema-notes';
import { viewColumns, viewDensities, viewLimits, viewLists } from './view-lists.ts';

/*
 * Saved views of lists: a name for a query, its columns and row height. A view is private or shared with all users.
 */

export const viewEndpoints = {
  list: { method: 'GET', path: '/views' },
  get: { method: 'GET', path: '/views/:id' },
  create: { method: 'POST', path: '/views' },
  update: { method: 'PUT', path: '/views/:id' },
  remove: { method: 'DELETE', path: '/views/:id' },
} as const;

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
