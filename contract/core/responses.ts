import { z } from 'zod';
import { languages } from './languages.ts';
import { always, withKeywords } from './schema-notes.ts';

/* Building blocks of response schemas, each with a description for the API reference. */

export const id = withKeywords(z.int(), { minimum: 1 }).describe('Given by the server, never used again.');
export const code = z.string().describe('Unique, given by the server, never changed by it.');
export const name = z.string().describe('What people call it.');
export const title = z.string().describe('The heading that people see.');
export const description = z.string().describe('May have several lines; empty when there is none.');
export const count = withKeywords(z.int(), { minimum: 0 });
export const seconds = count.describe('Whole seconds.');
export const time = withKeywords(z.string(), { format: 'date-time' }).describe('ISO 8601, in UTC.');

/** @param what start of a sentence: "The cover" */
export const fileUrl = (what: string) =>
  withKeywords(z.string(), { format: 'uri-reference' })
    .nullable()
    .describe(
      `${what}: a path on this server (\`/media/…\`), outside \`/api\`, or that path at the address of a CDN where the operator set one. It needs no token and never changes its content; a new file has a new path. Null when there is none.`,
    );

export const thumbnailUrl = always(fileUrl('The same picture, small enough for a row of a table'));

const languageList = languages.map(({ code: number, label }) => `${number} ${label}`).join(', ');
export const language = withKeywords(z.int(), { minimum: 1 }).describe(
  `Number of the language: ${languageList}.`,
);

export const isFeatured = z.boolean().describe('Whether the editors put it forward.');

/** Fields of every record for the detection of concurrent edits. */
export const versionFields = {
  version: always(withKeywords(z.int(), { minimum: 1 })).describe(
    'Rises with every change. Send it with an update to be refused with 409 when somebody else was faster.',
  ),
  updated_at: always(time).describe('The last change, ISO 8601 in UTC.'),
};

/** Distinguishes categories and sub-categories in a response. */
export const entryTypes = { category: 'category', subCategory: 'sub_category' } as const;
const typed = 'Tells categories and sub-categories apart.';
export const categoryType = always(z.literal(entryTypes.category)).describe(typed);
export const subCategoryType = always(z.literal(entryTypes.subCategory)).describe(typed);

/** A reference to a book. */
export const bookReference = z
  .object({ name: z.string().describe('The name of the book.') })
  .nullable()
  .describe('The book behind the code; null once it no longer exists.');
