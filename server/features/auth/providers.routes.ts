import { z } from 'zod';
import { session } from '#contract/auth/auth';
import {
  linkedProvider,
  providerEndpoints,
  providerMessages,
  providerResponse,
  providerStart,
  startedProvider,
} from '#contract/auth/providers';
import { provenSession } from '#contract/auth/reauthentication';
import { secondStepNeeded, twoFactorMessages } from '#contract/auth/two-factor';
import { pageOf } from '#contract/core/envelope';
import { limits } from '#contract/core/limits';
import { responseMessages } from '#contract/core/messages';
import type { RequestAddress } from '#server/core/auth/relying-party';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/core/http/id-in';
import { wholeList } from '#server/features/users/whole-list';
import type { ProviderService } from './providers.service.ts';

const access = 'user';
const proof = 'person';
const byAddress = { by: 'address', max: 100, minutes: 15 } as const;
const byAccount = { by: 'account', max: 30, minutes: 15 } as const;

/** Routes for sign-in with providers. @param siteOf returns the address that providers redirect to */
export function providerRoutes(
  service: ProviderService,
  siteOf: (request: RequestAddress) => string,
): RouteDefinition[] {
  return [
    defineRoute({
      ...providerEndpoints.start,
      tag: 'session',
      operationId: 'startProviderSignIn',
      summary: 'Start a sign-in with a provider',
      access: 'open',
      throttle: byAddress,
      body: providerStart,
      response: startedProvider,
      mayMiss: true,
      mayConflict: true,
      handle: async ({ body, request }) => ({ data: await service.start(body.provider, siteOf(request)) }),
    }),
    defineRoute({
      ...providerEndpoints.complete,
      tag: 'session',
      operationId: 'completeProviderSignIn',
      summary: 'Complete a sign-in with a provider',
      access: 'open',
      throttle: byAddress,
      body: providerResponse,
      response: z.union([secondStepNeeded, session]),
      isSignIn: true,
      mayForbid: true,
      mayConflict: true,
      handle: async ({ body, origin }) => {
        const data = await service.complete(body, origin);
        return {
          data,
          message: 'second_step' in data ? twoFactorMessages.needed : responseMessages.signedIn,
        };
      },
    }),
    ...ownProviderRoutes(service, siteOf),
  ];
}

/** Routes for the caller's linked accounts, and for confirming a session. */
function ownProviderRoutes(
  service: ProviderService,
  siteOf: (request: RequestAddress) => string,
): RouteDefinition[] {
  return [
    defineRoute({
      ...providerEndpoints.startProof,
      tag: 'session',
      operationId: 'startProviderProof',
      summary: 'Start to confirm your identity with a provider',
      access,
      throttle: byAccount,
      body: providerStart,
      response: startedProvider,
      mayMiss: true,
      mayConflict: true,
      handle: async ({ body, request, user }) => ({
        data: await service.startProof(body.provider, siteOf(request), user),
      }),
    }),
    defineRoute({
      ...providerEndpoints.reauthenticate,
      tag: 'session',
      operationId: 'completeProviderProof',
      summary: 'Confirm your identity with a provider',
      access,
      throttle: byAccount,
      body: providerResponse,
      response: provenSession,
      handle: async ({ body, user }) => {
        await service.reauthenticate(body, user);
        return { data: { expires_in: limits.proofMinutes * 60 } };
      },
    }),
    defineRoute({
      ...providerEndpoints.list,
      tag: 'profile',
      operationId: 'listLinkedProviders',
      summary: 'List your linked sign-in providers',
      access,
      response: pageOf(linkedProvider),
      handle: async ({ user }) => wholeList(await service.identities(user)),
    }),
    defineRoute({
      ...providerEndpoints.startLink,
      tag: 'profile',
      operationId: 'startProviderLink',
      summary: 'Start to link a sign-in provider',
      access,
      proof,
      throttle: byAccount,
      body: providerStart,
      response: startedProvider,
      mayMiss: true,
      mayConflict: true,
      handle: async ({ body, request, user }) => ({
        data: await service.startLink(body.provider, siteOf(request), user),
      }),
    }),
    defineRoute({
      ...providerEndpoints.link,
      tag: 'profile',
      operationId: 'linkProvider',
      summary: 'Link a sign-in provider',
      access,
      proof,
      throttle: byAccount,
      body: providerResponse,
      response: pageOf(linkedProvider),
      mayConflict: true,
      handle: async (call) => ({
        ...wholeList(await service.link(call.body, call.user, call)),
        message: providerMessages.linked,
      }),
    }),
    defineRoute({
      ...providerEndpoints.unlink,
      tag: 'profile',
      operationId: 'unlinkProvider',
      summary: 'Unlink a sign-in provider',
      access,
      proof,
      response: z.null(),
      mayConflict: true,
      handle: async (call) => {
        await service.unlink(idIn(call.body), call);
        return { data: null, message: providerMessages.unlinked };
      },
    }),
  ];
}
