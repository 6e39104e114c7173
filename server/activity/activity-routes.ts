import { z } from 'zod';
import { activityAdd, activityEndpoints, activityEntry, activityQuery } from '#contract/activity';
import { pageOf } from '#contract/envelope';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { ActivityLog } from './activity-log.ts';

const tag = 'activity';
const access = 'session';
const nothing = z.null().describe('Nothing.');

/** What happened to whoever calls, for the panel behind the bell. */
export function activityRoutes(log: ActivityLog): RouteDefinition[] {
  return [
    defineRoute({
      ...activityEndpoints.list,
      tag,
      access,
      operationId: 'listActivity',
      summary: 'List what happened to you',
      description:
        'Newest first; kept for 90 days. Background work is noted by the server, the rest by clients.',
      query: activityQuery,
      answer: pageOf(activityEntry),
      handle: async ({ query, user }) => {
        const { items, total } = await log.list(user.id, query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...activityEndpoints.add,
      tag,
      access,
      operationId: 'addActivity',
      summary: 'Note what happened to you',
      isRepeatable: true,
      body: activityAdd,
      answer: nothing,
      handle: async ({ body, user, authorize }) => {
        await log.add(user.id, body, authorize);
        return { data: null };
      },
    }),
    defineRoute({
      ...activityEndpoints.see,
      tag,
      access,
      operationId: 'seeActivity',
      summary: 'Mark all that happened as seen',
      isRepeatable: true,
      answer: nothing,
      handle: async ({ user, authorize }) => {
        await log.see(user.id, authorize);
        return { data: null };
      },
    }),
    defineRoute({
      ...activityEndpoints.clear,
      tag,
      access,
      operationId: 'clearActivity',
      summary: 'Remove all that happened',
      isRepeatable: true,
      answer: nothing,
      handle: async ({ user, authorize }) => {
        await log.clear(user.id, authorize);
        return { data: null };
      },
    }),
  ];
}
