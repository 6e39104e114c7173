import { AsyncLocalStorage } from 'node:async_hooks';
import { knownErrors } from '#contract/core/errors';
import type { Database } from '#server/core/db/open';
import { appError } from '#server/core/errors';

/**
 * The release in which a request reads and writes, from its query parameter `release`. The services of the resources read it, so that
 * functions between a route and a service, such as those for uploads, do not pass it on.
 */
const releaseOfRequest = new AsyncLocalStorage<number | undefined>();

/** Reads the catalogue with the changes of a release; live without one. @throws AppError 404 */
export type ReadCatalogue = <Result>(
  releaseId: number | undefined,
  read: (catalogue: { readonly database: Database }) => Promise<Result>,
) => Promise<Result>;

/** Runs the handler of a request in a release, or live. */
export const inRelease = <Result>(
  releaseId: number | undefined,
  handle: () => Promise<Result>,
): Promise<Result> => releaseOfRequest.run(releaseId, handle);

/** Returns the release of the request; undefined for a live request and for other work. */
export const currentRelease = (): number | undefined => releaseOfRequest.getStore();

/** Rejects the undo of a live change in a release, so that it is not undone live by mistake. @throws AppError 409 */
export function assertUndoneInRelease({ release_id }: { readonly release_id: number | null }): void {
  if (currentRelease() !== undefined && release_id === null) throw appError(knownErrors.releaseUnsupported);
}
