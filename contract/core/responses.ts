import { z } from 'zod';
import { languages } from './languages.ts';
import { always, withKeywords } from './schema-notes.ts';

/* Building blocks of response schemas, each with a description for the API reference. */

export const id = withKeywords(z.int(), { minimum: 1 }).describe(
  'The ID, assigned by the server and never reused.',
);
export const code = z.string().describe('The unique code, assigned by the server. It never changes.');
export const name = z.string().describe('The display name.');
export const title = z.string().describe('The title shown to users.');
export const description = z.string().describe('Can contain line breaks. Empty if there is none.');
export const count = withKeywords(z.int(), { minimum: 0 });
export const seconds = count.describe('Seconds as an integer.');
export const time = withKeywords(z.string(), { format: 'date-time' }).describe('An ISO 8601 time in UTC.');

/** @param what start of a sentence: "The cover" */
export const fileUrl = (what: string) =>
  withKeywords(z.string(), { format: 'uri-reference' })
    .nullable()
    .describe(
      `${what}: a path such as \`/media/KEY\`, or its address on a CDN. It requires no token. A new file gets a new path. Null if there is no file.`,
    );

export const thumbnailUrl = always(fileUrl('A thumbnail of the image'));

const languageList = languages.map(({ code: number, label }) => `${number} ${label}`).join(', ');
export const language = withKeywords(z.int(), { minimum: 1 }).describe(
  `The number of the language: ${languageList}.`,
);

export const didYouMean = z
  .string()
  .optional()
  .describe(
    'The corrected search that the items match. Present only if the searched text has no results: words of five or more letters then match with one typo.',
  );

export const isFeatured = z.boolean().describe('True if the item is featured.');

/** Fields of every record for the detection of concurrent edits. */
export const versionFields = {
  version: always(withKeywords(z.int(), { minimum: 1 })).describe(
    'Increases with every change. Send it with an update to detect conflicting changes (409).',
  ),
  updated_at: always(time).describe('The time of the last change, in ISO 8601 and UTC.'),
};

/** Distinguishes categories and sub-categories in a response. */
export const entryTypes = { category: 'category', subCategory: 'sub_category' } as const;
const typeDescription = 'The type: category or sub-category.';
export const categoryType = always(z.literal(entryTypes.category)).describe(typeDescription);
export const subCategoryType = always(z.literal(entryTypes.subCategory)).describe(typeDescription);

/** A reference to a book. */
export const bookReference = z
  .object({ name: z.string().describe('The name of the book.') })
  .nullable()
  .describe('The book with this code. Null if it no longer exists.');
