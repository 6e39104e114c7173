import {
  forgottenPassword,
  forgottenQuestion,
  linkEndpoints,
  linkInfo,
  linkQuestion,
  linkUse,
  usedLink,
} from '#contract/auth/account-links';
import { responseMessages } from '#contract/core/messages';
import type { Links } from '#server/core/auth/links';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { type ForgottenPasswordDeps, requestPasswordReset } from './forgotten-password.ts';

const tag = 'session';
const throttle = { by: 'address', max: 60, minutes: 15 } as const;

/** Routes for users with a link and without a session. */
export function linkRoutes(links: Links, deps: ForgottenPasswordDeps): RouteDefinition[] {
  return [
    defineRoute({
      ...linkEndpoints.forgotten,
      tag,
      operationId: 'requestPasswordReset',
      summary: 'Request a password reset',
      access: 'open',
      throttle: { by: 'address', max: 20, minutes: 15 },
      body: forgottenQuestion,
      response: forgottenPassword,
      handle: async ({ body, origin }) => ({ data: await requestPasswordReset(deps, body.email, origin) }),
    }),
    defineRoute({
      ...linkEndpoints.read,
      tag,
      operationId: 'getLink',
      summary: 'Get a link',
      access: 'open',
      throttle,
      body: linkQuestion,
      response: linkInfo,
      mayMiss: true,
      handle: async ({ body }) => ({ data: await links.read(body.token) }),
    }),
    defineRoute({
      ...linkEndpoints.use,
      tag,
      operationId: 'useLink',
      summary: 'Set a password with a link',
      access: 'open',
      throttle,
      body: linkUse,
      response: usedLink,
      mayMiss: true,
      handle: async ({ body, origin }) => ({
        data: await links.use(body.token, body.password, origin),
        message: responseMessages.passwordSet,
      }),
    }),
  ];
}
