import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages } from '../messages.ts';

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired);
const code = fields.filterCode;
const categoryCode = fields.requiredCode(messages.categoryRequired);

export const subCategories = defineResource({
  name: 'sub-categories',
  singular: 'sub-category',
  plural: 'sub-categories',
  item: z.object({
    id: z.int(),
    name: z.string(),
    code: z.string(),
    category_code: z.string(),
    category: z.object({ id: z.int().optional(), code: z.string().optional(), name: z.string() }),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z.object({ ...fields.listKeys, category_code: fields.filterCode }).transform(fields.foldSearch),
  create: z.object({ name, code, category_code: categoryCode }),
  update: z.object({
    id: fields.id,
    version: fields.version,
    name: name.optional(),
    code,
    category_code: categoryCode.optional(),
  }),
  endpoints: {
    list: { method: 'GET', path: '/books/sub-categories' },
    get: { method: 'GET', path: '/books/sub-categories/:id' },
    create: { method: 'POST', path: '/books/sub-categories' },
    update: { method: 'PUT', path: '/books/sub-categories/:id' },
    remove: { method: 'DELETE', path: '/books/sub-categories/:id' },
  },
  encoding: 'json',
  files: {},
  totalFollowsWrites: false,
  messages: resourceMessages('sub-category', 'sub-categories'),
});

export type SubCategory = ItemOf<typeof subCategories>;
