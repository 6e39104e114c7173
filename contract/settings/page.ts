import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { defaultLanguage } from '#contract/core/languages';
import { named } from '#contract/core/schema-notes';
import { initialLanguages, languageEntry } from './language-list.ts';

/**
 * What every page needs to know of the settings: the server puts it into the page it serves, in a `<meta
 * name="lectern-settings">`, and answers it to pages that have grown old. Every key has a default.
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
  }),
);
export type PageSettings = z.infer<typeof pageSettings>;

/** In answers to calls of whoever has signed in: when it is not the page's own, the page asks again. */
export const revisionHeader = 'lectern-settings';
