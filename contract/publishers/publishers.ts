import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import type { ErrorCode } from '#contract/core/error-codes';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, savingMessages, valueMessages } from '#contract/core/messages';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/** The maximum number of imprints of a publisher. */
export const MAX_IMPRINTS = 500;

const withSingleSpaces = (text: string): string => text.replace(/\s+/gu, ' ');

/** The name of a publisher or an imprint. Repeated spaces become one. */
const nameText = documentedAs(
  fields.requiredText(limits.maxNameLength, messages.nameRequired).transform(withSingleSpaces),
  z.string().max(limits.maxNameLength).regex(/\S/),
);

const website = documentedAs(
  fields
    .optionalText(limits.maxAddressLength)
    .refine((text) => text === undefined || text === '' || fields.isLink(text), valueMessages.mustBeLink),
  z.string().max(limits.maxAddressLength),
);

const imprintInput = namedSchema(
  'ImprintInput',
  z.object({
    id: fields.optionalId.describe(
      'The ID of an imprint of this publisher, which is renamed. Without it, the imprint is found by name or created.',
    ),
    name: nameText.describe('The name of the imprint. It is unique in the publisher.'),
  }),
);

const readImprints = fields.jsonList(imprintInput, MAX_IMPRINTS, 'imprints').superRefine((list, context) => {
  const keys = new Set<string>();
  for (const [index, { name }] of list.entries()) {
    if (context.issues.length >= fields.MAX_LIST_ERRORS) break;
    const key = contributorNameKey(name);
    if (keys.has(key))
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: valueMessages.twice,
        params: { failure: 'list.repeated_entry' satisfies ErrorCode },
      });
    keys.add(key);
  }
});

const form = {
  website: website.describe('The address of the website, which starts with `http://` or `https://`.'),
  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
  imprints: documentedAs(readImprints, z.array(imprintInput).max(MAX_IMPRINTS))
    .optional()
    .describe(
      'All imprints in order. If absent, they stay unchanged. Fails with 409 if books use a removed imprint.',
    ),
};

const publisherName = nameText.describe(
  'The name, which all books show. It is unique: case and repeated spaces are ignored. Fails with 409 if another publisher has it.',
);

/** A publisher or an imprint of a book in a response. */
const reference = z.object({ id: responseFields.id, name: responseFields.name });
export const bookPublisher = namedSchema('BookPublisher', reference);
export const bookImprint = namedSchema('BookImprint', reference);

const nameInRequest = fields.optionalText(limits.maxNameLength);

/** The fields of a book in requests. */
export const publisherForm = {
  publisher: nameInRequest.describe(
    'The name of the publisher, which is found or created. Another publisher removes the imprint. Empty text removes publisher and imprint.',
  ),
  imprint: nameInRequest.describe(
    'The name of an imprint of the publisher, which is found or created. Without a publisher, the only imprint with this name. Empty text removes it.',
  ),
};

export const publishers = defineResource({
  name: 'publishers',
  singular: 'publisher',
  plural: 'publishers',
  item: namedSchema(
    'Publisher',
    z.object({
      id: responseFields.id,
      name: responseFields.name,
      website: withKeywords(z.string(), { format: 'uri-reference' }).describe(
        'The address of the website. Empty if not known.',
      ),
      description: responseFields.description,
      image: responseFields.fileUrl('The logo'),
      thumbnail_url: responseFields.thumbnailUrl,
      imprints: z
        .array(namedSchema('Imprint', reference))
        .describe('The imprints in order. An ID stays the same when the imprint is renamed.'),
      ...responseFields.versionFields,
    }),
  ),
  query: z.object({ ...fields.listKeys, language: fields.ignoredLanguage }).transform(fields.foldSearch),
  create: namedSchema('PublisherCreate', z.object({ name: publisherName, ...form })),
  update: namedSchema(
    'PublisherUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      name: publisherName.optional(),
      ...form,
      remove_image: fields.removal('logo'),
    }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/publishers/list' },
    get: { method: 'GET', path: '/publishers/:id' },
    create: { method: 'POST', path: '/publishers/create' },
    update: { method: 'POST', path: '/publishers/update' },
    remove: { method: 'DELETE', path: '/publishers/:id' },
  },
  encoding: 'multipart',
  files: { image: 'image' },
  totalFollowsWrites: true,
  messages: resourceMessages('publisher', 'publishers', {
    createFailed: 'Failed to create publisher',
    ...savingMessages('publisher'),
  }),
});

export type Publisher = ItemOf<typeof publishers>;
export type Imprint = Publisher['imprints'][number];
