import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, savingMessages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';

const code = fields.requiredCode(messages.allFieldsRequired);

/** The target of a story item: a book, one of its chapters, and a text item of that chapter. */
export const storyReference = namedSchema(
  'StoryReference',
  z.object({
    book_code: code.describe('The code or ID of a book.'),
    chapter_code: code.describe('The code or ID of a chapter of this book.'),
    text_item_code: code.describe('The code or ID of a text item of this chapter.'),
  }),
);
export type StoryReference = z.infer<typeof storyReference>;

const storyItem = namedSchema(
  'StoryItemInput',
  storyReference.extend({
    is_featured: fields.optionalBoolean.describe('True if the item is featured. The default is `false`.'),
  }),
);

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The title shown to users.');

const form = {
  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
  story_items: fields
    .jsonList(storyItem)
    .optional()
    .describe(
      'The items in order. Each must name an existing text item. If absent, they stay unchanged. An empty list removes all.',
    ),
};

export const storyBooks = defineResource({
  name: 'story-books',
  singular: 'story book',
  plural: 'story books',
  item: namedSchema(
    'StoryBook',
    z.object({
      id: responseFields.id,
      title: responseFields.title,
      description: responseFields.description,
      story_items: z
        .array(
          namedSchema(
            'StoryItem',
            z.object({
              book_code: responseFields.code.describe('The code of the book.'),
              chapter_code: z.string().describe('The code of the chapter, unique in its book.'),
              text_item_code: z.string().describe('The code of the text item, unique in its chapter.'),
              is_featured: responseFields.isFeatured,
              book: responseFields.bookReference,
            }),
          ),
        )
        .describe('The entries in order.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: namedSchema('StoryBookCreate', z.object({ title, ...form })),
  update: namedSchema(
    'StoryBookUpdate',
    z.object({ id: fields.id, version: fields.version, title: title.optional(), ...form }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/story-books' },
    get: { method: 'GET', path: '/books/story-books/:id' },
    create: { method: 'POST', path: '/books/story-books' },
    update: { method: 'POST', path: '/books/story-books/update' },
    remove: { method: 'POST', path: '/books/story-books/delete' },
  },
  encoding: 'json',
  files: {},
  totalFollowsWrites: true,
  messages: resourceMessages('story book', 'story books', savingMessages('story book')),
});

export type StoryBook = ItemOf<typeof storyBooks>;
export type StoryItem = StoryBook['story_items'][number];

/** Checks whether three codes identify a text item. Otherwise the response is 200 with `success: false` and a message. */
export const validateItemEndpoint = { method: 'POST', path: '/books/validate-item' } as const;
export const validatedItem = z.object({ book_name: z.string().describe('The name of the book.') });
