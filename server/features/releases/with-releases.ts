import type { ResourceName } from '#contract/core/record-types';
import type { Database } from '#server/core/db/open';
import { notFound } from '#server/core/errors';
import { currentRelease } from '#server/core/resource/request-release';
import type { AnyService } from '#server/core/resource/resource-service';
import type { ReleaseWrites } from './release-writes.ts';
import type { SharedViews } from './shared-views.ts';

/** @throws AppError 404 */
export async function assertRelease({ kysely }: Pick<Database, 'kysely'>, id: number): Promise<void> {
  const row = await kysely.selectFrom('releases').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('release');
}

/** Returns a service that reads and writes in the release of the request, if it has one. */
export function withReleases<Service extends AnyService>(
  service: Service,
  kind: ResourceName,
  {
    database,
    views,
    writes,
  }: {
    readonly database: Database;
    readonly views: SharedViews;
    readonly writes: ReleaseWrites;
  },
): Service {
  const read = async <Result>(run: (other: AnyService) => Promise<Result>): Promise<Result> => {
    const releaseId = currentRelease();
    if (releaseId === undefined) return run(service);
    await assertRelease(database, releaseId);
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
