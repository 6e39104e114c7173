import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { resourceNames } from '#contract/core/permissions';
import { blockType } from '#contract/mobile-configs/block-types';
import * as fields from '#contract/core/fields';
import { countryFilter } from '#contract/core/country-filter';
import { languageFilter } from '#contract/core/language-filter';
import { limits } from '#contract/core/limits';
import { homeBlock } from './mobile-home.ts';

export const homePreviewEndpoint = { method: 'POST', path: '/mobile/home/preview' } as const;

const reference = z.object({ id: fields.id.describe('The id of the record.') });

/** A home screen in an editor, saved or not. */
export const homePreviewRequest = namedSchema(
  'HomePreviewRequest',
  z.object({
    is_main_service: fields.optionalBoolean.describe(
      'True for the app of the main service; `false` when absent.',
    ),
    language: languageFilter.describe('Shows only books in this language, as `GET /mobile/home` does.'),
    country: countryFilter.describe('Shows only books that may be shown in this country today.'),
    config: z
      .array(
        z.object({
          title: fields.optionalText(limits.maxNameLength).describe('The heading of the block.'),
          type: blockType.describe('The type of the block.'),
          data: documentedAs(
            fields.references,
            z.union([
              reference,
              z.object({
                items: z.array(reference).max(limits.maxListLength).describe('The entries in order.'),
              }),
            ]),
          ).describe('The records of the block, as a create of a mobile config names them.'),
        }),
      )
      .max(limits.maxConfigBlocks)
      .describe('The blocks in order, complete or not.'),
  }),
);

export const homeIssueKinds = [
  'block_empty',
  'challenge_inactive',
  'no_books_in_language',
  'books_of_backup_service',
  'books_not_in_country',
] as const;

/** Maximum number of book ids in one issue. */
export const maxIssueBooks = 1_000;

const homeIssue = namedSchema(
  'HomeIssue',
  z.object({
    kind: z
      .enum(homeIssueKinds)
      .describe(
        '`block_empty`: apps hide the block; `challenge_inactive`: apps hide the challenge. ' +
          '`no_books_in_language`: apps in this language hide the record. ' +
          '`books_of_backup_service`: apps of the main service don’t show these books. ' +
          '`books_not_in_country`: apps in this country don’t show these books.',
      ),
    block: responseFields.count.describe('The position of the block, from 1.'),
    record: z
      .object({
        resource: z.enum(resourceNames).describe('The resource of the record.'),
        id: responseFields.id,
        title: responseFields.title,
      })
      .nullable()
      .describe('The record of the block that the issue is about; null for the whole block.'),
    book_count: responseFields.count.describe('The number of books that apps don’t show.'),
    book_ids: z.array(responseFields.id).describe(`The first ${maxIssueBooks} of these books.`),
  }),
);
export type HomeIssue = z.infer<typeof homeIssue>;

export const homePreview = namedSchema(
  'HomePreview',
  z.object({
    blocks: z
      .array(homeBlock)
      .describe('A block for each block of the request, in order, with those that apps hide.'),
    issues: z.array(homeIssue).describe('Content that apps don’t show.'),
  }),
);
export type HomePreview = z.infer<typeof homePreview>;
