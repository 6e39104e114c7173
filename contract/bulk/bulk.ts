import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { job } from '#contract/jobs/jobs';
import { limits } from '#contract/core/limits';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { bulkDetailForm } from '#contract/books/book-details';
import { subjectsInput } from '#contract/books/book-subjects';
import { books } from '#contract/books/books';
import { customInput } from '#contract/custom-fields/custom-values';
import { publisherForm } from '#contract/publishers/publishers';

/* Bulk edits of books: first a preview, then the same request applies the changes in a background job. */

export const bulkEndpoints = {
  preview: { method: 'POST', path: '/books/bulk/preview' },
  apply: { method: 'POST', path: '/books/bulk' },
  get: { method: 'GET', path: '/books/bulk/:id' },
  undo: { method: 'POST', path: '/books/bulk/:id/undo' },
} as const;

/** Maximum number of books in a request that lists them by id. */
export const MAX_NAMED_BOOKS = 1_000;
export const MAX_EXAMPLES = 10;
/** Maximum number of books that become editions of a work at once. */
export const MAX_LINKED_BOOKS = 100;

const ids = z
  .array(z.int().min(1).max(limits.maxInteger))
  .max(MAX_NAMED_BOOKS)
  .transform((list) => [...new Set(list)]);

const selection = {
  ids: ids.optional().describe(`The IDs of the books, at most ${MAX_NAMED_BOOKS}.`),
  filter: documentedAs(books.query.optional(), z.record(z.string(), z.unknown()).optional()).describe(
    'Instead of `ids`: all books that match these query parameters of the book list.',
  ),
  expected: fields
    .wholeNumber(0, 'Must not be negative')
    .describe('With `filter`: the number of books that you expect. Another number fails with 409.'),
};

const keywords = fields.optionalText(1_000);

export const bulkChanges = z.object({
  category_code: fields.optionalCode.describe(
    'The code of the category. An empty text removes the category of the books.',
  ),
  sub_category_code: fields.optionalCode.describe(
    'The code of the sub-category. An empty text removes the sub-category of the books.',
  ),
  language: fields.wholeNumber(1, 'Unknown language').describe('The number of the language.'),
  is_backup: fields.optionalBoolean.describe('The service: 1 is the backup service, 0 the main service.'),
  author: z
    .object({
      name: fields.requiredText(limits.maxNameLength, 'Name is required').describe('The name of the author.'),
    })
    .optional()
    .describe('The author, found by name or created.'),
  contributor: z
    .object({
      id: fields.id.describe('The ID of the contributor to merge.'),
      name: fields
        .requiredText(limits.maxNameLength, 'Name is required')
        .describe('The name of the contributor that remains.'),
    })
    .optional()
    .describe(
      'Merges a contributor into another: replaces them in all roles on the books. After their last book, their details are moved and they are removed. It can’t be combined with other changes.',
    ),
  ...bulkDetailForm,
  publisher: publisherForm.publisher,
  imprint: fields
    .optionalText(limits.maxNameLength)
    .describe(
      'The name of an imprint of the publisher, which is found or created. Without `publisher`, an imprint of the publisher of each book. Empty text removes it.',
    ),
  add_subjects: subjectsInput.describe(
    'Subjects to add to those of the books: a list, or a text such as `Thema:FBA; BISAC:FIC019000`.',
  ),
  remove_subjects: subjectsInput.describe('Subjects to remove from those of the books.'),
  add_keywords: keywords.describe('Keywords to add to those of the books, separated by semicolons.'),
  remove_keywords: keywords.describe('Keywords to remove, separated by semicolons. Case is ignored.'),
  custom: customInput,
  edition_of: fields.optionalCode.describe(
    `The code of a book of a work. The books become editions of this work, at most ${MAX_LINKED_BOOKS} at once. Books of other works are skipped. An empty text removes the books from their works.`,
  ),
  collection_id: fields.optionalId.describe('Adds the books to the end of this collection.'),
  challenge_id: fields.optionalId.describe('Adds the books to the end of this challenge, one day each.'),
  delete: fields.optionalBoolean.describe('True deletes the books. It can’t be combined with other changes.'),
});
export type BulkChanges = z.output<typeof bulkChanges>;

export const bulkRequest = namedSchema(
  'BulkRequest',
  z.object({
    ...selection,
    changes: bulkChanges.describe('The change: fields, one list to add the books to, or a deletion.'),
    except: ids.optional().describe('The IDs of books to skip.'),
  }),
);
export type BulkRequest = z.output<typeof bulkRequest>;

export const skipReasons = [
  'unchanged',
  'missing',
  'invalid',
  'too_long',
  'no_imprint',
  'other_work',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const relatedKinds = [
  'leave_sub_category',
  'reading_time',
  'new_author',
  'new_publisher',
  'new_imprint',
  'authors_without_books',
  'collections',
  'challenges',
  'story_items',
] as const;
export type RelatedKind = (typeof relatedKinds)[number];

const example = namedSchema(
  'BulkExample',
  z.object({
    id: responseFields.id,
    code: responseFields.code,
    name: responseFields.name,
    changes: z
      .array(
        z.object({
          field: z.string().describe('The name of the changed field.'),
          before: z.string().describe('The value as text.'),
          after: z.string().describe('The value as text.'),
        }),
      )
      .describe('The changed fields. Empty for a deletion or an addition to a list.'),
  }),
);

export const bulkPreview = namedSchema(
  'BulkPreview',
  z.object({
    total: responseFields.count.describe('The number of selected books.'),
    changes: responseFields.count.describe('The number of books that will change.'),
    skipped: z
      .array(
        z.object({
          reason: z.enum(skipReasons).describe('The reason.'),
          count: responseFields.count.describe('The number of records.'),
        }),
      )
      .describe(
        'The books that stay unchanged, by reason. `unchanged` already has the value, and `missing` no longer exists. `invalid` has another value that contradicts it. `too_long` would have too many subjects or keywords. `no_imprint` has no publisher, and no imprint or several have the name. `other_work` belongs to another work.',
      ),
    related: z
      .array(
        z.object({
          kind: z.enum(relatedKinds).describe('The type of the related records.'),
          count: responseFields.count.describe('The number of records.'),
        }),
      )
      .describe('Related records that will also change, with their number.'),
    is_undoable: z.boolean().describe('True if the change can be undone as a whole.'),
    examples: z.array(example).describe(`The first ${MAX_EXAMPLES} books that will change.`),
  }),
);
export type BulkPreview = z.infer<typeof bulkPreview>;

export const bulkChange = namedSchema(
  'BulkChange',
  z.object({
    id: responseFields.id,
    total: responseFields.count.describe('The number of selected books.'),
    done: responseFields.count.describe('The number of processed books.'),
    changed: responseFields.count.describe('The number of changed books.'),
    entry_id: responseFields.id
      .nullable()
      .describe('The audit log entry of the whole change. Undo this entry to undo the change.'),
    release_id: responseFields.id
      .nullable()
      .optional()
      .describe('The release in which it is saved. Null for the live catalogue.'),
    is_undoable: z.boolean().describe('True if the bulk edit can be undone.'),
    is_undone: z.boolean().describe('True if the bulk edit was undone.'),
  }),
);
export type BulkChange = z.infer<typeof bulkChange>;

export const startedBulk = namedSchema(
  'StartedBulk',
  z.object({ id: responseFields.id.describe('The ID of the bulk edit.'), job }),
);
export type StartedBulk = z.infer<typeof startedBulk>;
