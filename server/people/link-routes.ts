import { linkEndpoints, linkFacts, linkQuestion, linkUse, usedLink } from '#contract/people/links';
import type { Links } from '#server/auth/links';
import { type RouteDefinition, defineRoute } from '#server/http/routes';

const tag = 'session';
const throttle = { by: 'address', max: 60, minutes: 15 } as const;

/** What somebody can do who has a link and no session yet. */
export function linkRoutes(links: Links): RouteDefinition[] {
  return [
    defineRoute({
      ...linkEndpoints.read,
      tag,
      operationId: 'readLink',
      summary: 'What a link is for',
      access: 'open',
      throttle,
      body: linkQuestion,
      answer: linkFacts,
      mayMiss: true,
      handle: async ({ body }) => ({ data: await links.read(body.token) }),
    }),
    defineRoute({
      ...linkEndpoints.use,
      tag,
      operationId: 'useLink',
      summary: 'Set the password that a link is for',
      access: 'open',
      throttle,
      body: linkUse,
      answer: usedLink,
      mayMiss: true,
      handle: async ({ body, origin }) => ({
        data: await links.use(body.token, body.password, origin),
        message: 'Password set. Please sign in.',
      }),
    }),
  ];
}
