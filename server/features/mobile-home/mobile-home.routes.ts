import type { Kysely } from 'kysely';
import { homePreview, homePreviewEndpoint, homePreviewRequest } from '#contract/mobile-home/home-preview';
import { mobileHome, mobileHomeEndpoint, mobileHomeQuery } from '#contract/mobile-home/mobile-home';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { matchesTag } from '#server/core/http/entity-tags';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { Schema } from '#server/core/db/schema';
import { previewHome } from './home-preview.ts';
import type { Deliveries } from './deliveries.ts';
import type { HomeScreens } from './mobile-home.ts';

/** A proxy cache uses the response for a minute. It also uses an older one while it revalidates, or when the server is unavailable. */
const CACHE = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

/** Routes that apps read. */
export function mobileRoutes(
  db: Kysely<Schema>,
  home: HomeScreens,
  deliveries: Deliveries,
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
      cache: CACHE,
      isPublic: true,
      handle: async ({ query, request }) => {
        const service = query.service ?? 'main';
        const ready = await home(service, query.block_types, query);
        if (!ready) throw appError(knownErrors.noHomeScreen(service));
        deliveries.count(ready.id, matchesTag(request.headers['if-none-match'], ready.etag));
        return ready;
      },
    }),
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
}
