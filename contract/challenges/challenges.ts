import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import type { ErrorCode } from '#contract/core/error-codes';
import { limits } from '#contract/core/limits';
import { challengeScreenMessages, messages, resourceMessages } from '#contract/core/messages';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The title shown to users.');
const description = fields
  .requiredText(limits.maxDescriptionLength, messages.descriptionRequired)
  .describe('Can contain line breaks.');
const dayCount = fields.wholeNumber(limits.minChallengeDays, messages.challengeDaysTooFew);
const days = z.int(messages.durationRequired).max(limits.maxChallengeDays, messages.challengeDaysTooMany);

const apiDays = z.int().min(limits.minChallengeDays).max(limits.maxChallengeDays);

const zeroBased = 'The position, starting at 0: 0 is day 1.';

const item = namedSchema(
  'ChallengeItemInput',
  z.object({
    book_code: fields
      .requiredCode(messages.bookCodeRequired)
      .describe('The code of an existing book. Each book can occur once.'),
    order_index: fields
      .wholeNumber(0, messages.orderNegative)
      .describe(`${zeroBased} Items are sorted by it and renumbered from 0.`),
    is_featured: fields.optionalBoolean.describe('True if the book is featured. Returned as you send it.'),
  }),
);

const readItems = fields
  .jsonList(item)
  .refine((list) => list.length > 0, {
    message: messages.challengeBooksRequired,
    params: { failure: 'field.required' satisfies ErrorCode },
  })
  .superRefine((list, context) => {
    const bookCodes = new Set<string>();
    for (const [index, { book_code }] of list.entries()) {
      if (context.issues.length >= fields.MAX_LIST_ERRORS) break;
      if (bookCodes.has(book_code))
        context.addIssue({
          code: 'custom',
          path: [index, 'book_code'],
          message: messages.bookDuplicated(book_code),
          params: { failure: 'list.repeated_entry' satisfies ErrorCode },
        });
      bookCodes.add(book_code);
    }
  });

const items = documentedAs(readItems, z.array(item).min(1).max(limits.maxListLength)).describe(
  'The books, one per day, in any order. A new challenge needs at least one. If absent in an update, they stay unchanged.',
);

/** The web client always sends true. */
const is_active = fields.optionalBoolean.describe('True if apps show the challenge. The default is `true`.');

export const challenges = defineResource({
  name: 'challenges',
  singular: 'challenge',
  plural: 'challenges',
  item: namedSchema(
    'Challenge',
    z.object({
      id: responseFields.id,
      title: responseFields.title,
      description: responseFields.description,
      day_count: responseFields.count.describe('Days.'),
      image: responseFields.fileUrl('The image'),
      thumbnail_url: responseFields.thumbnailUrl,
      is_active: z.boolean().describe('True if apps show the challenge.'),
      items: z
        .array(
          namedSchema(
            'ChallengeItem',
            z.object({
              book_code: responseFields.code.describe('The code of the book.'),
              order_index: responseFields.count.describe(zeroBased),
              is_featured: z
                .boolean()
                .optional()
                .describe('True if the book is featured. Absent if it was never set.'),
              book: responseFields.bookReference,
            }),
          ),
        )
        .describe('The books in the order of the days.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z
    .object({
      ...fields.listKeys,
      language: fields.ignoredLanguage,
      ...fields.sortKeys('day_count'),
    })
    .transform((raw) => {
      const { sort_by_field, sort_direction, language: _ignored, ...rest } = fields.foldSearch(raw);
      const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
      return { ...rest, sort: sort_by_field === 'day_count' ? direction : undefined };
    }),
  create: namedSchema(
    'ChallengeCreate',
    z.object({
      title,
      description,
      day_count: documentedAs(dayCount.pipe(days), apiDays).describe('Days.'),
      is_active,
      items: z.preprocess((value) => (value === undefined ? [] : value), items),
    }),
  ),
  update: namedSchema(
    'ChallengeUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      title: title.optional(),
      description: description.optional(),
      day_count: documentedAs(dayCount.pipe(days.optional()), apiDays).describe('Days.'),
      is_active,
      items: items.optional(),
      remove_image: fields.removal('image'),
    }),
  ),
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
