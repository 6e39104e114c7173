import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { defaultLanguage } from '#contract/core/languages';
import { named } from '#contract/core/schema-notes';
import { initialLanguages, languageEntry } from './language-list.ts';

/**
 * Settings that every page needs. The server embeds them in the page in `<meta name="lectern-settings">` and also
 * sends them to pages that are out of date. Every key has a default.
 */
export const pageSettings = named(
  'PageSettings',
  z.object({
    revision: answers.count.catch(0).describe('Rises with every change of a setting.'),
    product_name: z.string().catch('Lectern').describe('What the product is called.'),
    provider_name: z.string().catch('Lectern').describe('The author of books without one.'),
    logo_url: answers.fileUrl('The logo').catch(null),
    docs_url: z.string().catch('').describe('Where the footer’s Documentation leads; empty for nowhere.'),
    support_url: z.string().catch('').describe('Where the footer’s Support leads; empty for nowhere.'),
    max_image_bytes: z
      .int()
      .catch(10 * 1024 * 1024)
      .describe('The largest picture.'),
    max_audio_bytes: z
      .int()
      .catch(2 * 1024 * 1024 * 1024)
      .describe('The largest audio file.'),
    languages: z
      .array(languageEntry)
      .catch([...initialLanguages])
      .describe('The languages of the catalogue.'),
    new_book_language: z.int().catch(defaultLanguage).describe('The language that a new book begins with.'),
    new_book_is_backup: z.boolean().catch(true).describe('Whether a new book begins in the backup service.'),
    sign_in_providers: z
      .array(
        z.object({
          id: z.string().describe('Names the provider in `POST /auth/providers/start`.'),
          name: answers.name,
        }),
      )
      .catch([])
      .describe('The sign-in providers, in the order of the configuration.'),
    has_password_sign_in: z
      .boolean()
      .catch(true)
      .describe('Whether users sign in with a password or passkey; false: with providers only.'),
  }),
);
export type PageSettings = z.infer<typeof pageSettings>;

/** Response header for signed-in users. When it differs from the page's own value, the page loads the settings again. */
export const revisionHeader = 'lectern-settings';
