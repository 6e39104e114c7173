import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageOf } from '#contract/core/envelope';
import { providerEndpoints, providerMessages } from '#contract/auth/providers';
import { accountLink } from '#contract/auth/account-links';
import {
  invitedUser,
  userDetails,
  userEndpoints,
  userEntry,
  userInvite,
  userMessages,
  userUpdate,
  usersQuery,
} from '#contract/users/users';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/core/http/id-in';
import type { UserService } from './users.service.ts';

const tag = 'users';
const access = 'users:manage';
const proof = 'person';
/** Throttle of requests that create links and may send emails. */
const throttle = { by: 'account', max: 100, minutes: 60 } as const;

/** Routes for users who can manage users. */
export function userRoutes(
  service: UserService,
  addressOf: (request: FastifyRequest) => string,
): RouteDefinition[] {
  return [
    defineRoute({
      ...userEndpoints.list,
      tag,
      operationId: 'listUsers',
      summary: 'List users',
      access,
      query: usersQuery,
      response: pageOf(userEntry),
      handle: async ({ query }) => {
        const { items, total } = await service.list(query);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...userEndpoints.get,
      tag,
      operationId: 'getUser',
      summary: 'Get a user',
      access,
      response: userDetails,
      readsRecord: true,
      handle: async ({ body, user }) => ({ data: await service.get(idIn(body), user.credential) }),
    }),
    defineRoute({
      ...userEndpoints.invite,
      tag,
      operationId: 'inviteUser',
      summary: 'Invite a user',
      access,
      proof,
      throttle,
      body: userInvite,
      response: invitedUser,
      handle: async (call) => ({
        data: await service.invite(call.body, call, addressOf(call.request)),
        message: userMessages.invited,
      }),
    }),
    defineRoute({
      ...userEndpoints.update,
      tag,
      operationId: 'updateUser',
      summary: 'Update a user',
      access,
      proof,
      body: userUpdate,
      response: userEntry,
      handle: async (call) => {
        const [version = call.body.version] = readIfMatch(call.request.headers['if-match']) ?? [];
        const data = await service.update({ ...call.body, version }, call);
        return { data, message: userMessages.updated };
      },
    }),
    defineRoute({
      ...userEndpoints.suspend,
      tag,
      operationId: 'suspendUser',
      summary: 'Suspend a user',
      access,
      proof,
      response: userEntry,
      handle: async (call) => ({
        data: await service.suspend(idIn(call.body), call),
        message: userMessages.suspended,
      }),
    }),
    defineRoute({
      ...userEndpoints.restore,
      tag,
      operationId: 'restoreUser',
      summary: 'Restore a suspended user',
      access,
      proof,
      response: userEntry,
      handle: async (call) => ({
        data: await service.restore(idIn(call.body), call),
        message: userMessages.restored,
      }),
    }),
    defineRoute({
      ...userEndpoints.makeLink,
      tag,
      operationId: 'createUserLink',
      summary: 'Create a password reset link',
      access,
      proof,
      throttle,
      response: accountLink,
      handle: async (call) => ({
        data: await service.makeLink(idIn(call.body), call, addressOf(call.request)),
        message: userMessages.linkMade,
      }),
    }),
    defineRoute({
      ...userEndpoints.resetTwoFactor,
      tag,
      operationId: 'resetTwoFactor',
      summary: 'Reset two-factor authentication of a user',
      access,
      proof,
      response: userEntry,
      handle: async (call) => ({
        data: await service.resetTwoFactor(idIn(call.body), call),
        message: userMessages.twoFactorReset,
      }),
    }),
    defineRoute({
      ...userEndpoints.signOut,
      tag,
      operationId: 'signOutUser',
      summary: 'Sign out a user',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.signOut(idIn(call.body), call);
        return { data: null, message: userMessages.signedOut };
      },
    }),
    defineRoute({
      ...userEndpoints.endSession,
      tag,
      operationId: 'revokeUserSession',
      summary: 'Revoke a session of a user',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.endSession(idIn(call.body), call);
        return { data: null, message: userMessages.sessionEnded };
      },
    }),
    defineRoute({
      ...userEndpoints.revokeToken,
      tag,
      operationId: 'revokeUserToken',
      summary: 'Revoke an API token of a user',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.revokeToken(idIn(call.body), call);
        return { data: null, message: userMessages.tokenRevoked };
      },
    }),
    defineRoute({
      ...providerEndpoints.unlinkOfUser,
      tag,
      operationId: 'unlinkUserProvider',
      summary: 'Unlink a sign-in provider of a user',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.unlinkProvider(idIn(call.body), call);
        return { data: null, message: providerMessages.unlinked };
      },
    }),
    defineRoute({
      ...userEndpoints.remove,
      tag,
      operationId: 'deleteUser',
      summary: 'Delete a user',
      access,
      proof,
      response: z.null(),
      handle: async (call) => {
        await service.remove(idIn(call.body), call);
        return { data: null, message: userMessages.deleted };
      },
    }),
  ];
}
