import type { FastifyInstance } from 'fastify';
import {
  dismissal,
  dismissalEnd,
  doctorEndpoints,
  doctorMessages,
  doctorReport,
  finding,
  findingsFilter,
  findingsQuery,
} from '#contract/doctor';
import { z } from 'zod';
import { pageOf } from '#contract/envelope';
import type { Sessions } from '#server/auth/sessions';
import { parse } from '#server/http/parse';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { requireUser } from '#server/http/session';
import { sendCsv } from '#server/http/csv';
import type { Doctor } from './doctor.ts';

const tag = 'reports';
const nothing = z.null().describe('Nothing.');

/** What in the catalogue needs work. */
export function doctorRoutes(doctor: Doctor): RouteDefinition[] {
  return [
    defineRoute({
      ...doctorEndpoints.report,
      tag,
      operationId: 'getDoctorReport',
      summary: 'How much in the catalogue needs work, rule by rule',
      description:
        'Exact for everything that was written before the call. Only after an update, or a very large change, are there books that were not looked at yet.',
      access: 'session',
      answer: doctorReport,
      handle: async () => ({ data: await doctor.report() }),
    }),
    defineRoute({
      ...doctorEndpoints.findings,
      tag,
      operationId: 'listFindings',
      summary: 'List what one rule finds, the newest records first',
      description: 'All filters combine. Those of books leave other records as they are.',
      access: 'session',
      query: findingsQuery,
      answer: pageOf(finding),
      handle: async ({ query }) => {
        const { items, total } = await doctor.findings(query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...doctorEndpoints.dismiss,
      tag,
      operationId: 'dismissFinding',
      summary: 'Accept a finding, with a reason, until the record changes',
      description: 'Needs the permission to edit the record; of authors, to edit books.',
      access: 'session',
      mayForbid: true,
      mayMiss: true,
      mayConflict: true,
      body: dismissal,
      encoding: 'json',
      answer: nothing,
      async handle({ body, authorize }) {
        await doctor.dismiss(body, authorize);
        return { data: null, message: doctorMessages.dismissed };
      },
    }),
    defineRoute({
      ...doctorEndpoints.reopen,
      tag,
      operationId: 'reopenFinding',
      summary: 'Take back that a finding is accepted',
      description: 'Needs the permission to edit the record; of authors, to edit books.',
      access: 'session',
      mayForbid: true,
      body: dismissalEnd,
      encoding: 'json',
      answer: nothing,
      async handle({ body, authorize }) {
        await doctor.reopen(body, authorize);
        return { data: null, message: doctorMessages.reopened };
      },
    }),
  ];
}

/** The list of a rule whole, as a file. */
export function registerFindingsFile(app: FastifyInstance, sessions: Sessions, doctor: Doctor): void {
  async function* rows(filter: z.output<typeof findingsFilter>) {
    for await (const some of doctor.all(filter))
      yield some.map(({ id, code, name, detail, dismissal: accepted }) => [
        id,
        code,
        name,
        detail,
        accepted?.reason ?? '',
      ]);
  }
  app.get(`/api${doctorEndpoints.csv.path}`, async (request, reply) => {
    await requireUser(sessions, request);
    const filter = parse(findingsFilter, request.query);
    return sendCsv(reply, filter.rule, ['id', 'code', 'name', 'found', 'accepted because'], rows(filter));
  });
}
