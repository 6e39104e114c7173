import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { job } from '#contract/jobs/jobs';
import { limits } from '#contract/core/limits';
import { documentedAs, named } from '#contract/core/schema-notes';
import { books } from '#contract/books/books';

/* Bulk edits of books: first a preview, then the same request applies the changes in a background job. */

export const bulkEndpoints = {
  plan: { method: 'POST', path: '/books/bulk/plan' },
  apply: { method: 'POST', path: '/books/bulk' },
  get: { method: 'GET', path: '/books/bulk/:id' },
  undo: { method: 'POST', path: '/books/bulk/:id/undo' },
} as const;

/** Maximum number of books in a request that lists them by id. */
export const MAX_NAMED_BOOKS = 1_000;
export const MAX_EXAMPLES = 10;

const ids = z
  .array(z.int().min(1).max(limits.maxInteger))
  .max(MAX_NAMED_BOOKS)
  .transform((list) => [...new Set(list)]);

const selection = {
  ids: ids.optional().describe(`The books, by their ids, at most ${MAX_NAMED_BOOKS}.`),
  filter: documentedAs(books.query.optional(), z.record(z.string(), z.unknown()).optional()).describe(
    'In place of `ids`: all books that the list of books shows for these query parameters.',
  ),
  expected: fields
    .wholeNumber(0, 'Must not be negative')
    .describe('With `filter`: how many books it showed. 409 when there are more or fewer by now.'),
};

export const bulkChanges = z.object({
  category_code: fields.optionalCode.describe('An empty text takes the books out of their category.'),
  sub_category_code: fields.optionalCode.describe('An empty text takes the books out of their sub-category.'),
  language: fields.wholeNumber(1, 'Unknown language').describe('Number of the language.'),
  is_backup: fields.optionalBoolean.describe('The service: 1 backup service, 0 main service.'),
  author: z
    .object({ name: fields.requiredText(limits.maxNameLength, 'Name is required').describe('The name.') })
    .optional()
    .describe('The author with this name is found, or made.'),
  collection_id: fields.optionalId.describe('Puts the books at the end of this collection.'),
  challenge_id: fields.optionalId.describe('Puts the books at the end of this challenge, a day each.'),
  delete: fields.optionalBoolean.describe('True deletes the books. It stands alone.'),
});
export type BulkChanges = z.output<typeof bulkChanges>;

export const bulkRequest = named(
  'BulkRequest',
  z.object({
    ...selection,
    changes: bulkChanges.describe('What is to be changed: fields, or one list to be put into, or deletion.'),
    except: ids.optional().describe('Books that are left as they are.'),
  }),
);
export type BulkRequest = z.output<typeof bulkRequest>;

export const stayReasons = ['same', 'gone'] as const;
export type StayReason = (typeof stayReasons)[number];

export const followKinds = [
  'leave_sub_category',
  'reading_time',
  'new_author',
  'authors_without_books',
  'collections',
  'challenges',
  'story_items',
] as const;
export type FollowKind = (typeof followKinds)[number];

const example = named(
  'BulkExample',
  z.object({
    id: answers.id,
    code: answers.code,
    name: answers.name,
    changes: z
      .array(
        z.object({
          field: z.string().describe('The key of the field that changes.'),
          before: z.string().describe('As people read it.'),
          after: z.string().describe('As people read it.'),
        }),
      )
      .describe('Empty for a deletion, and for what is put into a list.'),
  }),
);

export const bulkPreview = named(
  'BulkPreview',
  z.object({
    total: answers.count.describe('How many books were meant.'),
    changes: answers.count.describe('How many of them change.'),
    stays: z
      .array(
        z.object({
          reason: z.enum(stayReasons).describe('Why they stay.'),
          count: answers.count.describe('How many.'),
        }),
      )
      .describe('How many stay as they are, and why: `same` is so already, `gone` is there no more.'),
    follows: z
      .array(
        z.object({
          kind: z.enum(followKinds).describe('What changes with them.'),
          count: answers.count.describe('How many.'),
        }),
      )
      .describe('What else changes with them, and how often.'),
    is_undoable: z.boolean().describe('Whether it can be undone as a whole.'),
    examples: z.array(example).describe(`The first ${MAX_EXAMPLES} that change.`),
  }),
);
export type BulkPreview = z.infer<typeof bulkPreview>;

export const bulkChange = named(
  'BulkChange',
  z.object({
    id: answers.id,
    total: answers.count.describe('How many books were meant.'),
    done: answers.count.describe('How many were looked at so far.'),
    changed: answers.count.describe('How many of them changed.'),
    entry_id: answers.id
      .nullable()
      .describe(
        'Its entry of the journal, which those of the books follow from. Undoing that one undoes it whole.',
      ),
    is_undoable: z.boolean().describe('Whether something of it can be undone.'),
    is_undone: z.boolean().describe('Whether somebody undid it.'),
  }),
);
export type BulkChange = z.infer<typeof bulkChange>;

export const startedBulk = named('StartedBulk', z.object({ id: answers.id.describe('Of the change.'), job }));
export type StartedBulk = z.infer<typeof startedBulk>;
