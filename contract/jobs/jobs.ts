import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, named, withKeywords } from '#contract/core/schema-notes';

/** Background jobs, for work that takes longer than a request should. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** True for a job that has not ended. */
export const isInProgress = (state: JobState): boolean => state === 'queued' || state === 'running';

/** Messages of job endpoints. */
export const jobMessages = {
  cancelling: 'Cancelling job',
  retried: 'Job restarted',
  ourError: 'Something went wrong.',
  joining: 'Assembling file',
  audioOfBook: 'Book audio',
} as const;

export const jobEndpoints = {
  list: { method: 'GET', path: '/jobs' },
  get: { method: 'GET', path: '/jobs/:id' },
  cancel: { method: 'POST', path: '/jobs/:id/cancel' },
  retry: { method: 'POST', path: '/jobs/:id/retry' },
  /** Server-sent events, not JSON. */
  events: { method: 'GET', path: '/jobs/events' },
} as const;

export const job = named(
  'Job',
  z.object({
    id: answers.id,
    kind: z.string().describe('What is done, such as `join`.'),
    subject_id: z.string().describe('What it is done to, as the kind of job names it: an id or a key.'),
    title: z.string().describe('What it is done to, for people: the name of a file or a book.'),
    state: z
      .enum(jobStates)
      .describe('`queued` waits, also between two attempts; `done`, `failed` and `cancelled` have ended.'),
    progress: withKeywords(z.number(), { minimum: 0, maximum: 1 }).describe('From 0 to 1.'),
    stage: z.string().describe('What is being done now, for people; empty where there is nothing to say.'),
    attempts: answers.count.describe('How often it was begun. After the third failure it has failed.'),
    error: z.string().nullable().describe('Why the last attempt failed, a sentence for people; else null.'),
    result: documentedAs(
      z.record(z.string(), z.unknown()).nullable(),
      z.record(z.string(), z.unknown()).nullable(),
    ).describe('What came of it, as the kind of job has it; null until it is done.'),
    is_cancelling: z.boolean().describe('Whether it was told to end and has not yet.'),
    user: named('JobOwner', z.object({ id: answers.id, name: answers.name }))
      .nullable()
      .describe('Who asked for it; null when nobody did.'),
    created_at: answers.time.describe('When it was asked for.'),
    run_at: answers.time.describe('It does not begin before.'),
    changed_at: answers.time.describe('The last change.'),
    finished_at: answers.time.nullable().describe('When it ended; null before.'),
  }),
);
export type Job = z.infer<typeof job>;

const isState = (text: string): text is JobState => (jobStates as readonly string[]).includes(text);

export const jobsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
  state: documentedAs(
    fields.filterText(100).transform((text) =>
      text
        ?.split(',')
        .map((one) => one.trim())
        .filter(isState),
    ),
    z.string().max(100),
  ).describe('Only jobs in this state, or in one of several with commas between. Blank counts as absent.'),
  kind: fields.filterText(40).describe('Only jobs of this kind.'),
  subject_id: fields.filterText(100).describe('Only jobs about this.'),
  since: documentedAs(
    fields.filterText(40).transform((text) => {
      const time = Date.parse(text ?? '');
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }),
    withKeywords(z.string(), { format: 'date-time' }),
  ).describe(
    'Only jobs that have changed since, to catch up after a pause. What is no time counts as absent.',
  ),
  all: fields.optionalBoolean.describe(
    'True: the jobs of all accounts, for accounts that hold every permission; 403 for others. Else one’s own.',
  ),
});
export type JobsQuery = z.output<typeof jobsQuery>;
