import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, savingMessages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The title shown to users.');

const form = {
  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
  book_codes: fields.codeList
    .optional()
    .describe(
      'The codes of existing books in order. Duplicates are ignored. If absent, the books stay unchanged. An empty list removes all; a form sends it as one blank entry.',
    ),
};

export const collections = defineResource({
  name: 'collections',
  singular: 'collection',
  plural: 'collections',
  item: namedSchema(
    'Collection',
    z.object({
      id: responseFields.id,
      title: responseFields.title,
      description: responseFields.description,
      image: responseFields.fileUrl('The image'),
      thumbnail_url: responseFields.thumbnailUrl,
      books: z
        .array(
          namedSchema('BookReference', z.object({ code: responseFields.code, name: responseFields.name })),
        )
        .describe('The entries in order.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z.object({ ...fields.listKeys, language: fields.ignoredLanguage }).transform(fields.foldSearch),
  create: namedSchema('CollectionCreate', z.object({ title, ...form })),
  update: namedSchema(
    'CollectionUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      title: title.optional(),
      ...form,
      remove_image: fields.removal('image'),
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
