import { z } from 'zod';
import { openRecord, presence, presenceEndpoints } from '#contract/presence/presence';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { PresenceService } from './presence.service.ts';

/** Routes of the users who have a record open. */
export function presenceRoutes(service: PresenceService): RouteDefinition[] {
  return [
    defineRoute({
      ...presenceEndpoints.report,
      tag: 'presence',
      operationId: 'updatePresence',
      summary: 'Update the presence on a record',
      access: 'session',
      noPermissionBecause: 'It records only which record the account has open.',
      isRepeatable: true,
      isAutomatic: true,
      mayMiss: true,
      body: openRecord,
      encoding: 'json',
      response: presence,
      handle: async ({ body, user }) => ({ data: await service.report(body, user) }),
    }),
    defineRoute({
      ...presenceEndpoints.leave,
      tag: 'presence',
      operationId: 'removePresence',
      summary: 'Remove the presence on a record',
      access: 'session',
      noPermissionBecause: 'It records only which record the account has open.',
      isRepeatable: true,
      body: openRecord,
      encoding: 'json',
      response: z.null(),
      handle: async ({ body, user }) => {
        await service.leave(body, user);
        return { data: null };
      },
    }),
  ];
}
