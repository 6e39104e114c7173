import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { messages } from '#contract/core/messages';
import { named } from '#contract/core/schema-notes';

/* Sign-in with providers (OpenID Connect). */

/** Path of the screen that providers redirect to. */
export const providerCallbackPath = '/sign-in/provider';

const MAX_RESPONSE = 8_000;

export const providerStart = named(
  'ProviderStart',
  z.object({
    provider: fields.requiredText(40, messages.providerRequired).describe('The `id` of a provider.'),
  }),
);
export type ProviderStart = z.output<typeof providerStart>;

export const startedProvider = named(
  'StartedProvider',
  z.object({
    challenge: z
      .string()
      .describe('Names this sign-in in the second call. Keep it in the browser that began the sign-in.'),
    url: z.string().describe('Where to send the browser.'),
    expires_in: answers.seconds.describe('How long the sign-in may take, in seconds.'),
  }),
);
export type StartedProvider = z.infer<typeof startedProvider>;

export const providerResponse = named(
  'ProviderResponse',
  z.object({
    challenge: fields
      .requiredText(100, messages.challengeRequired)
      .describe('The `challenge` of the call before.'),
    response: fields
      .requiredText(MAX_RESPONSE, messages.providerResponseRequired)
      .describe('The query of the address that the provider redirected to: `code=…&state=…`.'),
  }),
);
export type ProviderResponse = z.output<typeof providerResponse>;

/** A linked account at a provider. */
export const linkedProvider = named(
  'LinkedProvider',
  z.object({
    id: answers.id,
    provider: z.string().describe('The name of the provider; its address when it is no longer configured.'),
    email: z.string().describe('The address at the provider; may be blank.'),
    created_at: answers.time.describe('When it was linked.'),
    last_used_at: answers.time.nullable().describe('The last sign-in; null when there was none.'),
  }),
);
export type LinkedProvider = z.infer<typeof linkedProvider>;

export const providerEndpoints = {
  start: { method: 'POST', path: '/auth/providers/start' },
  complete: { method: 'POST', path: '/auth/providers/complete' },
  startProof: { method: 'POST', path: '/auth/reauthenticate/start' },
  prove: { method: 'POST', path: '/auth/reauthenticate/complete' },
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
