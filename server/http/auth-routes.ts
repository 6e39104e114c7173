import { z } from 'zod';
import { authEndpoints, credentials, session, user } from '#contract/auth';
import { type Sessions, toProfile } from '#server/auth/sessions';
import { type RouteDefinition, defineRoute } from './routes.ts';
import { readToken } from './session.ts';

const tag = 'session';

/** Sign in, sign out, and who is signed in. */
export function authRoutes(sessions: Sessions): RouteDefinition[] {
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
      answer: session,
      handle: async ({ body, origin }) => ({
        data: await sessions.signIn(body.email, body.password, origin),
        message: 'Signed in',
      }),
    }),
    defineRoute({
      ...authEndpoints.logout,
      tag,
      operationId: 'signOut',
      summary: 'Sign out: the token of this call ends',
      access: 'session',
      answer: z.null(),
      handle: async ({ request, origin }) => {
        await sessions.signOut(readToken(request) ?? '', origin);
        return { data: null, message: 'Signed out' };
      },
    }),
    defineRoute({
      ...authEndpoints.me,
      tag,
      operationId: 'getProfile',
      summary: 'Who is signed in',
      access: 'session',
      answer: user,
      handle: async (call) => ({ data: toProfile(call.user) }),
    }),
  ];
}
