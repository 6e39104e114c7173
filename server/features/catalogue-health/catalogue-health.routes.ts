import { editPermissions } from '#contract/core/permissions';
import type { FastifyInstance } from 'fastify';
import {
  dismissal,
  dismissalEnd,
  catalogueHealthEndpoints,
  catalogueHealthMessages,
  healthReport,
  issue,
  issuesFilter,
  issuesQuery,
} from '#contract/catalogue-health/catalogue-health';
import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import type { Sessions } from '#server/core/auth/sessions';
import { parse } from '#server/core/parse';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { withUser } from '#server/core/http/session';
import { sendCsv } from '#server/core/http/send-csv';
import type { CatalogueHealth } from './catalogue-health.service.ts';

const tag = 'reports';
const nothing = z.null().describe('Always null.');

/** Routes for the issues of the catalogue. */
export function catalogueHealthRoutes(catalogueHealth: CatalogueHealth): RouteDefinition[] {
  return [
    defineRoute({
      ...catalogueHealthEndpoints.report,
      tag,
      operationId: 'getHealthReport',
      summary: 'Get the catalogue health report',
      description:
        'Includes all changes before the request. After an update or a very large change, some books may not be checked yet.',
      access: 'session',
      response: healthReport,
      handle: async () => ({ data: await catalogueHealth.report() }),
    }),
    defineRoute({
      ...catalogueHealthEndpoints.issues,
      tag,
      operationId: 'listIssues',
      summary: 'List issues of a health check',
      description: 'Filters combine. Book filters apply only to books.',
      access: 'session',
      query: issuesQuery,
      response: pageOf(issue),
      handle: async ({ query }) => {
        const { items, total } = await catalogueHealth.issues(query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...catalogueHealthEndpoints.dismiss,
      tag,
      operationId: 'dismissIssue',
      summary: 'Dismiss an issue',
      description: 'Needs the permission to edit the record; of authors, to edit books.',
      access: editPermissions,
      mayForbid: true,
      mayMiss: true,
      mayConflict: true,
      body: dismissal,
      encoding: 'json',
      response: nothing,
      async handle({ body, authorize }) {
        await catalogueHealth.dismiss(body, authorize);
        return { data: null, message: catalogueHealthMessages.dismissed };
      },
    }),
    defineRoute({
      ...catalogueHealthEndpoints.reopen,
      tag,
      operationId: 'reopenIssue',
      summary: 'Reopen an issue',
      description: 'Needs the permission to edit the record; of authors, to edit books.',
      access: editPermissions,
      mayForbid: true,
      body: dismissalEnd,
      encoding: 'json',
      response: nothing,
      async handle({ body, authorize }) {
        await catalogueHealth.reopen(body, authorize);
        return { data: null, message: catalogueHealthMessages.reopened };
      },
    }),
  ];
}

/** Registers the download of all issues of a check. */
export function registerIssuesFile(
  app: FastifyInstance,
  sessions: Sessions,
  catalogueHealth: CatalogueHealth,
): void {
  async function* rows(filter: z.output<typeof issuesFilter>) {
    for await (const some of catalogueHealth.all(filter))
      yield some.map(({ id, code, name, detail, dismissal: accepted }) => [
        id,
        code,
        name,
        detail,
        accepted?.reason ?? '',
      ]);
  }
  const call = 'GET /reports/health/issues.csv';
  app.get(`/api${catalogueHealthEndpoints.csv.path}`, (request, reply) =>
    withUser(sessions, { request, call, access: 'session', cost: call }, async (user) => {
      const filter = parse(issuesFilter, request.query);
      sessions.beginExport(user, reply.raw);
      return sendCsv(reply, {
        name: filter.rule,
        columns: ['id', 'code', 'name', 'found', 'dismissal reason'],
        rows: rows(filter),
      });
    }),
  );
}
