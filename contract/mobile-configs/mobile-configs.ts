import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { blockType, isSingleBlock } from './block-types.ts';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, savingMessages } from '#contract/core/messages';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';

/** The fields of the referenced record in a block. The type determines which keys are present. */
const blockItem = namedSchema(
  'BlockItem',
  z.object({
    id: responseFields.id,
    title: z.string().optional().describe('The title of a collection, story book or challenge.'),
    name: z.string().optional().describe('The name of a category or book.'),
    code: z.string().optional().describe('The code of a category or book.'),
    type: responseFields.categoryType.optional().describe('The name of a category.'),
    description: z.string().optional().describe('The title of a collection, story book or challenge.'),
    image: responseFields.fileUrl('The image').optional(),
    day_count: responseFields.count.optional().describe('The number of days of a challenge.'),
    author: z.object({ name: responseFields.name }).optional().describe('The author of a book.'),
    duration: responseFields.seconds.optional().describe('The duration of a book, in seconds.'),
  }),
);
export type BlockItem = z.infer<typeof blockItem>;

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The title shown to users.');

const blockTitle = fields
  .requiredText(limits.maxNameLength, messages.blockTitleRequired)
  .describe('The heading of the block.');

/** Creates a schema per block type: `OneCollectionBlock`, `OneCollectionBlockInput`. */
function byType<Single extends z.ZodType, List extends z.ZodType>(
  suffix: string,
  heading: z.ZodType,
  dataOf: { readonly single: Single; readonly list: List },
) {
  const [first, ...others] = blockType.options.map((type) => {
    const name = type.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
    const data = isSingleBlock(type) ? dataOf.single : dataOf.list;
    return namedSchema(`${name}${suffix}`, z.object({ title: heading, type: z.literal(type), data }));
  });
  if (!first) throw new Error('There are no block types.');
  return namedSchema(suffix, z.discriminatedUnion('type', [first, ...others]));
}

const reference = z.object({ id: fields.id });

const blockInput = documentedAs(
  z.object({ title: blockTitle, type: blockType, data: fields.references }),
  byType('BlockInput', blockTitle, {
    single: reference.describe('The record that the block shows.'),
    list: z
      .object({
        items: z
          .array(reference)
          .max(limits.maxListLength)
          .describe('The records in order, without duplicates.'),
      })
      .describe('The records that the block shows, in order.'),
  }),
);

const block = documentedAs(
  z.object({
    title: responseFields.title,
    type: blockType,
    data: z.object({ item: blockItem.nullable().optional(), items: z.array(blockItem).optional() }),
  }),
  byType('Block', responseFields.title, {
    single: z
      .object({ item: blockItem.nullable().describe('The record. Null if it no longer exists.') })
      .describe('The record that the block shows.'),
    list: z
      .object({
        items: z.array(blockItem).describe('The records in order, without deleted ones.'),
      })
      .describe('The records that the block shows.'),
  }),
);

const form = {
  is_main_service: fields.optionalBoolean.describe(
    'True for the app of the main service, false for the app of the backup service. The default is `false`.',
  ),
  config: documentedAs(
    fields.jsonList(blockInput, limits.maxConfigBlocks, 'blocks'),
    z.array(blockInput).max(limits.maxConfigBlocks),
  )
    .optional()
    .describe(
      'The blocks of the home screen, in order. They replace all blocks. If absent, the blocks stay unchanged.',
    ),
};

export const mobileConfigs = defineResource({
  name: 'mobile-configs',
  singular: 'mobile config',
  plural: 'mobile configs',
  item: namedSchema(
    'MobileConfig',
    z.object({
      id: responseFields.id,
      title: responseFields.title,
      is_main_service: z
        .boolean()
        .describe('True for the app of the main service, false for the app of the backup service.'),
      config: z.array(block).describe('The blocks of the home screen, in order.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: namedSchema('MobileConfigCreate', z.object({ title, ...form })),
  update: namedSchema(
    'MobileConfigUpdate',
    z.object({ id: fields.id, version: fields.version, title: title.optional(), ...form }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/mobile-configs' },
    get: { method: 'GET', path: '/books/mobile-configs/:id' },
    create: { method: 'POST', path: '/books/mobile-configs' },
    update: { method: 'POST', path: '/books/mobile-configs/update' },
    remove: { method: 'POST', path: '/books/mobile-configs/delete' },
  },
  encoding: 'json',
  files: {},
  totalFollowsWrites: true,
  messages: resourceMessages('mobile config', 'mobile configs', savingMessages('mobile config')),
});

export type MobileConfig = ItemOf<typeof mobileConfigs>;
export type Block = MobileConfig['config'][number];
