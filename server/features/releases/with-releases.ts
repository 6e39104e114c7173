import type { ResourceName } from '#contract/core/record-types';
import { currentRelease } from '#server/core/resource/request-release';
import type { AnyService } from '#server/core/resource/resource-service';
import type { ReleaseWrites } from './release-writes.ts';
import type { SharedViews } from './shared-views.ts';

/** Returns a service that reads and writes in the release of the request, if it has one. */
export function withReleases<Service extends AnyService>(
  service: Service,
  kind: ResourceName,
  {
    views,
    writes,
  }: {
    readonly views: SharedViews;
    readonly writes: ReleaseWrites;
  },
): Service {
  const read = <Result>(run: (other: AnyService) => Promise<Result>): Promise<Result> => {
    const releaseId = currentRelease();
    if (releaseId === undefined) return run(service);
    return views.read(releaseId, (view) => run(view.byResource[kind]));
  };
  const inRequestedRelease = {
    list: (query) => read((other) => other.list(query)),
    get: (id, query) => read((other) => other.get(id, query)),
    create(input, context) {
      const releaseId = currentRelease();
      return releaseId === undefined
        ? service.create(input, context)
        : writes.create({ releaseId, kind }, input, context);
    },
    update(input, context) {
      const releaseId = currentRelease();
      return releaseId === undefined
        ? service.update(input, context)
        : writes.update({ releaseId, kind }, input, context);
    },
    async remove(id, context) {
      const releaseId = currentRelease();
      await (releaseId === undefined
        ? service.remove(id, context)
        : writes.remove({ releaseId, kind }, id, context));
    },
  } satisfies Omit<AnyService, 'life'>;
  return { ...service, ...inRequestedRelease };
}
