import { z } from 'zod';
import { responseMessages } from '#contract/core/messages';
import { authEndpoints, credentials, session, signedOutSession, user } from '#contract/auth/auth';
import {
  completedSession,
  twoFactorEndpoints,
  twoFactorMessages,
  secondStepResponse,
  secondStepNeeded,
} from '#contract/auth/two-factor';
import { passkeyEndpoints, passkeyQuestion, passkeyRequest } from '#contract/auth/passkeys';
import type { Providers } from '#server/core/auth/providers';
import type { RequestAddress, RelyingParty } from '#server/core/auth/relying-party';
import { type Sessions, toProfile } from '#server/core/auth/sessions';
import type { SignIn } from '#server/core/auth/sign-in';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { readToken } from '#server/core/http/session';

const tag = 'session';

interface AuthRouteDeps {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly providers: Pick<Providers, 'signOutUrl'>;
  readonly relyingParty: (request: RequestAddress) => RelyingParty;
  /** Returns the address that providers redirect to. */
  readonly siteAddress: (request: RequestAddress) => string;
}

/** Routes for sign-in, sign-out and the signed-in user. */
export function authRoutes({
  sessions,
  signIn,
  providers,
  relyingParty,
  siteAddress,
}: AuthRouteDeps): RouteDefinition[] {
  return [
    defineRoute({
      ...authEndpoints.login,
      tag,
      operationId: 'signIn',
      summary: 'Sign in',
      access: 'open',
      body: credentials,
      encoding: 'multipart',
      throttle: 'counts failures itself',
      response: z.union([secondStepNeeded, session]),
      mayForbid: true,
      handle: async ({ body, origin }) => {
        const data = await signIn.signIn(body.email, body.password, origin);
        return {
          data,
          message: 'second_step' in data ? twoFactorMessages.needed : responseMessages.signedIn,
        };
      },
    }),
    defineRoute({
      ...twoFactorEndpoints.complete,
      tag,
      operationId: 'completeSignIn',
      summary: 'Complete a two-step sign-in',
      access: 'open',
      body: secondStepResponse,
      throttle: 'counts failures itself',
      response: completedSession,
      handle: async ({ body, origin, request }) => ({
        data: await signIn.complete(body, origin, () => relyingParty(request)),
        message: responseMessages.signedIn,
      }),
    }),
    defineRoute({
      ...passkeyEndpoints.getOptions,
      tag,
      operationId: 'startPasskeySignIn',
      summary: 'Start a passkey sign-in',
      access: 'open',
      body: passkeyQuestion,
      throttle: { by: 'address', max: 300, minutes: 15 },
      response: passkeyRequest,
      mayForbid: true,
      mayConflict: true,
      handle: async ({ body, request }) => ({
        data: await signIn.startPasskeySignIn(body.challenge, relyingParty(request)),
      }),
    }),
    defineRoute({
      ...authEndpoints.logout,
      tag,
      operationId: 'signOut',
      summary: 'Sign out',
      access: 'session',
      noPermissionBecause: 'It ends the session that calls, and nothing else.',
      response: signedOutSession.nullable(),
      handle: async ({ request, origin }) => {
        const endedSession = await sessions.signOut(readToken(request) ?? '', origin);
        const url =
          endedSession &&
          (await providers.signOutUrl(endedSession.provider, endedSession.idToken, () =>
            siteAddress(request),
          ));
        return {
          data: url === undefined ? null : { sign_out_url: url },
          message: responseMessages.signedOut,
        };
      },
    }),
    defineRoute({
      ...authEndpoints.me,
      tag,
      operationId: 'getCurrentUser',
      summary: 'Get the signed-in user',
      access: 'session',
      response: user,
      handle: async (call) => ({ data: toProfile(call.user) }),
    }),
  ];
}
