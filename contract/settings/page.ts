import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defaultLanguage } from '#contract/core/languages';
import { namedSchema } from '#contract/core/schema-notes';
import { initialLanguages, languageEntry } from './language-list.ts';

/**
 * The settings that every page needs. The server embeds them in the page in `<meta name="lectern-settings">` and also sends them to
 * outdated pages. Every key has a default.
 */
export const pageSettings = namedSchema(
  'PageSettings',
  z.object({
    revision: responseFields.count.catch(0).describe('Increases with every change to a setting.'),
    product_name: z.string().catch('Lectern').describe('The name of the product.'),
    provider_name: z.string().catch('Lectern').describe('The author of books without an author.'),
    logo_url: responseFields.fileUrl('The logo').catch(null),
    docs_url: z
      .string()
      .catch('')
      .describe('The address of the Documentation link in the footer. Empty if there is no link.'),
    support_url: z
      .string()
      .catch('')
      .describe('The address of the Support link in the footer. Empty if there is no link.'),
    max_image_bytes: z
      .int()
      .catch(10 * 1024 * 1024)
      .describe('The maximum size of an image, in bytes.'),
    max_audio_bytes: z
      .int()
      .catch(2 * 1024 * 1024 * 1024)
      .describe('The maximum size of an audio file, in bytes.'),
    languages: z
      .array(languageEntry)
      .catch([...initialLanguages])
      .describe('The languages of the catalogue.'),
    new_book_language: z.int().catch(defaultLanguage).describe('The default language of a new book.'),
    new_book_is_backup: z
      .boolean()
      .catch(true)
      .describe('True if the default service of a new book is the backup service.'),
    has_custom_fields: z
      .boolean()
      .catch(false)
      .describe('True if books have custom fields, which `GET /custom-fields` lists.'),
    sign_in_providers: z
      .array(
        z.object({
          id: z.string().describe('The ID of the provider, for `POST /auth/providers/start`.'),
          name: responseFields.name,
        }),
      )
      .catch([])
      .describe('The sign-in providers, in the order of the configuration.'),
    has_password_sign_in: z
      .boolean()
      .catch(true)
      .describe(
        'True if users can sign in with a password or passkey. False if only providers are available.',
      ),
  }),
);
export type PageSettings = z.infer<typeof pageSettings>;

/** The response header for signed-in users. If it differs from the value of the page, the page loads the settings again. */
export const revisionHeader = 'lectern-settings';
