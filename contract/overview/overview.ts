import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

/** Days after which a failed job no longer counts. */
export const FAILED_JOB_DAYS = 7;

export const overviewEndpoint = { method: 'GET', path: '/overview' } as const;

/** The numbers of items that need attention of the user. A count is null without the permission to open its screen. */
export const overview = namedSchema(
  'Overview',
  z.object({
    imports: z
      .object({
        needs_review: responseFields.count.describe(
          'The number of imports with warnings and failed imports.',
        ),
        ready: responseFields.count.describe('The number of ready imports without warnings.'),
      })
      .nullable()
      .describe('Imports that are not added yet. Null without `books:edit`.'),
    health: z
      .object({
        errors: responseFields.count.describe('Issues that show wrong or missing content in apps.'),
        warnings: responseFields.count.describe('Issues that listeners can notice.'),
        suggestions: responseFields.count.describe('Issues that are only recommendations.'),
      })
      .describe('Open issues of catalogue health by severity.'),
    jobs: z
      .object({
        failed: responseFields.count.describe(
          `The number of jobs that failed in the last ${FAILED_JOB_DAYS} days: of all users with all permissions, else your own.`,
        ),
      })
      .describe('Background jobs.'),
  }),
);
export type Overview = z.infer<typeof overview>;
