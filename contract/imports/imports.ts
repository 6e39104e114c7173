import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { bookOfImport } from './import-proposal.ts';
import { seriesInFile } from '#contract/series/series-in-file';
import { importLimits, importStates } from './import-limits.ts';
import { mapProposalFields, proposalFieldNames, proposalFields } from './proposal-fields.ts';
import { recordInputs, recordNames } from '#contract/books/book-details';
import { contributorList } from '#contract/contributors/contributors';
import { customInput } from '#contract/custom-fields/custom-values';
import { limits } from '#contract/core/limits';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/*
 * Imports create books from files. Uploaded files are an import. A background job reads them and makes a proposal, which users review,
 * correct and accept. The catalogue contains nothing of an import before that.
 */

export const importEndpoints = {
  list: { method: 'GET', path: '/imports' },
  get: { method: 'GET', path: '/imports/:id' },
  create: { method: 'POST', path: '/imports' },
  update: { method: 'PUT', path: '/imports/:id' },
  accept: { method: 'POST', path: '/imports/:id/accept' },
  acceptReady: { method: 'POST', path: '/imports/accept-ready' },
  retry: { method: 'POST', path: '/imports/:id/retry' },
  compare: { method: 'GET', path: '/imports/:id/compare' },
  texts: { method: 'GET', path: '/imports/:id/texts' },
  remove: { method: 'DELETE', path: '/imports/:id' },
} as const;

const stateFilter = documentedAs(fields.filterText(20), z.enum(importStates));

export const importsQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only imports with this text in title or author. Case and accents are ignored. A blank value has no effect.',
    ),
    state: stateFilter.describe(
      'Only imports with this status. The default is all except discarded imports.',
    ),
    needs_review: fields.optionalBoolean.describe(
      'True returns imports with warnings and failed imports. False returns ready imports without warnings.',
    ),
    mine: fields.optionalBoolean.describe('True returns only your own imports.'),
    batch_id: documentedAs(fields.filterText(20), fields.id).describe('Only imports of this batch.'),
  })
  .transform((raw) => {
    const { state, batch_id, ...rest } = fields.foldSearch(raw);
    return {
      ...rest,
      state: importStates.find((importState) => importState === state),
      /** An unknown value matches nothing and is not ignored. */
      isStateKnown: state === undefined || (importStates as readonly string[]).includes(state),
      batch_id: batch_id === undefined ? undefined : /^\d{1,9}$/.test(batch_id) ? Number(batch_id) : 0,
    };
  });
export type ImportsQuery = z.output<typeof importsQuery>;

/** Counts of a page, displayed above the list. */
export const importCounts = z
  .object({
    receiving: responseFields.count.describe('The number of imports with unfinished uploads.'),
    reading: responseFields.count.describe('The number of imports in processing.'),
    ready: responseFields.count.describe('The number of ready imports without warnings.'),
    needs_review: responseFields.count.describe('The number of imports with warnings and failed imports.'),
  })
  .describe('The number of imports per status. Only the filters `mine` and `batch_id` apply.');

const path = fields
  .requiredText(importLimits.maxPathLength, 'Path is required')
  .describe('The path of the file, with `/` between folders.');

export const importCreate = namedSchema(
  'ImportCreate',
  z.object({
    files: fields
      .jsonList(
        z.object({
          upload_id: fields.requiredText(64, 'Upload is required').describe('The ID of your own upload.'),
          path,
        }),
        importLimits.maxFiles,
        'files',
      )
      .describe('The uploaded files in any order. Uploads can be unfinished.'),
  }),
);
export type ImportCreate = z.output<typeof importCreate>;

const seconds = z.number('Must be a number of seconds').min(0, 'Must not be negative').max(limits.maxInteger);
const index = z
  .int('Must be a whole number, 0 or more')
  .min(0, 'Must be a whole number, 0 or more')
  .max(limits.maxInteger);

const chapterInput = z.object({
  id: fields.requiredText(40, 'ID is required').describe('The ID of the chapter, or a new unique ID.'),
  name: fields
    .text(limits.maxNameLength)
    .describe('The name that listeners will see. If blank, the name is created from its number.'),
  audio: z
    .object({
      file: index.describe('The position in `files`, starting at 0.'),
      start: seconds.describe('The start in seconds.'),
      end: seconds.describe('The end in seconds.'),
    })
    .nullable()
    .default(null)
    .describe('The audio, or null.'),
  texts: z
    .array(
      z.object({
        text: index.describe('The position in `texts`, starting at 0.'),
        from: index.describe('The first text item, starting at 0.'),
        to: index.describe('The text item behind the last one.'),
      }),
    )
    .max(importLimits.maxChapters)
    .default([])
    .describe('The texts in order.'),
});

/** Changes to a proposal. Absent keys stay unchanged. */
export const importUpdate = namedSchema(
  'ImportUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    fields: z
      .object(
        mapProposalFields((name) => {
          const { maxLength, description } = proposalFields[name];
          return fields.optionalText(maxLength).describe(description);
        }),
      )
      .optional()
      .describe('The fields that change.'),
    contributors: contributorList.describe(
      'All contributors in order. Then `fields.narrator` is ignored. The first author is `fields.author`, if that is also sent. Without authors, the first author stays.',
    ),
    series: fields
      .jsonList(seriesInFile, importLimits.maxSeries, 'series')
      .optional()
      .describe('All series of the book. An empty list removes them.'),
    publication_record: z
      .object(recordInputs)
      .optional()
      .describe('The fields of the publication record that change. Blank text or 0 removes a value.'),
    custom: customInput,
    category_code: fields.optionalCode.describe('The code of a category. An empty text removes it.'),
    sub_category_code: fields.optionalCode.describe('The code of a sub-category. An empty text removes it.'),
    cover: index.nullable().optional().describe('The position in `covers`, or null.'),
    chapters: fields
      .jsonList(chapterInput, importLimits.maxChapters, 'chapters')
      .optional()
      .describe('All chapters in order. Omitted chapters are excluded from the book.'),
  }),
);
export type ImportUpdate = z.output<typeof importUpdate>;

/** Parts of a proposal that can be applied to an existing book. */
export const mergeFieldNames = [
  ...proposalFieldNames,
  'contributors',
  'series',
  'asin',
  ...recordNames,
  'category',
  'cover',
  'chapters',
] as const;
export type MergeFieldName = (typeof mergeFieldNames)[number];

export const importAccept = namedSchema(
  'ImportAccept',
  z.object({
    id: fields.id,
    version: fields.version,
    book_id: fields.optionalId.describe('The ID of the book to update, instead of a new book.'),
    book_version: fields.version,
    take: z
      .array(z.enum(mergeFieldNames))
      .max(mergeFieldNames.length)
      .optional()
      .describe(
        'The fields to update. Other fields stay unchanged. Required with `book_id`. `contributors` are those other than the first author and the narrators. `series` and identifiers are added to those of the book. `series` requires `series:edit`.',
      ),
  }),
);
export type ImportAccept = z.output<typeof importAccept>;

export const acceptReady = namedSchema(
  'AcceptReady',
  z.object({
    batch_id: fields.optionalId.describe('Only imports of this batch. If absent, all your own imports.'),
  }),
);

export const acceptedReady = namedSchema(
  'AcceptedReady',
  z.object({
    accepted: responseFields.count.describe('The number of imports that were added.'),
    remaining: responseFields.count.describe(
      'The number of remaining records. Repeat the request to process them.',
    ),
    failed: z
      .array(
        z.object({
          id: responseFields.id,
          name: responseFields.name,
          message: z.string().describe('The reason.'),
        }),
      )
      .describe('The imports that could not be added. They have a warning.'),
  }),
);

export const compareQuery = z.object({
  book_id: fields.id.describe('The book to compare with.'),
});

/** A book and a proposal side by side. */
export const comparison = namedSchema(
  'ImportComparison',
  z.object({
    book: bookOfImport,
    book_version: always(withKeywords(z.int(), { minimum: 1 })).describe(
      'The version of the book. Send it with the accept request to detect conflicting changes.',
    ),
    rows: z
      .array(
        z.object({
          field: z.enum(mergeFieldNames).describe('The field.'),
          today: z.string().describe('The value of the book as text, or the address of a cover.'),
          found: z.string().describe('The value of the import as text, or the address of a cover.'),
          is_same: z.boolean().describe('True if the values are equal.'),
          is_locked: z
            .boolean()
            .describe('True if the field was edited after its import. It changes only if you select it.'),
          is_proposed: z
            .boolean()
            .describe(
              'True if the field is selected by default: the book has no value. Chapters are also selected if no user edited them.',
            ),
          problem: z
            .string()
            .optional()
            .describe('The reason why an update of the field fails. Absent if it is possible.'),
        }),
      )
      .describe('All fields that the import can change. Most are absent if the import has no value.'),
  }),
);
export type ImportComparison = z.infer<typeof comparison>;

export const textsQuery = z.object({
  chapter: z.coerce
    .number('Must be a whole number, 0 or more')
    .int('Must be a whole number, 0 or more')
    .min(0, 'Must be a whole number, 0 or more')
    .max(importLimits.maxChapters, 'Must be a whole number, 0 or more')
    .describe('The position in `texts`, starting at 0.'),
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

export const importText = namedSchema(
  'ImportText',
  z.object({
    position: withKeywords(z.int(), { minimum: 0 }).describe('The position in the chapter, starting at 0.'),
    text: z.string().describe('The text that is read aloud.'),
  }),
);
