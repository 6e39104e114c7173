import { z } from 'zod';
import { subject } from '#contract/books/book-subjects';
import { pageOf } from '#contract/core/envelope';
import * as fields from '#contract/core/fields';
import {
  subjectListUpload,
  subjectScheme,
  subjectSchemeCreate,
  subjectSchemeEndpoints,
  subjectSchemeLimits,
  subjectSchemeMessages,
  subjectSchemeUpdate,
  subjectSchemeUsage,
  subjectSearch,
} from '#contract/subjects/subject-schemes';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { SubjectSchemeService } from './subject-schemes.service.ts';

const tag = 'subjects';
const access = 'settings:edit';
const idIn = (body: unknown): number => z.object({ id: fields.id }).safeParse(body).data?.id ?? 0;

/** Returns a whole list as its only page. */
const onePage = <Item>(items: Item[]) => ({
  data: { items, total: items.length, objects: { total: items.length } },
});

/** Routes of subject schemes. All users can read them and search in their lists. */
export function subjectRoutes(service: SubjectSchemeService): RouteDefinition[] {
  return [
    defineRoute({
      ...subjectSchemeEndpoints.list,
      tag,
      operationId: 'listSubjectSchemes',
      summary: 'List subject schemes',
      access: 'session',
      response: pageOf(subjectScheme),
      handle: async () => onePage(await service.list()),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.get,
      tag,
      operationId: 'getSubjectScheme',
      summary: 'Get a subject scheme',
      access: 'session',
      response: subjectSchemeUsage,
      handle: async ({ body }) => ({ data: await service.get(idIn(body)) }),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.search,
      tag,
      operationId: 'searchSubjects',
      summary: 'Search subjects',
      access: 'session',
      query: subjectSearch,
      response: pageOf(subject),
      handle: async ({ query }) => onePage(await service.search(query)),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.create,
      tag,
      operationId: 'createSubjectScheme',
      summary: 'Create a subject scheme',
      access,
      mayConflict: true,
      body: subjectSchemeCreate,
      encoding: 'json',
      response: subjectScheme,
      handle: async (call) => ({
        data: await service.create(call.body, call),
        message: subjectSchemeMessages.created,
      }),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.update,
      tag,
      operationId: 'updateSubjectScheme',
      summary: 'Update a subject scheme',
      access,
      mayConflict: true,
      body: subjectSchemeUpdate,
      encoding: 'json',
      response: subjectScheme,
      handle: async (call) => ({
        data: await service.update(
          { ...call.body, version: readIfMatch(call.request.headers['if-match'])?.[0] ?? call.body.version },
          call,
        ),
        message: subjectSchemeMessages.updated,
      }),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.upload,
      tag,
      operationId: 'importSubjects',
      summary: 'Import the list of a subject scheme',
      access,
      mayConflict: true,
      body: subjectListUpload,
      encoding: 'json',
      bodyLimits: { maxBytes: subjectSchemeLimits.maxListLength * 2 },
      response: subjectScheme,
      handle: async (call) => ({
        data: await service.upload(call.body, call),
        message: subjectSchemeMessages.uploaded,
      }),
    }),
    defineRoute({
      ...subjectSchemeEndpoints.remove,
      tag,
      operationId: 'deleteSubjectScheme',
      summary: 'Delete a subject scheme',
      access,
      mayConflict: true,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: subjectSchemeMessages.deleted };
      },
    }),
  ];
}
