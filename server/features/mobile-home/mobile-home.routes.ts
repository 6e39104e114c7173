import type { Kysely } from 'kysely';
import { homePreview, homePreviewEndpoint, homePreviewRequest } from '#contract/mobile-home/home-preview';
import {
  type MobileHome,
  mobileHome,
  mobileHomeEndpoint,
  mobileHomeQuery,
} from '#contract/mobile-home/mobile-home';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import type { Sessions } from '#server/core/auth/sessions';
import { withUser } from '#server/core/http/session';
import { matchesTag } from '#server/core/http/entity-tags';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { Schema } from '#server/core/db/schema';
import { previewHome } from './home-preview.ts';
import type { Deliveries } from './deliveries.ts';
import { type HomeScreens, type HomeView, toReady, viewOf } from './mobile-home.ts';

/** Builds a home screen at a time or with a release. */
export type HomeAt = (
  moment: { readonly at?: string | undefined; readonly release?: number | undefined },
  home: HomeView,
) => Promise<MobileHome | undefined>;

/** A proxy cache uses the response for a minute. It also uses an older one while it revalidates, or when the server is unavailable. */
const CACHE = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

/** Routes that apps read. */
export function mobileRoutes(
  home: HomeScreens,
  {
    deliveries,
    sessions,
    homeAt,
  }: { readonly deliveries: Deliveries; readonly sessions: Sessions; readonly homeAt: HomeAt },
): RouteDefinition[] {
  return [
    defineRoute({
      ...mobileHomeEndpoint,
      tag: 'mobile',
      operationId: 'getHomeScreen',
      summary: 'Get the home screen of a service',
      access: 'open',
      query: mobileHomeQuery,
      response: mobileHome,
      mayMiss: true,
      mayForbid: true,
      mayAuthenticate: true,
      cache: CACHE,
      isPublic: true,
      handle: async ({ query, request }) => {
        const service = query.service ?? 'main';
        const { at, release } = query;
        if (at !== undefined || release !== undefined) {
          const data = await withUser(
            sessions,
            {
              request,
              call: `${mobileHomeEndpoint.method} ${mobileHomeEndpoint.path}`,
              access: 'releases:edit',
            },
            () =>
              homeAt(
                { at, release },
                viewOf(service, query.block_types, {
                  ...query,
                  ...(at !== undefined && { time: new Date(at) }),
                }),
              ),
          );
          if (!data) throw appError(knownErrors.noHomeScreen(service));
          return { ...toReady(data), isPrivate: true };
        }
        const ready = await home(service, query.block_types, query);
        if (!ready) throw appError(knownErrors.noHomeScreen(service));
        deliveries.count(ready.id, matchesTag(request.headers['if-none-match'], ready.etag));
        return ready;
      },
    }),
  ];
}

/** Routes of the editor of home screens. */
export const homePreviewRoutes = (db: Kysely<Schema>): RouteDefinition[] => [
  defineRoute({
    ...homePreviewEndpoint,
    tag: 'mobile',
    operationId: 'previewHomeScreen',
    summary: 'Preview a home screen that is being edited',
    description:
      'Uses the code that serves apps, and lists the content that apps don’t show. Nothing is stored.',
    access: 'session',
    noPermissionBecause: 'It writes nothing, and every account may read mobile configs.',
    body: homePreviewRequest,
    encoding: 'json',
    response: homePreview,
    handle: async ({ body }) => ({ data: await previewHome(db, body) }),
  }),
];
