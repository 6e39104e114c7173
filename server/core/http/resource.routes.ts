import { z } from 'zod';
import {
  type CreateOf,
  type Endpoint,
  type ItemOf,
  type QueryOf,
  type ResourceDeclaration,
  type UpdateOf,
  hasIdInPath,
} from '#contract/core/define-resource';
import { correctedPageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';
import type { Permission } from '#contract/core/permissions';
import type { ResourceService, WriteContext } from '#server/core/resource/resource-service';
import { editConflict } from '#server/core/errors';
import { inRelease } from '#server/core/resource/request-release';
import { readIdempotency } from './idempotency.ts';
import { inItsRelease, releaseIn } from './in-its-release.ts';
import { type Call, type RouteDefinition, type WarmUp, defineRoute } from './routes.ts';

const justId = namedSchema('JustId', z.object({ id: fields.id }));

/** The fields of an update that identify the record and the version on which the change is based. */
const idAndVersion = z.object({ id: fields.id, version: fields.version });

/** A version that no record has. Versions start at 1. */
const NO_VERSION = 0;

/**
 * Returns the versions in an `If-Match` header: `3`, `"3"`, `W/"3"`, an `ETag` of a read record, or a list of these. Returns undefined for
 * `*` and without a header. Any other tag matches no version.
 */
export function readIfMatch(header: string | undefined): number[] | undefined {
  const tags = (header ?? '').split(',').map((tag) => tag.trim());
  if (tags.join('') === '' || tags.includes('*')) return undefined;
  return tags.map((tag) => Number(/^(?:W\/)?"?(\d{1,9})(?:-[\w-]*)?"?$/.exec(tag)?.[1] ?? NO_VERSION));
}

/** Converts `story books` to `StoryBooks`. */
export const inPascalCase = (noun: string): string =>
  noun.replaceAll(/(?:^|[ -])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Returns the access of an operation, derived from its verb. */
export function accessOf(
  resource: ResourceDeclaration,
  verb: 'list' | 'get' | 'create' | 'update' | 'remove',
) {
  if (verb === 'list' || verb === 'get') return 'session' as const;
  return `${resource.name}:${verb === 'remove' ? 'delete' : 'edit'}` satisfies Permission;
}

/**
 * Creates the five routes of a declared resource over its service.
 * @param firstQueries the lists that are read before the server reports ready
 */
export function resourceRoutes<R extends ResourceDeclaration>(
  resource: R,
  service: ResourceService<ItemOf<R>, QueryOf<R>, CreateOf<R>, UpdateOf<R>>,
  firstQueries: WarmUp<unknown>['queries'] = [{}],
): RouteDefinition[] {
  const { endpoints, singular, plural, messages } = resource;
  const resourceName = inPascalCase(singular);
  const tag = resource.name;
  const routeOf = (endpoint: Endpoint) => ({ method: endpoint.method, path: endpoint.path, tag });
  const long = resource.longList && { longList: resource.longList };
  const form = { encoding: resource.encoding, files: resource.files };

  const contextOf = (call: Call<unknown, unknown>, isCreate: boolean): WriteContext => {
    const idempotency = isCreate ? readIdempotency(call.request, call.user.id, call.bodyHash) : undefined;
    return {
      user: { id: call.user.id, email: call.user.email },
      authorize: call.authorize,
      files: call.files,
      ...(idempotency && {
        findStoredResult: idempotency.findStoredResult,
        storeResult: idempotency.storeResult,
      }),
    };
  };

  /** Returns the version that a write must match. For several versions, that is the stored version if the header contains it. */
  async function versionIn(header: string | undefined, id: number): Promise<number | undefined> {
    const versions = readIfMatch(header);
    if (versions === undefined || versions.length === 1) return versions?.[0];
    const { version } = await service.get(id);
    return version !== undefined && versions.includes(version) ? version : NO_VERSION;
  }

  /** Rejects a write that would fail before the server receives, inspects and stores its large file. */
  async function rejectEarly(id: number, versions: readonly number[] | undefined): Promise<void> {
    const { version } = await service.get(id);
    if (versions && version !== undefined && !versions.includes(version)) throw editConflict(singular);
  }

  const list = async (query: unknown) => {
    const { total, ...page } = await service.list(query as QueryOf<R>);
    return { ...page, total, objects: { total } };
  };

  return [
    defineRoute({
      ...routeOf(endpoints.list),
      operationId: `list${inPascalCase(plural)}`,
      summary: `List ${plural}`,
      access: accessOf(resource, 'list'),
      query: resource.query,
      response: correctedPageOf(resource.item),
      ...long,
      warmUp: { queries: firstQueries, read: list },
      acceptsRelease: true,
      handle: inItsRelease(async ({ query }) => ({ data: await list(query) })),
    }),
    defineRoute({
      ...routeOf(endpoints.get),
      operationId: `get${resourceName}`,
      summary: `Get a ${singular}`,
      access: accessOf(resource, 'get'),
      ...(resource.readQuery && { query: resource.readQuery }),
      response: resource.item,
      ...long,
      readsRecord: true,
      acceptsRelease: true,
      handle: inItsRelease(async ({ body, query }) => ({
        data: await service.get(fieldsId(body), resource.readQuery && query),
      })),
    }),
    defineRoute({
      ...routeOf(endpoints.create),
      ...form,
      operationId: `create${resourceName}`,
      summary: `Create a ${singular}`,
      access: accessOf(resource, 'create'),
      body: resource.create,
      response: resource.item,
      ...long,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({
        data: await service.create(call.body as CreateOf<R>, contextOf(call, true)),
        message: messages.created,
      })),
    }),
    defineRoute({
      ...routeOf(endpoints.update),
      ...form,
      operationId: `update${resourceName}`,
      summary: `Update a ${singular}`,
      access: accessOf(resource, 'update'),
      body: resource.update,
      response: resource.item,
      ...long,
      async beforeFiles(values, request) {
        const identity = idAndVersion.safeParse(values);
        if (!identity.success) return;
        const { id, version } = identity.data;
        const { headers } = request;
        await inRelease(releaseIn(request), () =>
          rejectEarly(id, version === undefined ? readIfMatch(headers['if-match']) : [version]),
        );
      },
      acceptsRelease: true,
      handle: inItsRelease(async (call) => {
        const updateInput = call.body as UpdateOf<R>;
        const version =
          updateInput.version ?? (await versionIn(call.request.headers['if-match'], updateInput.id));
        const input = version === undefined ? updateInput : { ...updateInput, version };
        // The fields arrived after the file, so they were not checked yet.
        if (call.files.size > 0) await rejectEarly(input.id, version === undefined ? undefined : [version]);
        return { data: await service.update(input, contextOf(call, false)), message: messages.updated };
      }),
    }),
    defineRoute({
      ...routeOf(endpoints.remove),
      operationId: `delete${resourceName}`,
      summary: `Delete a ${singular}`,
      access: accessOf(resource, 'remove'),
      ...(hasIdInPath(endpoints.remove) ? {} : { body: justId }),
      response: z.null(),
      acceptsRelease: true,
      handle: inItsRelease(async (call) => {
        await service.remove(fieldsId(call.body), contextOf(call, false));
        return { data: null, message: messages.deleted };
      }),
    }),
  ];
}

/** Returns the ID of a request. An invalid ID becomes 0, so the service returns 404 as for any unknown ID. */
function fieldsId(body: unknown): number {
  const parseResult = justId.safeParse(body);
  return parseResult.success ? parseResult.data.id : 0;
}
