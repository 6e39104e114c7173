import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { describedIn } from '#contract/core/registry';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { jobTypes } from './job-types.ts';

/** The statuses of background jobs, which are used for work that is too long for a request. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Returns true for a job that has not ended. */
export const isInProgress = (state: JobState): boolean => state === 'queued' || state === 'running';

/** Messages of job endpoints. */
export const jobMessages = {
  cancelling: 'Cancelling job',
  retried: 'Job restarted',
  ourError: 'Something went wrong.',
  assembling: 'Assembling file',
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

export const job = namedSchema(
  'Job',
  z.object({
    id: responseFields.id,
    kind: z.string().describe(`The type of the job. ${describedIn(jobTypes)}`),
    subject_id: z.string().describe('The ID or key of the subject of the job.'),
    title: z.string().describe('The name of the file or book.'),
    state: z
      .enum(jobStates)
      .describe(
        'The status. `queued` also applies between two attempts. `done`, `failed` and `cancelled` are final.',
      ),
    progress: withKeywords(z.number(), { minimum: 0, maximum: 1 }).describe('The progress, from 0 to 1.'),
    stage: z.string().describe('The current step as text. It can be empty.'),
    attempts: responseFields.count.describe('The number of attempts. A job fails after the third attempt.'),
    error: z.string().nullable().describe('The reason why the last attempt failed, or null.'),
    result: documentedAs(
      z.record(z.string(), z.unknown()).nullable(),
      z.record(z.string(), z.unknown()).nullable(),
    ).describe('The result, which depends on the type of job. Null until the job is done.'),
    is_cancelling: z.boolean().describe('True while the job is being cancelled.'),
    user: namedSchema('JobOwner', z.object({ id: responseFields.id, name: responseFields.name }))
      .nullable()
      .describe('The user who started the job. Null for the system.'),
    created_at: responseFields.time.describe('The time of creation.'),
    run_at: responseFields.time.describe('The earliest start time.'),
    changed_at: responseFields.time.describe('The time of the last change.'),
    finished_at: responseFields.time.nullable().describe('The end time. Null while the job is not finished.'),
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
        .map((item) => item.trim())
        .filter(isState),
    ),
    z.string().max(100),
  ).describe(
    'Only jobs with this status, or with one of several, separated by commas. A blank value has no effect.',
  ),
  kind: fields.filterText(40).describe('Only jobs of this type.'),
  subject_id: fields.filterText(100).describe('Only jobs of this subject.'),
  since: documentedAs(
    fields.filterText(40).transform((text) => {
      const time = Date.parse(text ?? '');
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }),
    withKeywords(z.string(), { format: 'date-time' }),
  ).describe('Only jobs that have changed since this time. An invalid value has no effect.'),
  all: fields.optionalBoolean.describe(
    'True returns the jobs of all users, if you have all permissions (otherwise 403). The default is your own jobs.',
  ),
});
export type JobsQuery = z.output<typeof jobsQuery>;
