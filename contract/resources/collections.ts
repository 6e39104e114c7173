import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages, savingMessages } from '../messages.ts';

const title = fields.requiredText(limits.maxNameLength, messages.titleRequired);

const form = {
  description: fields.optionalText(limits.maxDescriptionLength),
  /** In order. Absent means unchanged; one blank entry is how a form sends an empty list. */
  book_codes: fields.codeList.optional(),
};

export const collections = defineResource({
  name: 'collections',
  singular: 'collection',
  plural: 'collections',
  item: z.object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    thumbnail_url: z.string().nullable().optional(),
    books: z.array(z.object({ code: z.string(), name: z.string() })),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z.object({ ...fields.listKeys, language: fields.filterText(20) }).transform(fields.foldSearch),
  create: z.object({ title, ...form }),
  update: z.object({ id: fields.id, version: fields.version, title: title.optional(), ...form }),
  endpoints: {
    list: { method: 'GET', path: '/books/collections' },
    get: { method: 'GET', path: '/books/collections/:id' },
    create: { method: 'POST', path: '/books/collections' },
    update: { method: 'POST', path: '/books/collections/update' },
    remove: { method: 'POST', path: '/books/collections/delete' },
  },
  encoding: 'multipart',
  files: { image: 'image' },
  totalFollowsWrites: true,
  messages: resourceMessages('collection', 'collections', {
    createFailed: 'Failed to create collection',
    ...savingMessages('collection'),
  }),
});

export type Collection = ItemOf<typeof collections>;
