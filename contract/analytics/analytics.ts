import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { languageFilter } from '#contract/core/language-filter';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { intervals } from './periods.ts';

/** Lower bounds of the classes of reading time, in minutes. The first class contains the books without a reading time. */
export const lengthClasses = [0, 15, 30, 60, 120, 240, 480, 960] as const;

/** The year is limited to 2000–2999, which every calendar library can count. */
const calendarDay = /^2\d{3}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean =>
  calendarDay.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const day = documentedAs(
  fields.filterText(40).transform((text) => (text !== undefined && isDay(text) ? text : undefined)),
  z.iso.date(),
);

const filterKeys = {
  from: day.describe(
    'The first day in UTC, such as `2026-01-31`. The default is 29 days before the last day.',
  ),
  to: day.describe('The last day, inclusive. The default is today.'),
  language: languageFilter.describe('Only books in this language.'),
  category_code: fields.filterCode.describe('Only books of the category with this code.'),
  is_backup: fields.optionalBoolean.describe('Only books of this service: 1 backup service, 0 main service.'),
};

export const analyticsQuery = z.object(filterKeys);
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const totals = {
  books: responseFields.count.describe('The number of books at the end of the period.'),
  seconds: responseFields.count.describe('The duration of all audio at the end of the period, in seconds.'),
  words: responseFields.count.describe('The number of words in all books at the end of the period.'),
  with_cover: responseFields.count.describe('The number of books with a cover.'),
  with_audio: responseFields.count.describe('The number of books with audio.'),
  with_text: responseFields.count.describe('The number of books with text.'),
  with_chapters: responseFields.count.describe('The number of books with chapters.'),
};

export const analyticsReport = namedSchema(
  'Analytics',
  z.object({
    from: z.string().describe('The first day of the range.'),
    to: z.string().describe('The last day of the range.'),
    interval: z.enum(intervals).describe('The length of a period, which depends on the range.'),
    remaining: responseFields.count.describe(
      'The number of books that are not counted yet, after an update or a large import.',
    ),
    periods: z
      .array(
        z.object({
          starts_on: z.string().describe('The first day of the period.'),
          ...totals,
          added: responseFields.count.describe(
            'The number of books added in the period, including restored books.',
          ),
          changed: responseFields.count.describe('The number of changes to books in the period.'),
          deleted: responseFields.count.describe('The number of books deleted in the period.'),
        }),
      )
      .describe('The periods without gaps, earliest first.'),
    matrix: z
      .array(
        z.object({
          language: responseFields.language,
          category: z
            .object({ code: responseFields.code, name: responseFields.name })
            .nullable()
            .describe('The category, or null.'),
          books: responseFields.count.describe('The number of books.'),
          seconds: responseFields.count.describe('The duration of the audio of these books in seconds.'),
        }),
      )
      .describe(
        'The current number of books by category and language. The range has no effect. Cells without books are omitted.',
      ),
    lengths: z
      .array(
        z.object({
          from_minutes: responseFields.count
            .nullable()
            .describe('The lower limit in minutes. Null for books without a reading time.'),
          books: responseFields.count.describe('The number of books.'),
        }),
      )
      .describe('The current books by reading time.'),
    deliveries: z
      .array(
        z.object({
          starts_on: z.string().describe('The first day of the period.'),
          calls: responseFields.count.describe('The number of home screen requests.'),
          unchanged: responseFields.count.describe('The number of these requests that returned 304.'),
        }),
      )
      .describe(
        'The home screen requests per period, without gaps, earliest first. Book filters have no effect.',
      ),
    delivered: z
      .array(
        z.object({
          id: responseFields.id.describe('The ID of the mobile config.'),
          title: z.string().nullable().describe('The title. Null if the mobile config no longer exists.'),
          calls: responseFields.count.describe('The number of requests in the range.'),
          unchanged: responseFields.count.describe('The number of these requests that returned 304.'),
        }),
      )
      .describe('The requested home screens of the range, most requests first.'),
  }),
);
export type Analytics = z.infer<typeof analyticsReport>;
export type AnalyticsPeriod = Analytics['periods'][number];

export const analyticsEndpoint = { method: 'GET', path: '/reports/analytics' } as const;

/** The records by which analytics group books. */
export const analyticsDimensions = ['author', 'narrator', 'series', 'imprint'] as const;
export type AnalyticsDimension = (typeof analyticsDimensions)[number];

/** The maximum number of groups in a response. */
export const MAX_GROUPS = 50;

const { language, category_code, is_backup } = filterKeys;

export const analyticsGroupsQuery = z.object({
  by: z
    .enum(analyticsDimensions, `Must be one of: ${analyticsDimensions.join(', ')}`)
    .describe('The dimension.'),
  language,
  category_code,
  is_backup,
});
export type AnalyticsGroupsQuery = z.output<typeof analyticsGroupsQuery>;

export const analyticsGroups = namedSchema(
  'AnalyticsGroups',
  z.object({
    by: z.enum(analyticsDimensions).describe('The dimension.'),
    remaining: responseFields.count.describe(
      'The number of books that are not counted yet, after an update or a large import.',
    ),
    total: responseFields.count.describe('The number of groups with books.'),
    items: z
      .array(
        z.object({
          id: responseFields.id.describe('The ID of the contributor, series or imprint.'),
          name: responseFields.name,
          books: responseFields.count.describe('The number of books.'),
          seconds: responseFields.count.describe('The duration of the audio of these books in seconds.'),
        }),
      )
      .describe(`The groups with the most books first. At most ${MAX_GROUPS}.`),
  }),
);
export type AnalyticsGroups = z.infer<typeof analyticsGroups>;

/** A book with several narrators or in several series is counted in each of them. */
export const analyticsGroupsEndpoint = { method: 'GET', path: '/reports/analytics/groups' } as const;

export const workQuery = z.object({ from: filterKeys.from, to: filterKeys.to });
export type WorkQuery = z.output<typeof workQuery>;

export const workByUser = namedSchema(
  'WorkByUser',
  z.object({
    from: z.string().describe('The first day of the range.'),
    to: z.string().describe('The last day of the range.'),
    users: z
      .array(
        z.object({
          actor: z
            .object({ id: responseFields.id, name: responseFields.name })
            .nullable()
            .describe('The user. Null for the system and its commands.'),
          created: responseFields.count.describe('The number of records that the user created.'),
          changed: responseFields.count.describe('The number of changes by the user.'),
          deleted: responseFields.count.describe(
            'The number of records that the user deleted, permanently or to the trash.',
          ),
          restored: responseFields.count.describe('The number of records that the user restored.'),
        }),
      )
      .describe('The users with changes in the range, most changes first.'),
  }),
);
export type WorkByUser = z.infer<typeof workByUser>;

/** Permission `reports:read`. */
export const workByUserEndpoint = { method: 'GET', path: '/reports/work-by-user' } as const;
