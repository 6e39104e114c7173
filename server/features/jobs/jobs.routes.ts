import { pageOf } from '#contract/core/envelope';
import { idIn } from '#server/core/http/id-in';
import { type Job, job as jobSchema, jobEndpoints, jobMessages, jobsQuery } from '#contract/jobs/jobs';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { JobRow } from '#server/core/db/tables/jobs';
import { notFound } from '#server/core/errors';
import { type Call, type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { JobQueue } from '#server/core/jobs/job-queue';
import { requestedUserId, assertMayChange, assertOwn } from './job-access.ts';
import type { JobList } from './job-list.ts';

const tag = 'jobs';

/** Routes that list, cancel and retry background jobs. */
export function jobRoutes(list: JobList, queue: JobQueue): RouteDefinition[] {
  async function get(id: number): Promise<Job> {
    const storedJob = await list.get(id);
    if (!storedJob) throw notFound('job');
    return storedJob;
  }

  /** Runs first in the transaction that changes the job. */
  const check = (call: Call<unknown, unknown>) => async (trx: Transaction<Schema>, row: JobRow) => {
    assertMayChange(await call.authorize(trx), row);
  };

  return [
    defineRoute({
      ...jobEndpoints.list,
      tag,
      operationId: 'listJobs',
      summary: 'List background jobs',
      access: 'session',
      mayForbid: true,
      query: jobsQuery,
      response: pageOf(jobSchema),
      handle: async ({ query, user }) => {
        const { items, total } = await list.list(query, requestedUserId(user, query.all));
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...jobEndpoints.get,
      tag,
      operationId: 'getJob',
      summary: 'Get a background job',
      access: 'session',
      response: jobSchema,
      handle: async (call) => {
        const storedJob = await get(idIn(call.body));
        assertOwn(call.user, storedJob.user?.id ?? null);
        return { data: storedJob };
      },
    }),
    defineRoute({
      ...jobEndpoints.cancel,
      tag,
      operationId: 'cancelJob',
      summary: 'Cancel a background job',
      access: 'session',
      noPermissionBecause: 'An API token reaches only the jobs that it started itself.',
      mayForbid: true,
      response: jobSchema,
      handle: async (call) => {
        const { id } = await queue.cancel(idIn(call.body), check(call));
        return { data: await get(id), message: jobMessages.cancelling };
      },
    }),
    defineRoute({
      ...jobEndpoints.retry,
      tag,
      operationId: 'retryJob',
      summary: 'Retry a background job',
      access: 'session',
      noPermissionBecause: 'An API token reaches only the jobs that it started itself.',
      mayForbid: true,
      mayConflict: true,
      response: jobSchema,
      handle: async (call) => {
        const { id } = await queue.retry(idIn(call.body), check(call));
        return { data: await get(id), message: jobMessages.retried };
      },
    }),
  ];
}
