import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { named } from '#contract/core/schema-notes';
import { blockType } from '#contract/mobile-configs/block-types';

export const mobileHomeEndpoint = { method: 'GET', path: '/mobile/home' } as const;

const service = z.enum(['main', 'backup'], messages.serviceUnknown);
export type MobileService = z.infer<typeof service>;

export const mobileHomeQuery = z.object({
  service: z
    .preprocess((value) => (value === '' ? undefined : value), service.optional())
    .describe('`main` (the default) or `backup`: whose newest mobile config is answered.'),
});

const seconds = answers.seconds;
const { maxHomeBooks, maxHomeCards, maxHomeEntries, maxHomeTextLength } = limits;
const bounded = `The first ${maxHomeBooks} in order; fewer once an answer holds ${maxHomeEntries} books and texts in all.`;

const author = z.object({ name: answers.name });
const reference = z.object({ code: answers.code, name: answers.name });

const homeBook = named(
  'HomeBook',
  reference.extend({
    author: author.describe('Who wrote it.'),
    duration: seconds,
    reading_time: seconds,
    language: answers.language,
    image_url: answers.fileUrl('The cover'),
    thumbnail_url: answers.fileUrl('The cover, small enough for a list'),
    audio_url: answers.fileUrl('The audio'),
  }),
);
export type HomeBook = z.infer<typeof homeBook>;

const homeText = named(
  'HomeText',
  z.object({
    book: reference.describe('The book that the text is from.'),
    chapter: z
      .object({ code: z.string().describe('Unique in its book.'), name: answers.name })
      .describe('The chapter that the text is from.'),
    text: z.string().describe(`Longer texts than ${maxHomeTextLength} characters are cut and end in …`),
    is_featured: answers.isFeatured,
  }),
);
export type HomeText = z.infer<typeof homeText>;

const card = {
  id: answers.id,
  title: answers.title,
  image: answers.fileUrl('The picture'),
  thumbnail_url: answers.fileUrl('The same picture, small enough for a list'),
};
const shared = {
  description: answers.description,
  author: author.nullable().describe('The author of all of its books; null when there are several.'),
};
const books = {
  duration: seconds.describe('Whole seconds of all its books together.'),
  book_count: answers.count.describe('How many books it has, listed or not.'),
  books: z.array(homeBook).describe(bounded),
};

const homeCard = named(
  'HomeCard',
  z.discriminatedUnion('kind', [
    named('CollectionCard', z.object({ kind: z.literal('collection'), ...card, ...shared, ...books })),
    named(
      'ChallengeCard',
      z.object({
        kind: z.literal('challenge'),
        ...card,
        ...shared,
        day_count: answers.count.describe('Days.'),
        ...books,
      }),
    ),
    named(
      'StoryBookCard',
      z.object({
        kind: z.literal('story_book'),
        ...card,
        ...shared,
        duration: seconds.describe('Whole seconds of the chapters its texts are from.'),
        item_count: answers.count.describe('How many texts it has, listed or not.'),
        items: z.array(homeText).describe(bounded),
      }),
    ),
    named(
      'CategoryCard',
      z.object({
        kind: z.literal('category'),
        ...card,
        code: answers.code,
        type: answers.categoryType,
        sub_categories: z
          .array(reference.extend({ type: answers.subCategoryType }))
          .describe('Its sub-categories.'),
      }),
    ),
  ]),
);
export type HomeCard = z.infer<typeof homeCard>;

export const homeBlock = named(
  'HomeBlock',
  z.object({
    title: answers.title,
    type: blockType.describe('Which kind of cards it has.'),
    card_count: answers.count.describe('How many cards it has, listed or not.'),
    cards: z.array(homeCard).describe(`The first ${maxHomeCards} in order.`),
  }),
);
export type HomeBlock = z.infer<typeof homeBlock>;

/** A home screen for an app. */
export const mobileHome = named(
  'HomeScreen',
  z.object({
    id: answers.id.describe('The id of the mobile config.'),
    title: answers.title,
    service: service.describe('Whose home screen it is.'),
    updated_at: answers.time.describe('When the config itself was last changed, ISO 8601 in UTC.'),
    blocks: z
      .array(homeBlock)
      .describe(
        'In order. What was deleted is left out, and so are inactive challenges and blocks without cards.',
      ),
  }),
);
export type MobileHome = z.infer<typeof mobileHome>;
