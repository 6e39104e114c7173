import { z } from 'zod';
import { sampleUrl } from '#contract/books/sample';
import * as fields from '#contract/core/fields';
import * as responseFields from '#contract/core/responses';
import { releaseInQuery } from '#contract/releases/release-parameter';
import { countryFilter } from '#contract/core/country-filter';
import { languageFilter } from '#contract/core/language-filter';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { describedIn } from '#contract/core/registry';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import {
  type BlockType,
  blockType,
  blockTypes,
  requestedBlockTypes,
} from '#contract/mobile-configs/block-types';

export const mobileHomeEndpoint = { method: 'GET', path: '/mobile/home' } as const;

export const service = z.enum(['main', 'backup'], messages.serviceUnknown);
export type MobileService = z.infer<typeof service>;

/** Returns the types of a comma-separated list that apps receive only on request, without duplicates and unknown names. */
const toRequestedTypes = (text = ''): BlockType[] => {
  const names = new Set(text.split(',').map((name) => name.trim()));
  return requestedBlockTypes.filter((type) => names.has(type));
};

export const mobileHomeQuery = z.object({
  service: z
    .preprocess((value) => (value === '' ? undefined : value), service.optional())
    .describe('The service: `main` (the default) or `backup`. Returns its newest mobile config.'),
  block_types: documentedAs(
    fields.filterText(200).transform(toRequestedTypes),
    z.string().max(200).optional(),
  ).describe(
    `The additional block types that the app shows, separated by commas: ${requestedBlockTypes.map((type) => `\`${type}\``).join(', ')}. Blocks of these types are omitted by default. Unknown names are ignored.`,
  ),
  at: documentedAs(
    z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.iso
        .datetime({ offset: true, error: () => messages.releaseTimeInvalid })
        .transform((text) => new Date(text).toISOString())
        .optional(),
    ),
    z.iso.datetime({ offset: true }).optional(),
  ).describe(
    'Returns the home screen at this time: with the releases that are due by then, or as it was. Requires a session with the permission `releases:edit`.',
  ),
  release: releaseInQuery.describe(
    'Returns the home screen with the changes of this release. Requires a session with the permission `releases:edit`.',
  ),
  language: languageFilter.describe(
    'Returns only books in this language. Lists, counts and durations contain only these books. Cards without such books are omitted; categories are not affected.',
  ),
  country: countryFilter.describe(
    'The country of the listener. Omits books whose rights do not allow this country and service today (UTC), or whose embargo is not over. Cards with only such books are omitted. Without it, rights have no effect.',
  ),
});

const seconds = responseFields.seconds;
const { maxHomeBooks, maxHomeCards, maxHomeEntries, maxHomeTextLength } = limits;
const limitDescription = `The first ${maxHomeBooks} books in order. Fewer if the response has more than ${maxHomeEntries} books and text items.`;

const author = z.object({ name: responseFields.name });
const reference = z.object({ code: responseFields.code, name: responseFields.name });

const homeBook = namedSchema(
  'HomeBook',
  reference.extend({
    author: author.describe('The author of the book.'),
    duration: seconds,
    reading_time: seconds,
    language: responseFields.language,
    image_url: responseFields.fileUrl('The cover'),
    thumbnail_url: responseFields.fileUrl('A thumbnail of the cover'),
    audio_url: responseFields.fileUrl('The audio'),
    sample_url: sampleUrl,
  }),
);
export type HomeBook = z.infer<typeof homeBook>;

const homeText = namedSchema(
  'HomeText',
  z.object({
    book: reference.describe('The book of the text item.'),
    chapter: z
      .object({
        code: z.string().describe('The code of the chapter, unique in its book.'),
        name: responseFields.name,
      })
      .describe('The chapter of the text item.'),
    text: z
      .string()
      .describe(
        `The text. Texts over ${maxHomeTextLength} characters are shortened and end with an ellipsis.`,
      ),
    is_featured: responseFields.isFeatured,
  }),
);
export type HomeText = z.infer<typeof homeText>;

const card = {
  id: responseFields.id,
  title: responseFields.title,
  image: responseFields.fileUrl('The image'),
  thumbnail_url: responseFields.fileUrl('A thumbnail of the image'),
};
const commonFields = {
  description: responseFields.description,
  author: author.nullable().describe('The author of all its books. Null if there are several authors.'),
};
const books = {
  duration: seconds.describe('The duration of all its books, in seconds.'),
  book_count: responseFields.count.describe(
    'The total number of books, including those that are not listed.',
  ),
  books: z.array(homeBook).describe(limitDescription),
};

const homeCard = namedSchema(
  'HomeCard',
  z.discriminatedUnion('kind', [
    namedSchema(
      'CollectionCard',
      z.object({ kind: z.literal('collection'), ...card, ...commonFields, ...books }),
    ),
    namedSchema('SeriesCard', z.object({ kind: z.literal('series'), ...card, ...commonFields, ...books })),
    namedSchema(
      'ChallengeCard',
      z.object({
        kind: z.literal('challenge'),
        ...card,
        ...commonFields,
        day_count: responseFields.count.describe('Days.'),
        ...books,
      }),
    ),
    namedSchema(
      'StoryBookCard',
      z.object({
        kind: z.literal('story_book'),
        ...card,
        ...commonFields,
        duration: seconds.describe('The duration of the chapters of its text items, in seconds.'),
        item_count: responseFields.count.describe(
          'The total number of text items, including those that are not listed.',
        ),
        items: z.array(homeText).describe(limitDescription),
      }),
    ),
    namedSchema(
      'CategoryCard',
      z.object({
        kind: z.literal('category'),
        ...card,
        code: responseFields.code,
        type: responseFields.categoryType,
        sub_categories: z
          .array(reference.extend({ type: responseFields.subCategoryType }))
          .describe('The sub-categories of the category.'),
      }),
    ),
    namedSchema(
      'BookCard',
      z.object({
        kind: z.literal('book'),
        ...card,
        code: responseFields.code,
        author: author.describe('The author of the book.'),
        duration: seconds,
        reading_time: seconds,
        language: responseFields.language,
        audio_url: responseFields.fileUrl('The audio'),
        sample_url: sampleUrl,
      }),
    ),
  ]),
);
export type HomeCard = z.infer<typeof homeCard>;

export const homeBlock = namedSchema(
  'HomeBlock',
  z.object({
    title: responseFields.title,
    type: blockType.describe(`The type of its cards. ${describedIn(blockTypes)}`),
    card_count: responseFields.count.describe(
      'The total number of cards, including those that are not listed.',
    ),
    cards: z.array(homeCard).describe(`The first ${maxHomeCards} cards in order.`),
  }),
);
export type HomeBlock = z.infer<typeof homeBlock>;

/** A home screen for an app. */
export const mobileHome = namedSchema(
  'HomeScreen',
  z.object({
    id: responseFields.id.describe('The ID of the mobile config.'),
    title: responseFields.title,
    service: service.describe('The service of the home screen.'),
    updated_at: responseFields.time.describe(
      'The time of the last change to the mobile config, in ISO 8601 and UTC.',
    ),
    blocks: z
      .array(homeBlock)
      .describe(
        'The blocks in order. Deleted records, inactive challenges, blocks without cards and types that were not requested are omitted.',
      ),
  }),
);
export type MobileHome = z.infer<typeof mobileHome>;
