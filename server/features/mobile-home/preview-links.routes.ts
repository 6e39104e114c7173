import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import {
  createdPreviewLink,
  permissionToSharePreviews,
  previewLink,
  previewLinkCreate,
  previewLinkEndpoints,
  previewLinkMessages,
  sharedPreview,
  sharedPreviewQuestion,
} from '#contract/mobile-home/preview-links';
import { idIn } from '#server/core/http/id-in';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { PreviewLinks } from './preview-links.service.ts';

const tag = 'mobile';
const access = permissionToSharePreviews;

/** Routes of preview links. One of them is for users without an account. */
export function previewLinkRoutes(
  links: PreviewLinks,
  siteAddressOf: (request: FastifyRequest) => string,
): RouteDefinition[] {
  return [
    defineRoute({
      ...previewLinkEndpoints.list,
      tag,
      operationId: 'listPreviewLinks',
      summary: 'List your preview links',
      access,
      response: pageOf(previewLink),
      handle: async ({ user }) => {
        const items = await links.list(user);
        return { data: { items, total: items.length, objects: { total: items.length } } };
      },
    }),
    defineRoute({
      ...previewLinkEndpoints.create,
      tag,
      operationId: 'createPreviewLink',
      summary: 'Create a preview link',
      description:
        'Stores the home screen of the request for 24 hours. The page of the link shows it without a sign-in. The link ends early if you are suspended or can no longer edit mobile configs.',
      access,
      mayConflict: true,
      throttle: { by: 'account', max: 60, minutes: 60 },
      body: previewLinkCreate,
      encoding: 'json',
      response: createdPreviewLink,
      handle: async (call) => ({
        data: await links.create(call.body, call, siteAddressOf(call.request)),
        message: previewLinkMessages.created,
      }),
    }),
    defineRoute({
      ...previewLinkEndpoints.revoke,
      tag,
      operationId: 'revokePreviewLink',
      summary: 'Revoke a preview link',
      access,
      response: z.null(),
      handle: async (call) => {
        await links.revoke(idIn(call.body), call);
        return { data: null, message: previewLinkMessages.revoked };
      },
    }),
    defineRoute({
      ...previewLinkEndpoints.read,
      tag,
      operationId: 'getSharedPreview',
      summary: 'Get the home screen of a preview link',
      access: 'open',
      throttle: { by: 'address', max: 60, minutes: 15 },
      body: sharedPreviewQuestion,
      response: sharedPreview,
      mayMiss: true,
      handle: async ({ body }) => ({ data: await links.read(body.token) }),
    }),
  ];
}
