import { z } from 'zod';
import { isDetail } from '#contract/books/book-details';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { additionalBookColumns, defaultColumns, viewDensities, viewLimits, viewLists } from './view-lists.ts';

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

const columnList = z.array(z.string().max(limits.maxCodeLength)).max(100);

export const view = namedSchema(
  'View',
  z.object({
    id: responseFields.id,
    list: z.enum(viewLists).describe('The list of the view.'),
    name: responseFields.name,
    query: z
      .record(z.string(), z.string())
      .describe('The query parameters of the list as text, without `page` and blank values.'),
    columns: z
      .array(z.string())
      .nullable()
      .describe('The visible columns in addition to name and actions. Null shows the default columns.'),
    density: z.enum(viewDensities).nullable().describe('The row height. With null, each user decides.'),
    is_shared: z.boolean().describe('True if all users can see the view. Otherwise, only its owner can.'),
    is_own: z.boolean().describe('True if you are its owner.'),
    may_change: z.boolean().describe('True if you can change and delete the view.'),
    owner: z
      .object({ id: responseFields.id, name: z.string().describe('The current name of the user.') })
      .describe('The owner.'),
    count: responseFields.count
      .nullable()
      .describe(
        'With `counts`: the number of records in the view. Null if it was not requested or is not available in time.',
      ),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change.'),
    updated_at: responseFields.time,
  }),
);
export type View = z.infer<typeof view>;

export const viewsQuery = z.object({
  list: z.enum(viewLists, { error: () => messages.listUnknown }).describe('The list of the views.'),
  counts: fields.optionalBoolean.describe('True counts the records of each view.'),
});

const form = {
  query: documentedAs(
    z.record(z.string(), z.unknown(), valueMessages.mustBeObject).optional(),
    z.record(z.string(), z.string()).optional(),
  ).describe(
    'The query parameters of the list. `page` and `items_per_page` are ignored. Unknown parameters fail with 422. The default is none.',
  ),
  columns: columnList.nullish().describe(
    `The visible columns. Null shows the default columns. ${Object.entries(defaultColumns)
      .filter(([, columns]) => columns.length > 0)
      .map(([list, columns]) => `For ${list}: ${columns.join(', ')}.`)
      .join(
        ' ',
      )} Hidden by default for books: ${additionalBookColumns.filter((column) => !isDetail(column)).join(', ')}. So are the fields of the publication record, without long texts and rights.`,
  ),
  density: z.enum(viewDensities).nullish().describe('The row height. With null, each user decides.'),
  is_shared: fields.optionalBoolean.describe(
    'True shares the view with all users. This requires the permission to edit the records of the list. The default is `false`.',
  ),
};

const name = fields
  .requiredText(viewLimits.maxNameLength, messages.nameRequired)
  .describe('The name of the view. It is unique among your views of the list.');

export const viewCreate = namedSchema(
  'ViewCreate',
  z.object({
    list: z.enum(viewLists, { error: () => messages.listUnknown }).describe('The list of the view.'),
    name,
    ...form,
  }),
);
export type ViewCreate = z.output<typeof viewCreate>;

export const viewUpdate = namedSchema(
  'ViewUpdate',
  z.object({ id: fields.id, version: fields.version, name: name.optional(), ...form }),
);
export type ViewUpdate = z.output<typeof viewUpdate>;

export const viewMessages = {
  created: 'View created successfully',
  updated: 'View updated successfully',
  deleted: 'View deleted successfully',
} as const;
