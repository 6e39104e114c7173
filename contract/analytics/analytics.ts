import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { languageFromFilter, languages } from '#contract/core/languages';
import { documentedAs, named } from '#contract/core/schema-notes';
import { grains } from './periods.ts';

/** Lower bounds of the duration classes, in minutes of reading time. A first class holds the books without any. */
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
    'The first day, `2026-01-31`, in UTC. Absent or unreadable: 29 days before the last one.',
  ),
  to: day.describe('The last day, itself included. Absent or unreadable: today.'),
  language: documentedAs(
    fields.filterText(20).transform((text) => (text === undefined ? undefined : languageFromFilter(text))),
    z.enum(languages.map(({ short }) => short)),
  ).describe('Only books in this language.'),
  category_code: fields.filterCode.describe('Only books of the category with this code.'),
  is_backup: fields.optionalBoolean.describe('Only books of this service: 1 backup service, 0 main service.'),
};

export const analyticsQuery = z.object(filterKeys);
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const totals = {
  books: answers.count.describe('How many books there were at the end of it.'),
  seconds: answers.count.describe('Seconds of audio of all books together, at the end of it.'),
  words: answers.count.describe('Words of all books together, at the end of it.'),
  with_cover: answers.count.describe('How many of the books had a cover.'),
  with_audio: answers.count.describe('How many had audio.'),
  with_text: answers.count.describe('How many had text.'),
  with_chapters: answers.count.describe('How many had chapters.'),
};

export const analyticsReport = named(
  'Analytics',
  z.object({
    from: z.string().describe('The first day that is shown.'),
    to: z.string().describe('The last day that is shown.'),
    grain: z.enum(grains).describe('What a period is: chosen by the length of the range.'),
    remaining: answers.count.describe(
      'How many books were not counted yet, after an update or a large import.',
    ),
    periods: z
      .array(
        z.object({
          starts_on: z.string().describe('The first day of the period.'),
          ...totals,
          added: answers.count.describe('How many books came in it, restored ones included.'),
          changed: answers.count.describe('How many changes of books were made in it.'),
          deleted: answers.count.describe('How many books went in it.'),
        }),
      )
      .describe('Without gaps, the earliest first.'),
    matrix: z
      .array(
        z.object({
          language: answers.language,
          category: z
            .object({ code: answers.code, name: answers.name })
            .nullable()
            .describe('Null for none.'),
          books: answers.count.describe('How many books.'),
          seconds: answers.count.describe('Seconds of their audio.'),
        }),
      )
      .describe('The catalogue as it is now, whatever the range: the cells that have books.'),
    lengths: z
      .array(
        z.object({
          from_minutes: answers.count
            .nullable()
            .describe('Where the class begins; null for books of no known length.'),
          books: answers.count.describe('How many books.'),
        }),
      )
      .describe('The books as they are now by their reading time, all classes.'),
    deliveries: z
      .array(
        z.object({
          starts_on: z.string().describe('The first day of the period.'),
          calls: answers.count.describe('How often home screens were asked for.'),
          unchanged: answers.count.describe('How many of these were answered with 304: nothing new.'),
        }),
      )
      .describe('Whatever the filters of books, without gaps, the earliest first.'),
    delivered: z
      .array(
        z.object({
          id: answers.id.describe('Of the home screen.'),
          title: z.string().nullable().describe('Null when it does not exist any more.'),
          calls: answers.count.describe('How often it was asked for in the range.'),
          unchanged: answers.count.describe('How many of these were answered with 304.'),
        }),
      )
      .describe('Each home screen that was asked for in the range, the most asked for first.'),
  }),
);
export type Analytics = z.infer<typeof analyticsReport>;
export type AnalyticsPeriod = Analytics['periods'][number];

export const analyticsEndpoint = { method: 'GET', path: '/reports/analytics' } as const;

export const workQuery = z.object({ from: filterKeys.from, to: filterKeys.to });
export type WorkQuery = z.output<typeof workQuery>;

export const workByUser = named(
  'WorkByUser',
  z.object({
    from: z.string().describe('The first day that is counted.'),
    to: z.string().describe('The last day that is counted.'),
    users: z
      .array(
        z.object({
          actor: z
            .object({ id: answers.id, name: answers.name })
            .nullable()
            .describe('Whose account; null for the server itself: its demo, the operator’s commands.'),
          created: answers.count.describe('How many records of any kind they created.'),
          changed: answers.count.describe('How many changes they made.'),
          deleted: answers.count.describe('How many records they deleted, for good or not.'),
          restored: answers.count.describe('How many records they restored.'),
        }),
      )
      .describe('Everybody who did something in the range, those who did most first.'),
  }),
);
export type WorkByUser = z.infer<typeof workByUser>;

/** Permission `reports:read`. */
export const workByUserEndpoint = { method: 'GET', path: '/reports/work-by-user' } as const;
