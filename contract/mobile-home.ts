import { z } from 'zod';
import { limits } from './limits.ts';
import { blockType, blockTypes } from './resources/mobile-configs.ts';

export const mobileHomeEndpoint = { method: 'GET', path: '/mobile/home' } as const;

const service = z.enum(['main', 'backup'], 'The service must be main or backup.');
export type MobileService = z.infer<typeof service>;

export const mobileHomeQuery = z.object({
  service: z
    .preprocess((value) => (value === '' ? undefined : value), service.optional())
    .describe('`main` (the default) or `backup`: whose newest mobile config is answered'),
});

const url = z.string().nullable().describe('Below the address of this server; null for none');
const seconds = z.int().describe('Seconds');
const author = z.object({ name: z.string() });
const named = z.object({ code: z.string(), name: z.string() });

const { maxHomeBooks, maxHomeCards, maxHomeEntries, maxHomeTextLength } = limits;
const bounded = `The first ${maxHomeBooks} in order; fewer once an answer holds ${maxHomeEntries} books and texts in all`;

const homeBook = named.extend({
  author,
  duration: seconds,
  reading_time: seconds,
  language: z.int().describe('1 Turkish, 2 Portuguese, 3 English, 4 Spanish'),
  image_url: url,
  thumbnail_url: url,
  audio_url: url,
});
export type HomeBook = z.infer<typeof homeBook>;

const homeText = z.object({
  book: named,
  chapter: z.object({ code: z.string(), name: z.string() }),
  text: z.string().describe(`Longer texts than ${maxHomeTextLength} characters are cut and end in …`),
  is_featured: z.boolean(),
});
export type HomeText = z.infer<typeof homeText>;

const card = { id: z.int(), title: z.string(), image: url, thumbnail_url: url };
const shared = {
  description: z.string(),
  author: author.nullable().describe('The author of all of its books; null when there are several'),
};
const books = {
  duration: seconds.describe('Seconds of all its books together'),
  book_count: z.int().describe('How many books it has, listed or not'),
  books: z.array(homeBook).describe(bounded),
};

const homeCard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('collection'), ...card, ...shared, ...books }),
  z.object({ kind: z.literal('challenge'), ...card, ...shared, day_count: z.int(), ...books }),
  z.object({
    kind: z.literal('story_book'),
    ...card,
    ...shared,
    duration: seconds.describe('Seconds of the chapters its texts are from'),
    item_count: z.int().describe('How many texts it has, listed or not'),
    items: z.array(homeText).describe(bounded),
  }),
  z.object({ kind: z.literal('category'), ...card, code: z.string(), sub_categories: z.array(named) }),
]);
export type HomeCard = z.infer<typeof homeCard>;

/** The cards that each type of block is made of. */
export const cardKinds = {
  [blockTypes.ONE_COLLECTION]: 'collection',
  [blockTypes.LIST_COLLECTION]: 'collection',
  [blockTypes.STORY_BOOK]: 'story_book',
  [blockTypes.CHALLENGES]: 'challenge',
  [blockTypes.CATEGORIES]: 'category',
} as const;

/** A home screen as an app draws it. */
export const mobileHome = z.object({
  id: z.int(),
  title: z.string(),
  service,
  updated_at: z.string().describe('When the config itself was last changed, ISO 8601 in UTC'),
  blocks: z
    .array(
      z.object({
        title: z.string(),
        type: blockType,
        card_count: z.int().describe('How many cards it has, listed or not'),
        cards: z.array(homeCard).describe(`The first ${maxHomeCards} in order`),
      }),
    )
    .describe(
      'In order. What was deleted is left out, and so are inactive challenges and blocks without cards',
    ),
});
export type MobileHome = z.infer<typeof mobileHome>;
