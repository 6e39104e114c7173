import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { bookOfImport } from './import-proposal.ts';
import { importLimits, importStates } from './import-limits.ts';
import { limits } from '#contract/core/limits';
import { always, documentedAs, named, withKeywords } from '#contract/core/schema-notes';

/*
 * Imports create books from files. Uploaded files are an import; a background job reads them and makes a proposal,
 * which users review, correct and accept. Nothing is in the catalogue before that.
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
      'Only imports whose title or author contains this text, whatever its case and accents. Blank counts as absent.',
    ),
    state: stateFilter.describe('Only imports in this state. Without it, all but the dropped ones.'),
    needs_review: fields.optionalBoolean.describe(
      'True: only those that are ready and have warnings, and those that failed. False: only those that are ready without any.',
    ),
    mine: fields.optionalBoolean.describe('True: only those that the caller dropped.'),
    batch_id: documentedAs(fields.filterText(20), fields.id).describe(
      'Only imports that came with this drop.',
    ),
  })
  .transform((raw) => {
    const { state, batch_id, ...rest } = fields.foldSearch(raw);
    return {
      ...rest,
      state: importStates.find((importState) => importState === state),
      /** An unknown value matches nothing; it is not ignored. */
      isStateKnown: state === undefined || (importStates as readonly string[]).includes(state),
      batch_id: batch_id === undefined ? undefined : /^\d{1,9}$/.test(batch_id) ? Number(batch_id) : 0,
    };
  });
export type ImportsQuery = z.output<typeof importsQuery>;

/** Counts of a page, displayed above the list. */
export const importCounts = z
  .object({
    receiving: answers.count.describe('Files still on their way.'),
    reading: answers.count.describe('Being read.'),
    ready: answers.count.describe('Ready, without a warning.'),
    needs_review: answers.count.describe('Ready with warnings, or failed.'),
  })
  .describe('How many there are of each, over all pages and filters but `mine` and `drop_id`.');

const path = fields
  .requiredText(importLimits.maxPathLength, 'Path is required')
  .describe('The path inside the drop, with `/` between folders; a file by itself has just its name.');

export const importCreate = named(
  'ImportCreate',
  z.object({
    files: fields
      .jsonList(
        z.object({
          upload_id: fields.requiredText(64, 'Upload is required').describe('An upload of the same account.'),
          path,
        }),
        importLimits.maxFiles,
        'files',
      )
      .describe('What was dropped, in any order. Uploads may still be under way.'),
  }),
);
export type ImportCreate = z.output<typeof importCreate>;

const seconds = z.number('Must be a number of seconds').min(0, 'Must not be negative').max(limits.maxInteger);
const index = z
  .int('Must be a whole number, 0 or more')
  .min(0, 'Must be a whole number, 0 or more')
  .max(limits.maxInteger);

const chapterInput = z.object({
  id: fields.requiredText(40, 'The id is needed').describe('As it was read, or a new one that is unique.'),
  name: fields.text(limits.maxNameLength).describe('What listeners will see. Blank: made of its number.'),
  audio: z
    .object({
      file: index.describe('Which of `files`.'),
      start: seconds.describe('Where it begins, in seconds.'),
      end: seconds.describe('Where it ends, in seconds.'),
    })
    .nullable()
    .default(null)
    .describe('Its sound; null for none.'),
  texts: z
    .array(
      z.object({
        text: index.describe('Which of `texts`.'),
        from: index.describe('The first text item of it.'),
        to: index.describe('The text item behind the last one.'),
      }),
    )
    .max(importLimits.maxChapters)
    .default([])
    .describe('Its texts, in order.'),
});

const fieldInput = (max: number) => fields.optionalText(max);

/** Changes to a proposal. Absent keys stay unchanged. */
export const importUpdate = named(
  'ImportUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    fields: z
      .object({
        name: fieldInput(limits.maxNameLength).describe('The title.'),
        author: fieldInput(limits.maxNameLength).describe(
          'Who wrote it. Blank: the provider of the catalogue.',
        ),
        narrator: fieldInput(limits.maxNameLength).describe('Who reads it.'),
        description: fieldInput(limits.maxDescriptionLength).describe('May have several lines.'),
        year: fieldInput(10).describe('When it appeared; blank for none.'),
        language: fieldInput(10).describe('The number of the language.'),
      })
      .optional()
      .describe('The fields that change.'),
    category_code: fields.optionalCode.describe('A category; an empty text for none.'),
    sub_category_code: fields.optionalCode.describe('A sub-category; an empty text for none.'),
    cover: index.nullable().optional().describe('Which of `covers`; null for none.'),
    chapters: fields
      .jsonList(chapterInput, importLimits.maxChapters, 'chapters')
      .optional()
      .describe('All chapters, in order: what is not among them is left out of the book.'),
  }),
);
export type ImportUpdate = z.output<typeof importUpdate>;

/** Parts of a proposal that can be applied to an existing book. */
export const mergeFieldNames = [
  'name',
  'author',
  'narrator',
  'description',
  'year',
  'language',
  'category',
  'cover',
  'chapters',
] as const;
export type MergeFieldName = (typeof mergeFieldNames)[number];

export const importAccept = named(
  'ImportAccept',
  z.object({
    id: fields.id,
    version: fields.version,
    book_id: fields.optionalId.describe('Put it into this book instead of making one.'),
    book_version: fields.version,
    take: z
      .array(z.enum(mergeFieldNames))
      .max(mergeFieldNames.length)
      .optional()
      .describe('What that book takes of the draft; the rest of it stays as it is. Needed with `book_id`.'),
  }),
);
export type ImportAccept = z.output<typeof importAccept>;

export const acceptReady = named(
  'AcceptReady',
  z.object({
    batch_id: fields.optionalId.describe('Only those of this drop. Absent: all of the caller’s own.'),
  }),
);

export const acceptedReady = named(
  'AcceptedReady',
  z.object({
    accepted: answers.count.describe('How many became books.'),
    remaining: answers.count.describe('How many are left for the next call: one call takes a bounded time.'),
    failed: z
      .array(
        z.object({
          id: answers.id,
          name: answers.name,
          sentence: z.string().describe('Why it was left, in a sentence.'),
        }),
      )
      .describe('Those that could not be accepted. They stay, with a warning.'),
  }),
);

export const compareQuery = z.object({
  book_id: fields.id.describe('The book to compare with.'),
});

/** A book and a proposal side by side. */
export const comparison = named(
  'ImportComparison',
  z.object({
    book: bookOfImport,
    book_version: always(withKeywords(z.int(), { minimum: 1 })).describe(
      'Send it with the accept, to be refused when the book was changed meanwhile.',
    ),
    rows: z
      .array(
        z.object({
          field: z.enum(mergeFieldNames).describe('What is compared.'),
          today: z.string().describe('What the book has, in words; an address for a cover.'),
          found: z.string().describe('What the draft has, in words; an address for a cover.'),
          is_same: z.boolean().describe('Whether they are equal.'),
          is_locked: z
            .boolean()
            .describe(
              'Whether somebody edited it by hand since it was imported: it changes only when it is ticked.',
            ),
          is_proposed: z.boolean().describe('Whether to tick it at first.'),
        }),
      )
      .describe('Every field that a draft can change.'),
  }),
);
export type ImportComparison = z.infer<typeof comparison>;

export const textsQuery = z.object({
  chapter: z.coerce
    .number('Must be a whole number, 0 or more')
    .int('Must be a whole number, 0 or more')
    .min(0, 'Must be a whole number, 0 or more')
    .max(importLimits.maxChapters, 'Must be a whole number, 0 or more')
    .describe('Which of the draft’s `texts`, counted from 0.'),
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

export const importText = named(
  'ImportText',
  z.object({
    position: withKeywords(z.int(), { minimum: 0 }).describe(
      'Which text item of the chapter, counted from 0.',
    ),
    text: z.string().describe('What is read aloud.'),
  }),
);
