import { z } from 'zod';
import {
  notificationsAdd,
  notificationsEndpoints,
  notificationsEntry,
  notificationsQuery,
} from '#contract/notifications/notifications';
import { pageOf } from '#contract/core/envelope';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { NotificationsLog } from './notifications.service.ts';

const tag = 'notifications';
const access = 'session';
const nothing = z.null().describe('Nothing.');

/** Routes for the caller's notifications. */
export function notificationsRoutes(log: NotificationsLog): RouteDefinition[] {
  return [
    defineRoute({
      ...notificationsEndpoints.list,
      tag,
      access,
      operationId: 'listNotifications',
      summary: 'List what happened to you',
      description:
        'Newest first; kept for 90 days. Background work is noted by the server, the rest by clients.',
      query: notificationsQuery,
      answer: pageOf(notificationsEntry),
      handle: async ({ query, user }) => {
        const { items, total } = await log.list(user.id, query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...notificationsEndpoints.add,
      tag,
      access: 'user',
      operationId: 'addNotifications',
      summary: 'Note what happened to you',
      isRepeatable: true,
      body: notificationsAdd,
      answer: nothing,
      handle: async ({ body, user, authorize }) => {
        await log.add(user.id, body, authorize);
        return { data: null };
      },
    }),
    defineRoute({
      ...notificationsEndpoints.see,
      tag,
      access: 'user',
      operationId: 'seeNotifications',
      summary: 'Mark all that happened as seen',
      isRepeatable: true,
      answer: nothing,
      handle: async ({ user, authorize }) => {
        await log.see(user.id, authorize);
        return { data: null };
      },
    }),
    defineRoute({
      ...notificationsEndpoints.clear,
      tag,
      access: 'user',
      operationId: 'clearNotifications',
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
