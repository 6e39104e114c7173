import type { ReadRoutes } from '#server/app/modules';
import { inItsRelease } from '#server/core/http/in-its-release';
import type { RouteDefinition } from '#server/core/http/routes';
import { currentRelease } from '#server/core/resource/request-release';
import type { ReleaseAccess } from './release-access.ts';

/** Writes need a permission; a route that reads a body has a reason instead. */
const isRead = ({ method, noPermissionBecause }: RouteDefinition): boolean =>
  method === 'GET' || noPermissionBecause !== undefined;

/** Returns a function that makes routes read in the release of a request. Routes that write stay as they are. */
export const createReadRoutes =
  ({ read }: Pick<ReleaseAccess, 'read'>): ReadRoutes =>
  (live, routesOf) =>
    live.map((route) =>
      isRead(route)
        ? {
            ...route,
            acceptsRelease: true,
            handle: inItsRelease((call) => {
              const releaseId = currentRelease();
              if (releaseId === undefined) return route.handle(call);
              return read(releaseId, (catalogue) => {
                const own = routesOf(catalogue).find(({ operationId }) => operationId === route.operationId);
                return (own ?? route).handle(call);
              });
            }),
          }
        : route,
    );
