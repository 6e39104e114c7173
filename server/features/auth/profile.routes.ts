import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import {
  createdToken,
  ownSession,
  ownToken,
  passwordChange,
  profile,
  profileEndpoints,
  profileMessages,
  profileUpdate,
  signOutOthers,
  tokenCreate,
  tokenEndpoints,
  tokenMessages,
} from '#contract/auth/profile';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/core/http/id-in';
import type { ProfileService } from './profile.service.ts';
import type { TokenService } from './tokens.service.ts';
import { wholeList } from '#server/features/users/whole-list';

const tag = 'profile';
const access = 'user';
const proof = 'person';

/** Routes of the own account, which reject API tokens. */
export function profileRoutes(service: ProfileService): RouteDefinition[] {
  return [
    defineRoute({
      ...profileEndpoints.get,
      tag,
      operationId: 'getOwnProfile',
      summary: 'Get your profile',
      access,
      response: profile,
      readsRecord: true,
      handle: async ({ user }) => ({ data: await service.get(user) }),
    }),
    defineRoute({
      ...profileEndpoints.update,
      tag,
      operationId: 'updateOwnProfile',
      summary: 'Update your profile',
      access,
      body: profileUpdate,
      encoding: 'multipart',
      files: { image: 'image' },
      throttle: { by: 'account', max: 120, minutes: 15 },
      response: profile,
      handle: async (call) => {
        const [version = call.body.version] = readIfMatch(call.request.headers['if-match']) ?? [];
        const data = await service.update({ ...call.body, version }, call.files.get('image'), call);
        return { data, message: profileMessages.updated };
      },
    }),
    defineRoute({
      ...profileEndpoints.changePassword,
      tag,
      operationId: 'changeOwnPassword',
      summary: 'Change your password',
      access,
      body: passwordChange,
      throttle: { by: 'account', max: 10, minutes: 15 },
      response: z.null(),
      handle: async (call) => {
        await service.changePassword(call.user, call.body, call);
        return { data: null, message: profileMessages.passwordChanged };
      },
    }),
    defineRoute({
      ...profileEndpoints.sessions,
      tag,
      operationId: 'listOwnSessions',
      summary: 'List your sessions',
      access,
      response: pageOf(ownSession),
      handle: async ({ user }) => wholeList(await service.sessions(user)),
    }),
    defineRoute({
      ...profileEndpoints.endSession,
      tag,
      operationId: 'revokeOwnSession',
      summary: 'Revoke one of your sessions',
      access,
      response: z.null(),
      handle: async (call) => {
        await service.endSession(idIn(call.body), call);
        return { data: null, message: profileMessages.sessionEnded };
      },
    }),
    defineRoute({
      ...profileEndpoints.signOutOthers,
      tag,
      operationId: 'signOutOthers',
      summary: 'Sign out your other sessions',
      access,
      body: signOutOthers,
      response: z.null(),
      handle: async (call) => {
        await service.signOutOthers(call.body.keep_tokens, call);
        return { data: null, message: profileMessages.signedOutOthers };
      },
    }),
  ];
}

/** Routes of API tokens, which reject API tokens. */
export function tokenRoutes(service: TokenService): RouteDefinition[] {
  return [
    defineRoute({
      ...tokenEndpoints.list,
      tag: 'tokens',
      operationId: 'listTokens',
      summary: 'List your API tokens',
      access,
      response: pageOf(ownToken),
      handle: async ({ user }) => wholeList(await service.list(user)),
    }),
    defineRoute({
      ...tokenEndpoints.create,
      tag: 'tokens',
      operationId: 'createToken',
      summary: 'Create an API token',
      access,
      proof,
      body: tokenCreate,
      throttle: { by: 'account', max: 60, minutes: 60 },
      response: createdToken,
      handle: async (call) => ({
        data: await service.create(call.body, call),
        message: tokenMessages.created,
      }),
    }),
    defineRoute({
      ...tokenEndpoints.remove,
      tag: 'tokens',
      operationId: 'revokeToken',
      summary: 'Revoke an API token',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: tokenMessages.revoked };
      },
    }),
  ];
}
