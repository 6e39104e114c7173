import { z } from 'zod';
import * as answers from '../answers.ts';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages, savingMessages } from '../messages.ts';
import { named } from '../notes.ts';

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The heading that people see.');

const form = {
  description: fields.optionalText(limits.maxDescriptionLength).describe('May have several lines.'),
  book_codes: fields.codeList
    .optional()
    .describe(
      'Codes of existing books, in order; repeated ones collapse to the first. Absent: unchanged. ' +
        'An empty list, which a form sends as one blank entry, removes all.',
    ),
};

export const collections = defineResource({
  name: 'collections',
  singular: 'collection',
  plural: 'collections',
  item: named(
    'Collection',
    z.object({
      id: answers.id,
      title: answers.title,
      description: answers.description,
      image: answers.fileUrl('The picture'),
      thumbnail_url: answers.thumbnailUrl,
      books: z
        .array(named('BookMention', z.object({ code: answers.code, name: answers.name })))
        .describe('In order.'),
      ...answers.stamps,
    }),
  ),
  query: z.object({ ...fields.listKeys, language: fields.ignoredLanguage }).transform(fields.foldSearch),
  create: named('CollectionCreate', z.object({ title, ...form })),
  update: named(
    'CollectionUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      title: title.optional(),
      ...form,
      remove_image: fields.removal('picture'),
    }),
  ),
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
