import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages, savingMessages } from '../messages.ts';

/** The block types of a home screen: what they refer to, and whether to one record or to an ordered list. */
export const blockTypes = {
  ONE_COLLECTION: 'one_collection',
  LIST_COLLECTION: 'list_collection',
  STORY_BOOK: 'story_book',
  CHALLENGES: 'challenges',
  CATEGORIES: 'categories',
} as const;
export type BlockType = (typeof blockTypes)[keyof typeof blockTypes];

export const singleBlockTypes: readonly BlockType[] = [blockTypes.ONE_COLLECTION, blockTypes.STORY_BOOK];

export function isSingleBlock(type: BlockType): boolean {
  return singleBlockTypes.includes(type);
}

export const blockType = z.enum(Object.values(blockTypes), 'Block type is unknown');

/** What a block shows of the record it refers to; which keys are there depends on the type. */
const blockItem = z.object({
  id: z.int(),
  title: z.string().optional(),
  name: z.string().optional(),
  code: z.string().optional(),
  description: z.string().optional(),
  image: z.string().nullable().optional(),
  day_count: z.int().optional(),
});
export type BlockItem = z.infer<typeof blockItem>;

const title = fields.requiredText(limits.maxNameLength, messages.titleRequired);

const blockInput = z.object({
  title: fields.requiredText(limits.maxNameLength, messages.blockTitleRequired),
  type: blockType,
  data: fields.references,
});

const form = {
  is_main_service: fields.optionalBoolean,
  /** In order. Absent means unchanged, present means replace. */
  config: fields
    .jsonList(blockInput)
    .refine((blocks) => blocks.length <= limits.maxConfigBlocks, `At most ${limits.maxConfigBlocks} blocks`)
    .optional(),
};

export const mobileConfigs = defineResource({
  name: 'mobile-configs',
  singular: 'mobile config',
  plural: 'mobile configs',
  item: z.object({
    id: z.int(),
    title: z.string(),
    is_main_service: z.boolean(),
    config: z.array(
      z.object({
        title: z.string(),
        type: blockType,
        data: z.object({ item: blockItem.nullable().optional(), items: z.array(blockItem).optional() }),
      }),
    ),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: z.object({ title, ...form }),
  update: z.object({ id: fields.id, version: fields.version, title: title.optional(), ...form }),
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
