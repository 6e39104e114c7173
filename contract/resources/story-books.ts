import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages, savingMessages } from '../messages.ts';

const part = fields.requiredCode(messages.allFieldsRequired);

/** The exact place a story item points at: a book, one of its chapters, one of that chapter's text items. */
export const storyReference = z.object({ book_code: part, chapter_code: part, text_item_code: part });
export type StoryReference = z.infer<typeof storyReference>;

const storyItem = storyReference.extend({ is_featured: fields.optionalBoolean });

const title = fields.requiredText(limits.maxNameLength, messages.titleRequired);

const form = {
  description: fields.optionalText(limits.maxDescriptionLength),
  story_items: fields.jsonList(storyItem).optional(),
};

export const storyBooks = defineResource({
  name: 'story-books',
  singular: 'story book',
  plural: 'story books',
  item: z.object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    story_items: z.array(
      z.object({
        book_code: z.string(),
        chapter_code: z.string(),
        text_item_code: z.string(),
        is_featured: z.boolean(),
        /** Null when the codes no longer lead anywhere. */
        book: z.object({ name: z.string() }).nullable(),
      }),
    ),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: z.object({ title, ...form }),
  update: z.object({ id: fields.id, version: fields.version, title: title.optional(), ...form }),
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

/** Asks whether three codes lead to a text item; answers 200 with `success: false` and a sentence when they do not. */
export const validateItemEndpoint = { method: 'POST', path: '/books/validate-item' } as const;
export const validatedItem = z.object({ book_name: z.string() });
