import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { languageFilter } from '#contract/core/language-filter';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { resourceNames } from '#contract/core/permissions';
import { healthCheckNames } from './health-checks.ts';

/** Recommended minimum size of a cover, in pixels. */
export const recommendedCover = { width: 500, height: 750 } as const;

/** Relative difference between the sum of chapters and the duration that counts as an issue. */
export const maxDurationDifference = 0.02;

/** Descriptions with fewer characters are reported. */
export const shortDescription = 50;

const rule = z.enum(healthCheckNames);
const kind = z.enum([...resourceNames, 'authors']);

export const healthReport = namedSchema(
  'HealthReport',
  z.object({
    remaining: responseFields.count.describe(
      'The number of books that were not checked yet, after an update or a large import.',
    ),
    rules: z
      .array(
        z.object({
          rule: rule.describe('The health check.'),
          kind: kind.describe('The type of the records that the check finds.'),
          count: responseFields.count.describe('The number of open issues.'),
          dismissed: responseFields.count.describe('The number of dismissed issues.'),
        }),
      )
      .describe('All health checks in a fixed order.'),
  }),
);
export type HealthReport = z.infer<typeof healthReport>;

export const issue = namedSchema(
  'Finding',
  z.object({
    rule: rule.describe('The health check that found the issue.'),
    kind: kind.describe('The type of the record.'),
    id: responseFields.id.describe('The ID of the record.'),
    code: z.string().describe('The code of the record. Empty for types without codes.'),
    name: responseFields.name,
    thumbnail_url: responseFields.fileUrl('The image of the record'),
    detail: z.string().describe('Details of the issue. They can be empty.'),
    version: responseFields.count.describe(
      'The version of the record. A dismissal ends when the record changes.',
    ),
    dismissal: z
      .object({
        reason: z.string().describe('The reason of the dismissal.'),
        at: responseFields.time.describe('The time of the dismissal.'),
        by: z.string().describe('The user who dismissed the issue.'),
      })
      .nullable()
      .describe('The dismissal. Null while the issue is open.'),
  }),
);
export type HealthIssue = z.infer<typeof issue>;

const inputRule = documentedAs(
  z.preprocess(
    (value) => (Array.isArray(value) ? (value as unknown[])[0] : value),
    z.enum(healthCheckNames, messages.checkUnknown),
  ),
  rule,
);

const filterKeys = {
  rule: inputRule.describe('The health check.'),
  search: fields.listKeys.search.describe(
    'Only records that match this search text. A blank value has no effect.',
  ),
  q: fields.listKeys.q,
  dismissed: fields.optionalBoolean.describe('True returns dismissed issues instead of open issues.'),
  language: languageFilter.describe('For books: only books in this language.'),
  is_backup: fields.optionalBoolean.describe(
    'For books: only books of this service. 1 is the backup service, 0 the main service.',
  ),
  category_code: fields.filterCode.describe('For books: only books in this category.'),
};

/** Of the whole list, as CSV. */
export const issuesFilter = z.object(filterKeys).transform(fields.foldSearch);
export type IssuesFilter = z.output<typeof issuesFilter>;

export const issuesQuery = z
  .object({
    page: fields.listKeys.page,
    items_per_page: fields.listKeys.items_per_page,
    ...filterKeys,
  })
  .transform(fields.foldSearch);
export type IssuesQuery = z.output<typeof issuesQuery>;

export const dismissal = namedSchema(
  'Dismissal',
  z.object({
    rule: inputRule.describe('The health check.'),
    id: fields.id.describe('The ID of the record.'),
    reason: fields
      .requiredText(limits.maxNameLength, messages.reasonRequired)
      .describe('The reason, which other users can read.'),
    version: fields.version.describe(
      'The version of the record that you checked. Another stored version fails with 409.',
    ),
  }),
);
export type Dismissal = z.output<typeof dismissal>;

export const dismissalEnd = namedSchema(
  'DismissalEnd',
  z.object({ rule: inputRule.describe('The health check.'), id: fields.id }),
);
export type DismissalEnd = z.output<typeof dismissalEnd>;

export const catalogueHealthEndpoints = {
  report: { method: 'GET', path: '/reports/health' },
  issues: { method: 'GET', path: '/reports/health/issues' },
  /** The complete list as CSV; takes the filter without its page. */
  csv: { method: 'GET', path: '/reports/health/issues.csv' },
  dismiss: { method: 'POST', path: '/reports/health/dismissals' },
  reopen: { method: 'POST', path: '/reports/health/dismissals/end' },
} as const;

export const catalogueHealthMessages = { dismissed: 'Dismissed', reopened: 'Opened again' } as const;
