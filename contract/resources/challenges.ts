import { z } from 'zod';
import { defineResource, type ItemOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { challengeScreenMessages, messages, resourceMessages } from '../messages.ts';

const title = fields.requiredText(limits.maxNameLength, messages.titleRequired);
const description = fields.requiredText(limits.maxDescriptionLength, messages.descriptionRequired);
const dayCount = fields.wholeNumber(limits.minChallengeDays, messages.challengeDaysTooFew);
const days = z.int('Duration is required').max(limits.maxChallengeDays, messages.challengeDaysTooMany);

const item = z.object({
  book_code: fields.requiredCode('Book code is required'),
  /** Zero-based on the wire; the editor shows day 1 for 0. */
  order_index: fields.wholeNumber(0, 'Order cannot be negative'),
  is_featured: fields.optionalBoolean,
});

const items = fields
  .jsonList(item)
  .refine((list) => list.length > 0, messages.challengeBooksRequired)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [index, { book_code }] of list.entries()) {
      if (seen.has(book_code))
        context.addIssue({
          code: 'custom',
          path: [index, 'book_code'],
          message: `The book ${book_code} cannot be added twice`,
        });
      seen.add(book_code);
    }
  });

/** Honoured when false; our own client always sends true. */
const is_active = fields.optionalBoolean;

export const challenges = defineResource({
  name: 'challenges',
  singular: 'challenge',
  plural: 'challenges',
  item: z.object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    day_count: z.int(),
    image: z.string().nullable(),
    thumbnail_url: z.string().nullable().optional(),
    is_active: z.boolean(),
    items: z.array(
      z.object({
        book_code: z.string(),
        order_index: z.int(),
        is_featured: z.boolean().optional(),
        book: z.object({ name: z.string() }).nullable(),
      }),
    ),
    version: z.int().optional(),
    updated_at: z.string().optional(),
  }),
  query: z
    .object({
      ...fields.listKeys,
      language: fields.filterText(20),
      sort_by_field: fields.filterText(40),
      sort_direction: fields.filterText(10),
    })
    .transform((raw) => {
      const { sort_by_field, sort_direction, language: _ignored, ...rest } = fields.foldSearch(raw);
      const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
      return { ...rest, sort: sort_by_field === 'day_count' ? direction : undefined };
    }),
  create: z.object({
    title,
    description,
    day_count: dayCount.pipe(days),
    is_active,
    items: z.preprocess((value) => value ?? [], items),
  }),
  update: z.object({
    id: fields.id,
    version: fields.version,
    title: title.optional(),
    description: description.optional(),
    day_count: dayCount.pipe(days.optional()),
    is_active,
    items: items.optional(),
  }),
  endpoints: {
    list: { method: 'GET', path: '/books/challenges' },
    get: { method: 'GET', path: '/books/challenges/:id' },
    create: { method: 'POST', path: '/books/challenges' },
    update: { method: 'POST', path: '/books/challenges/update' },
    remove: { method: 'POST', path: '/books/challenges/delete' },
  },
  encoding: 'multipart',
  files: { image: 'image' },
  totalFollowsWrites: true,
  messages: resourceMessages('challenge', 'challenges', challengeScreenMessages),
});

export type Challenge = ItemOf<typeof challenges>;
export type ChallengeItem = Challenge['items'][number];
