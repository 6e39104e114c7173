import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createdReleaseCalendar,
  ownReleaseCalendar,
  permissionToReadCalendar,
  releaseCalendarEndpoints,
  releaseCalendarMessages,
} from '#contract/releases/release-calendar';
import type { ThrottleRule, Throttles } from '#server/core/auth/throttles';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { fileHeadersOf } from '#server/core/http/send-csv';
import { type CalendarSite, toICalendar } from './release-events.ts';
import type { ReleaseCalendars } from './release-calendars.service.ts';
import type { ReleaseService } from './releases.service.ts';

const own = { tag: 'releases', access: permissionToReadCalendar } as const;
const perHour: ThrottleRule = { by: 'account', max: 60, minutes: 60 };
const reads: ThrottleRule = { by: 'address', max: 60, minutes: 15 };

/** Routes with which a user creates and revokes the address of a calendar. */
export function releaseCalendarRoutes(
  calendars: ReleaseCalendars,
  siteAddressOf: (request: FastifyRequest) => string,
): RouteDefinition[] {
  return [
    defineRoute({
      ...releaseCalendarEndpoints.get,
      ...own,
      operationId: 'getReleaseCalendar',
      summary: 'Get your calendar address',
      response: ownReleaseCalendar,
      handle: async ({ user }) => ({ data: await calendars.get(user) }),
    }),
    defineRoute({
      ...releaseCalendarEndpoints.create,
      ...own,
      operationId: 'createReleaseCalendar',
      summary: 'Create a calendar address',
      throttle: perHour,
      response: createdReleaseCalendar,
      handle: async (call) => ({
        data: await calendars.create(call, siteAddressOf(call.request)),
        message: releaseCalendarMessages.created,
      }),
    }),
    defineRoute({
      ...releaseCalendarEndpoints.revoke,
      ...own,
      operationId: 'revokeReleaseCalendar',
      summary: 'Revoke your calendar address',
      mayMiss: true,
      response: z.null(),
      handle: async (call) => {
        await calendars.revoke(call);
        return { data: null, message: releaseCalendarMessages.revoked };
      },
    }),
  ];
}

/** Adds the route that calendar programs read without a sign-in. The secret in its path never appears in the log. */
export function registerReleaseCalendar(
  app: FastifyInstance,
  {
    calendars,
    service,
    throttles,
    site,
  }: {
    readonly calendars: ReleaseCalendars;
    readonly service: Pick<ReleaseService, 'list'>;
    readonly throttles: Throttles;
    readonly site: () => CalendarSite;
  },
): void {
  app.get<{ Params: { secret: string } }>(
    `/api${releaseCalendarEndpoints.file.path}`,
    async ({ ip, params }, reply) => {
      await throttles.take('downloadReleaseCalendar', reads, ip);
      await calendars.assertValid(params.secret);
      const text = toICalendar(await service.list(undefined), site(), Date.now());
      return reply.headers(fileHeadersOf('releases.ics', 'text/calendar; charset=utf-8')).send(text);
    },
  );
}
