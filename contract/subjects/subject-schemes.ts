import { z } from 'zod';
import { subjectLimits } from '#contract/books/book-subjects';
import * as fields from '#contract/core/fields';
import { valueMessages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/* Subject schemes, such as Thema and BISAC. Value lists are licensed, so the publisher uploads them. */

export const subjectSchemeLimits = {
  maxSchemes: 50,
  maxRows: 50_000,
  /** The length of an uploaded list in UTF-16 units. */
  maxListLength: 8 * 1024 * 1024,
  /** The number of results of a search. */
  maxResults: 20,
} as const;

export const subjectSchemeEndpoints = {
  list: { method: 'GET', path: '/subject-schemes' },
  get: { method: 'GET', path: '/subject-schemes/:id' },
  create: { method: 'POST', path: '/subject-schemes/create' },
  update: { method: 'POST', path: '/subject-schemes/update' },
  upload: { method: 'POST', path: '/subject-schemes/upload' },
  remove: { method: 'DELETE', path: '/subject-schemes/:id' },
  search: { method: 'GET', path: '/subjects' },
} as const;

export const subjectScheme = namedSchema(
  'SubjectScheme',
  z.object({
    id: responseFields.id,
    name: z.string().describe('The name in the subjects of books.'),
    is_listed_only: z.boolean().describe('True if books can only have codes of the list.'),
    code_count: responseFields.count.describe('The number of codes in the list. 0 without a list.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change.'),
  }),
);
export type SubjectScheme = z.infer<typeof subjectScheme>;

export const subjectSchemeUsage = namedSchema(
  'SubjectSchemeUsage',
  subjectScheme.extend({
    book_count: responseFields.count.describe('The number of books with a subject of the scheme.'),
  }),
);
export type SubjectSchemeUsage = z.infer<typeof subjectSchemeUsage>;

const isListedOnly = fields.optionalBoolean.describe(
  'True rejects codes that are not in the list. The default is `false`.',
);

const noSeparators = /^[^:;=]+$/;

const name = documentedAs(
  fields
    .requiredText(subjectLimits.maxSchemeLength, valueMessages.schemeNameRequired)
    .pipe(z.string().regex(noSeparators, valueMessages.mustBeSchemeName)),
  z.string().max(subjectLimits.maxSchemeLength).regex(noSeparators),
).describe(
  'The name. It is unique without regard to case, also among earlier names. Requests can contain earlier names.',
);

export const subjectSchemeCreate = namedSchema(
  'SubjectSchemeCreate',
  z.object({ name, is_listed_only: isListedOnly }),
);
export type SubjectSchemeCreate = z.output<typeof subjectSchemeCreate>;

export const subjectSchemeUpdate = namedSchema(
  'SubjectSchemeUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: name.optional(),
    is_listed_only: isListedOnly,
  }),
);
export type SubjectSchemeUpdate = z.output<typeof subjectSchemeUpdate>;

export const subjectListUpload = namedSchema(
  'SubjectListUpload',
  z.object({
    id: fields.id,
    version: fields.version,
    text: z
      .string()
      .max(subjectSchemeLimits.maxListLength, valueMessages.tooLong(subjectSchemeLimits.maxListLength))
      .describe(
        `The content of a CSV or TSV file. The first two columns are code and label. It has at most ${subjectSchemeLimits.maxRows} rows. A first row with “code” is skipped. Replaces the whole list. Blank removes it.`,
      ),
  }),
);
export type SubjectListUpload = z.output<typeof subjectListUpload>;

export const subjectSearch = z.object({
  scheme: fields
    .filterText(subjectLimits.maxSchemeLength)
    .describe('The name of the scheme. Absent for all schemes.'),
  search: fields
    .filterText(subjectLimits.maxLabelLength)
    .describe('The start of a code, or a part of a label. Case and accents are ignored.'),
});
export type SubjectSearch = z.output<typeof subjectSearch>;

export const subjectSchemeMessages = {
  created: 'Subject scheme created successfully',
  updated: 'Subject scheme updated successfully',
  uploaded: 'List uploaded successfully',
  deleted: 'Subject scheme deleted successfully',
} as const;
