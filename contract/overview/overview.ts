import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { named } from '#contract/core/schema-notes';

/** Days after which a failed job no longer counts. */
export const FAILED_JOB_DAYS = 7;

export const overviewEndpoint = { method: 'GET', path: '/overview' } as const;

/** The numbers of items that need attention of the user. A count is null without the permission to open its screen. */
export const overview = named(
  'Overview',
  z.object({
    imports: z
      .object({
        needs_review: answers.count.describe('The number of imports with warnings and failed imports.'),
        ready: answers.count.describe('The number of ready imports without warnings.'),
      })
      .nullable()
      .describe('Imports that are not added yet. Null without `books:edit`.'),
    health: z
      .object({
        errors: answers.count.describe('Issues that show wrong or missing content in apps.'),
        warnings: answers.count.describe('Issues that listeners can notice.'),
        suggestions: answers.count.describe('Issues that are only recommendations.'),
      })
      .describe('Open issues of catalogue health by severity.'),
    jobs: z
      .object({
        failed: answers.count.describe(
          `The number of jobs that failed in the last ${FAILED_JOB_DAYS} days: of all users with all permissions, else your own.`,
        ),
      })
      .describe('Background jobs.'),
  }),
);
export type Overview = z.infer<typeof overview>;
