import { z } from 'zod';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { languageFromFilter, languages } from './languages.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { documentedAs, named } from './notes.ts';
import { type ResourceName, resourceNames } from './permissions.ts';

/** What a cover should have at least, in pixels. */
export const recommendedCover = { width: 500, height: 750 } as const;

/** A chapter sum and a duration that are this far apart, as a part of the sum, differ. */
export const maxDurationDifference = 0.02;

/** What the doctor lists: records of a resource, or authors. */
export type FindingKind = ResourceName | 'authors';

const ofKind = <Kind extends FindingKind, Rule extends string>(kind: Kind, rules: readonly Rule[]) =>
  Object.fromEntries(rules.map((rule) => [rule, kind])) as Record<Rule, Kind>;

/** The rules of the catalogue doctor in the order in which they are shown, each with the kind of record it is about. */
export const doctorRules = {
  ...ofKind('books', [
    'book_without_cover',
    'book_cover_small',
    'book_without_audio',
    'book_without_description',
    'book_without_category',
    'book_without_chapters',
    'book_without_narrator',
    'book_without_length',
    'book_chapter_count_differs',
    'book_duration_differs',
    'book_chapter_without_text',
    'book_text_without_audio',
    'book_title_is_file_name',
    'book_twice',
  ]),
  ...ofKind('authors', ['author_spelled_twice']),
  ...ofKind('categories', ['category_without_books', 'category_without_picture']),
  ...ofKind('sub-categories', ['sub_category_without_books']),
  ...ofKind('collections', [
    'collection_without_books',
    'collection_without_picture',
    'collection_without_description',
  ]),
  ...ofKind('story-books', ['story_book_without_items', 'story_item_leads_nowhere']),
  ...ofKind('challenges', ['challenge_days_differ', 'challenge_without_picture']),
  ...ofKind('mobile-configs', [
    'home_block_empty',
    'home_block_shortened',
    'home_names_backup_only',
    'home_challenge_inactive',
  ]),
} as const;

export type DoctorRule = keyof typeof doctorRules;
export const doctorRuleNames = Object.keys(doctorRules) as [DoctorRule, ...DoctorRule[]];

/** Those whose findings are kept for each book. */
export type BookRule = {
  [Rule in DoctorRule]: (typeof doctorRules)[Rule] extends 'books' ? Rule : never;
}[DoctorRule];

const rule = z.enum(doctorRuleNames);
const kind = z.enum([...resourceNames, 'authors']);

export const doctorReport = named(
  'DoctorReport',
  z.object({
    remaining: answers.count.describe(
      'How many books were not looked at yet, after an update or a large import. While there are some, counts grow.',
    ),
    rules: z
      .array(
        z.object({
          rule: rule.describe('The rule.'),
          kind: kind.describe('What it finds.'),
          count: answers.count.describe('How many it finds, without those that were dismissed.'),
          dismissed: answers.count.describe('How many were dismissed and have not changed since.'),
        }),
      )
      .describe('All rules, in a fixed order.'),
  }),
);
export type DoctorReport = z.infer<typeof doctorReport>;

export const finding = named(
  'Finding',
  z.object({
    rule: rule.describe('What found it.'),
    kind: kind.describe('What kind of record it is.'),
    id: answers.id.describe('Of the record.'),
    code: z.string().describe('The code of the record; empty for kinds that have none.'),
    name: answers.name,
    thumbnail_url: answers.fileUrl('Its picture'),
    detail: z.string().describe('What was found, in a few words; may be empty.'),
    version: answers.count.describe('Of the record. A dismissal lasts until it changes.'),
    dismissal: z
      .object({
        reason: z.string().describe('Why it is accepted.'),
        at: answers.time.describe('When it was dismissed.'),
        by: z.string().describe('Who dismissed it.'),
      })
      .nullable()
      .describe('Null while it is open.'),
  }),
);
export type Finding = z.infer<typeof finding>;

const sentRule = documentedAs(
  z.preprocess(
    (value) => (Array.isArray(value) ? (value as unknown[])[0] : value),
    z.enum(doctorRuleNames, messages.ruleUnknown),
  ),
  rule,
);

const filterKeys = {
  rule: sentRule.describe('Which rule.'),
  search: fields.listKeys.search.describe(
    'Only records that a search of their own list would find. Blank counts as absent.',
  ),
  q: fields.listKeys.q,
  dismissed: fields.optionalBoolean.describe('True: those that were dismissed, in place of the open ones.'),
  language: documentedAs(
    fields.filterText(20).transform((text) => (text === undefined ? undefined : languageFromFilter(text))),
    z.enum(languages.map(({ short }) => short)),
  ).describe('Of books: only those in this language.'),
  is_backup: fields.optionalBoolean.describe(
    'Of books: only those of this service, 1 backup service and 0 main service.',
  ),
  category_code: fields.filterCode.describe('Of books: only those in this category.'),
};

/** Of the whole list, as CSV. */
export const findingsFilter = z.object(filterKeys).transform(fields.foldSearch);
export type FindingsFilter = z.output<typeof findingsFilter>;

export const findingsQuery = z
  .object({
    page: fields.listKeys.page,
    items_per_page: fields.listKeys.items_per_page,
    ...filterKeys,
  })
  .transform(fields.foldSearch);
export type FindingsQuery = z.output<typeof findingsQuery>;

export const dismissal = named(
  'Dismissal',
  z.object({
    rule: sentRule.describe('Which rule.'),
    id: fields.id.describe('Which record.'),
    reason: fields
      .requiredText(limits.maxNameLength, messages.reasonRequired)
      .describe('Why it is accepted, for others.'),
    version: fields.version.describe(
      'The version of the record that was looked at: 409 when the stored one is another.',
    ),
  }),
);
export type Dismissal = z.output<typeof dismissal>;

export const dismissalEnd = named(
  'DismissalEnd',
  z.object({ rule: sentRule.describe('Which rule.'), id: fields.id }),
);
export type DismissalEnd = z.output<typeof dismissalEnd>;

export const doctorEndpoints = {
  report: { method: 'GET', path: '/reports/doctor' },
  findings: { method: 'GET', path: '/reports/doctor/findings' },
  /** The same list whole, as CSV; takes the filter without its page. */
  csv: { method: 'GET', path: '/reports/doctor/findings.csv' },
  dismiss: { method: 'POST', path: '/reports/doctor/dismissals' },
  reopen: { method: 'POST', path: '/reports/doctor/dismissals/end' },
} as const;

export const doctorMessages = { dismissed: 'Dismissed', reopened: 'Opened again' } as const;
