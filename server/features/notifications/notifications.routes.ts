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
const nothing = z.null().describe('Always null.');

/** Routes for the caller's notifications. */
export function notificationsRoutes(log: NotificationsLog): RouteDefinition[] {
  return [
    defineRoute({
      ...notificationsEndpoints.list,
      tag,
      access,
      operationId: 'listNotifications',
      summary: 'List notifications',
      description:
        'Newest first. Notifications are stored for 90 days. The server adds those of background jobs, clients add the others.',
      query: notificationsQuery,
      response: pageOf(notificationsEntry),
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
      summary: 'Add notifications',
      isRepeatable: true,
      body: notificationsAdd,
      response: nothing,
      handle: async ({ body, user, authorize }) => {
        await log.add(user.id, body, authorize);
        return { data: null };
      },
    }),
    defineRoute({
      ...notificationsEndpoints.see,
      tag,
      access: 'user',
      operationId: 'markNotificationsSeen',
      summary: 'Mark notifications as seen',
      isRepeatable: true,
      response: nothing,
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
      summary: 'Clear notifications',
      isRepeatable: true,
      response: nothing,
      handle: async ({ user, authorize }) => {
        await log.clear(user.id, authorize);
        return { data: null };
      },
    }),
  ];
}
