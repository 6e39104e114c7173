import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { messages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';

/* Sign-in with providers (OpenID Connect). */

/** Path of the screen that providers redirect to. */
export const providerCallbackPath = '/sign-in/provider';

const MAX_RESPONSE = 8_000;

export const providerStart = namedSchema(
  'ProviderStart',
  z.object({
    provider: fields.requiredText(40, messages.providerRequired).describe('The `id` of a provider.'),
  }),
);
export type ProviderStart = z.output<typeof providerStart>;

export const startedProvider = namedSchema(
  'StartedProvider',
  z.object({
    challenge: z
      .string()
      .describe(
        'The ID of this sign-in for the second request. Keep it in the browser that started the sign-in.',
      ),
    url: z.string().describe('The address to open in the browser.'),
    expires_in: responseFields.seconds.describe('The time limit for the sign-in, in seconds.'),
  }),
);
export type StartedProvider = z.infer<typeof startedProvider>;

export const providerResponse = namedSchema(
  'ProviderResponse',
  z.object({
    challenge: fields
      .requiredText(100, messages.challengeRequired)
      .describe('The `challenge` of the previous request.'),
    response: fields
      .requiredText(MAX_RESPONSE, messages.providerResponseRequired)
      .describe('The query of the address that the provider redirected to: `code=CODE&state=STATE`.'),
  }),
);
export type ProviderResponse = z.output<typeof providerResponse>;

/** A linked account at a provider. */
export const linkedProvider = namedSchema(
  'LinkedProvider',
  z.object({
    id: responseFields.id,
    provider: z.string().describe('The name of the provider, or its address if it is no longer configured.'),
    email: z.string().describe('The email address at the provider. It can be blank.'),
    created_at: responseFields.time.describe('The time when it was linked.'),
    last_used_at: responseFields.time.nullable().describe('The time of the last sign-in, or null.'),
  }),
);
export type LinkedProvider = z.infer<typeof linkedProvider>;

export const providerEndpoints = {
  start: { method: 'POST', path: '/auth/providers/start' },
  complete: { method: 'POST', path: '/auth/providers/complete' },
  startProof: { method: 'POST', path: '/auth/reauthenticate/start' },
  reauthenticate: { method: 'POST', path: '/auth/reauthenticate/complete' },
  list: { method: 'GET', path: '/profile/identities' },
  startLink: { method: 'POST', path: '/profile/identities/start' },
  link: { method: 'POST', path: '/profile/identities' },
  unlink: { method: 'DELETE', path: '/profile/identities/:id' },
  unlinkOfUser: { method: 'DELETE', path: '/user-identities/:id' },
} as const;

export const providerMessages = {
  linked: 'Sign-in provider linked',
  unlinked: 'Sign-in provider unlinked',
} as const;
