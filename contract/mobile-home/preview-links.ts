import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';
import { homePreviewRequest } from './home-preview.ts';
import { homeBlock, service } from './mobile-home.ts';

export const previewLinkEndpoints = {
  list: { method: 'GET', path: '/mobile/home/preview-links' },
  create: { method: 'POST', path: '/mobile/home/preview-links' },
  revoke: { method: 'DELETE', path: '/mobile/home/preview-links/:id' },
  read: { method: 'POST', path: '/mobile/home/shared-preview' },
} as const;

/** The permission to create preview links. The links of a user work only while the user has it. */
export const permissionToSharePreviews = 'mobile-configs:edit';

/** The path of the public page. The token is in the fragment, which browsers send to no server, so it appears in no log. */
export const sharedPreviewPath = '/preview';

export const previewLinkMessages = {
  created: 'Preview link created',
  revoked: 'Preview link revoked',
} as const;

/** The content of a preview link: a home screen in an editor, saved or not. */
export const previewLinkCreate = namedSchema(
  'PreviewLinkCreate',
  homePreviewRequest.extend({
    title: fields.optionalText(limits.maxNameLength).describe('The title of the home screen.'),
  }),
);
export type PreviewLinkCreate = z.output<typeof previewLinkCreate>;

const entry = {
  id: responseFields.id,
  title: responseFields.title,
  created_at: responseFields.time.describe('The time of creation.'),
  expires_at: responseFields.time.describe('The expiry time.'),
};

export const previewLink = namedSchema('PreviewLink', z.object(entry));
export type PreviewLink = z.infer<typeof previewLink>;

/** A new link. Its address is returned only once. */
export const createdPreviewLink = namedSchema(
  'CreatedPreviewLink',
  z.object({
    ...entry,
    address: z
      .string()
      .describe(
        'The address of the link, such as `https://books.example.org/preview#TOKEN`. It is returned only once.',
      ),
  }),
);
export type CreatedPreviewLink = z.infer<typeof createdPreviewLink>;

export const sharedPreviewQuestion = namedSchema(
  'SharedPreviewQuestion',
  z.object({
    token: fields.requiredText(200, messages.previewLinkInvalid).describe('The part of the link after `#`.'),
  }),
);

/** The content of a preview link for users without an account. It contains no users and no hidden content. */
export const sharedPreview = namedSchema(
  'SharedPreview',
  z.object({
    title: responseFields.title,
    service: service.describe('The service of the home screen.'),
    language: responseFields.language
      .nullable()
      .describe('The language of the preview. Null for all languages.'),
    country: z.string().nullable().describe('The country of the preview. Null for all countries.'),
    expires_at: responseFields.time.describe('The expiry time of the link.'),
    blocks: z.array(homeBlock).describe('The blocks that apps show, in order.'),
  }),
);
export type SharedPreview = z.infer<typeof sharedPreview>;
