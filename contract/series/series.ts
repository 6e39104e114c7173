import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import type { ErrorCode } from '#contract/core/error-codes';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, savingMessages } from '#contract/core/messages';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';

const title = fields
  .requiredText(limits.maxNameLength, messages.titleRequired)
  .describe('The title shown to users.');

const positionText = fields.optionalText(limits.maxSeriesPositionLength);
const position = documentedAs(
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), positionText),
  z.string().max(limits.maxSeriesPositionLength),
).describe('The position as text, such as `3`, `2.5` or `1–3`. The default is blank.');

const entry = namedSchema(
  'SeriesBookInput',
  z.object({
    code: fields
      .requiredCode(messages.bookCodeRequired)
      .describe('The code of an existing book. Each book can occur once.'),
    position,
  }),
);

const readBooks = fields.jsonList(entry).superRefine((list, context) => {
  const codes = new Set<string>();
  for (const [index, { code }] of list.entries()) {
    if (context.issues.length >= fields.MAX_LIST_ERRORS) break;
    if (codes.has(code))
      context.addIssue({
        code: 'custom',
        path: [index, 'code'],
        message: messages.bookDuplicated(code),
        params: { failure: 'list.repeated_entry' satisfies ErrorCode },
      });
    codes.add(code);
  }
});

const form = {
  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
  is_ordered: fields.optionalBoolean.describe(
    'True if the books have a reading order. Health checks read the positions of ordered series only. The default is `true`.',
  ),
  books: documentedAs(readBooks, z.array(entry).max(limits.maxListLength))
    .optional()
    .describe('The books in order. If absent, they stay unchanged. An empty list removes all.'),
};

export const series = defineResource({
  name: 'series',
  singular: 'series',
  plural: 'series',
  item: namedSchema(
    'Series',
    z.object({
      id: responseFields.id,
      title: responseFields.title,
      description: responseFields.description,
      is_ordered: z.boolean().describe('True if the books have a reading order.'),
      image: responseFields.fileUrl('The image'),
      thumbnail_url: responseFields.thumbnailUrl,
      books: z
        .array(
          namedSchema(
            'SeriesBook',
            z.object({
              code: responseFields.code,
              name: responseFields.name,
              position: z.string().describe('The position as text. Can be blank.'),
            }),
          ),
        )
        .describe('The books in order.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z.object({ ...fields.listKeys, language: fields.ignoredLanguage }).transform(fields.foldSearch),
  create: namedSchema('SeriesCreate', z.object({ title, ...form })),
  update: namedSchema(
    'SeriesUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      title: title.optional(),
      ...form,
      remove_image: fields.removal('image'),
    }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/series/list' },
    get: { method: 'GET', path: '/series/:id' },
    create: { method: 'POST', path: '/series/create' },
    update: { method: 'POST', path: '/series/update' },
    remove: { method: 'DELETE', path: '/series/:id' },
  },
  encoding: 'multipart',
  files: { image: 'image' },
  totalFollowsWrites: true,
  messages: resourceMessages('series', 'series', {
    createFailed: 'Failed to create series',
    ...savingMessages('series'),
  }),
});

export type Series = ItemOf<typeof series>;
export type SeriesBook = Series['books'][number];
