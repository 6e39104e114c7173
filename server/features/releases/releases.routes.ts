import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import { namedSchema } from '#contract/core/schema-notes';
import {
  release,
  releaseChanges,
  releaseChecks,
  releaseCreate,
  releaseEndpoints,
  releaseMessages,
  releaseSchedule,
  releaseUpdate,
  releasesQuery,
  resolution,
  rollBackChecks,
  rollBackRequest,
} from '#contract/releases/releases';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { Publishing } from './publishing.ts';
import type { ReleaseChecker } from './release-checks.ts';
import type { ReleaseService } from './releases.service.ts';

const tag = 'releases';
const edit = { tag, access: 'releases:edit', mayConflict: true } as const;
const publish = { tag, access: 'releases:publish', mayConflict: true } as const;
const read = { tag, access: 'session' } as const;

const identity = namedSchema('ReleaseIdentity', z.object({ id: fields.id, version: fields.version }));
const justId = namedSchema('ReleaseId', z.object({ id: fields.id }));
const changeId = namedSchema('ReleaseChangeId', z.object({ id: fields.id, change: fields.id }));
const idIn = (body: unknown): number => justId.safeParse(body).data?.id ?? 0;

/** Routes of releases. Reads are for all users, as those of the catalogue. */
export function releaseRoutes({
  service,
  publishing,
  checker,
}: {
  readonly service: ReleaseService;
  readonly publishing: Publishing;
  readonly checker: ReleaseChecker;
}): RouteDefinition[] {
  return [
    defineRoute({
      ...releaseEndpoints.list,
      ...read,
      operationId: 'listReleases',
      summary: 'List releases',
      query: releasesQuery,
      response: pageOf(release),
      handle: async ({ query }) => {
        const items = await service.list(query.status);
        return { data: { items, total: items.length, objects: { total: items.length } } };
      },
    }),
    defineRoute({
      ...releaseEndpoints.get,
      ...read,
      operationId: 'getRelease',
      summary: 'Get a release',
      response: release,
      readsRecord: true,
      handle: async ({ body }) => ({ data: await service.get(idIn(body)) }),
    }),
    defineRoute({
      ...releaseEndpoints.create,
      ...edit,
      operationId: 'createRelease',
      summary: 'Create a release',
      body: releaseCreate,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => ({
        data: await service.create(body, authorize),
        message: releaseMessages.created,
      }),
    }),
    defineRoute({
      ...releaseEndpoints.update,
      ...edit,
      operationId: 'updateRelease',
      summary: 'Update a release',
      body: releaseUpdate,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => ({
        data: await service.update(body, authorize),
        message: releaseMessages.updated,
      }),
    }),
    defineRoute({
      ...releaseEndpoints.remove,
      ...edit,
      operationId: 'deleteRelease',
      summary: 'Delete a release',
      response: z.null(),
      handle: async ({ body, authorize }) => {
        await service.remove(idIn(body), authorize);
        return { data: null, message: releaseMessages.deleted };
      },
    }),
    defineRoute({
      ...releaseEndpoints.changes,
      ...read,
      operationId: 'listReleaseChanges',
      summary: 'List the changes of a release',
      response: releaseChanges,
      handle: async ({ body }) => ({ data: await service.changes(idIn(body)) }),
    }),
    defineRoute({
      ...releaseEndpoints.removeChange,
      ...edit,
      operationId: 'deleteReleaseChange',
      summary: 'Remove a change from a release',
      response: z.null(),
      handle: async ({ body, authorize }) => {
        const { id = 0, change = 0 } = changeId.safeParse(body).data ?? {};
        await service.removeChange(id, change, authorize);
        return { data: null, message: releaseMessages.changeRemoved };
      },
    }),
    defineRoute({
      ...releaseEndpoints.resolve,
      ...edit,
      operationId: 'resolveReleaseConflict',
      summary: 'Resolve a conflict of a release',
      isRepeatable: true,
      body: resolution,
      encoding: 'json',
      response: z.null(),
      handle: async ({ body, authorize }) => {
        await service.resolve(body, authorize);
        return { data: null, message: releaseMessages.resolved };
      },
    }),
    defineRoute({
      ...releaseEndpoints.checks,
      ...read,
      operationId: 'checkRelease',
      summary: 'Check a release before publishing',
      response: releaseChecks,
      handle: async ({ user, body }) => ({ data: await checker.check(idIn(body), user) }),
    }),
    defineRoute({
      ...releaseEndpoints.schedule,
      ...publish,
      operationId: 'scheduleRelease',
      summary: 'Schedule a release',
      body: releaseSchedule,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => ({
        data: await service.schedule(body, authorize),
        message: releaseMessages.scheduled,
      }),
    }),
    defineRoute({
      ...releaseEndpoints.unschedule,
      ...publish,
      operationId: 'unscheduleRelease',
      summary: 'Remove a release from the schedule',
      body: identity,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => ({
        data: await service.unschedule(body, authorize),
        message: releaseMessages.unscheduled,
      }),
    }),
    defineRoute({
      ...releaseEndpoints.publish,
      ...publish,
      operationId: 'publishRelease',
      summary: 'Publish a release now',
      body: identity,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => {
        await publishing.publish(body, authorize);
        return { data: await service.get(body.id), message: releaseMessages.published };
      },
    }),
    defineRoute({
      ...releaseEndpoints.rollBackChecks,
      ...read,
      operationId: 'checkReleaseRollBack',
      summary: 'List what a rollback leaves unchanged',
      mayConflict: true,
      response: rollBackChecks,
      handle: async ({ body }) => ({ data: await publishing.rollBackChecks(idIn(body)) }),
    }),
    defineRoute({
      ...releaseEndpoints.rollBack,
      ...publish,
      operationId: 'rollBackRelease',
      summary: 'Roll back a release',
      body: rollBackRequest,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => {
        await publishing.rollBack(body, authorize);
        return { data: await service.get(body.id), message: releaseMessages.rolledBack };
      },
    }),
    defineRoute({
      ...releaseEndpoints.archive,
      ...edit,
      operationId: 'archiveRelease',
      summary: 'Archive a release',
      body: identity,
      encoding: 'json',
      response: release,
      handle: async ({ body, authorize }) => ({
        data: await service.archive(body, authorize),
        message: releaseMessages.archived,
      }),
    }),
  ];
}
