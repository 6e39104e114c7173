import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages } from '../messages.ts';

const subCategory = z.object({ id: z.int(), code: z.string(), name: z.string() });

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired);
const code = fields.filterCode;

export const categories = defineResource({
  name: 'categories',
  singular: 'category',
  plural: 'categories',
  item: z.object({
    id: z.int(),
    name: z.string(),
    code: z.string(),
    image_url: z.string().nullable(),
    thumbnail_url: z.string().nullable().optional(),
    sub_categories: z.array(subCategory),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: z.object({ name, code }),
  update: z.object({ id: fields.id, version: fields.version, name: name.optional(), code }),
  endpoints: {
    list: { method: 'GET', path: '/books/categories' },
    get: { method: 'GET', path: '/books/categories/:id' },
    create: { method: 'POST', path: '/books/categories' },
    update: { method: 'PUT', path: '/books/categories/:id' },
    remove: { method: 'DELETE', path: '/books/categories/:id' },
  },
  encoding: 'json',
  files: { image: 'image' },
  totalFollowsWrites: false,
  messages: resourceMessages('category', 'categories'),
});

export type Category = ItemOf<typeof categories>;
