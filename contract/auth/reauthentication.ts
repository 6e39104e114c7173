import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';
import { passkeyResponse } from './passkeys.ts';

const password = z
  .string('Must be text')
  .max(limits.maxPasswordLength, 'Is too long')
  .optional()
  .describe('The current password. Required unless you send a passkey.');

/** The password, or a passkey with the challenge that it signs. */
export const reauthentication = namedSchema(
  'Reauthentication',
  z
    .object({
      current_password: password,
      challenge: fields.filterText(100).describe('The `challenge` of the previous request, for a passkey.'),
      passkey: passkeyResponse.optional(),
    })
    .refine(({ current_password = '', passkey }) => current_password !== '' || passkey !== undefined, {
      path: ['current_password'],
      error: messages.passwordRequired,
    }),
);
export type Reauthentication = z.output<typeof reauthentication>;

export const provenSession = namedSchema(
  'ProvenSession',
  z.object({
    expires_in: responseFields.seconds.describe('The time that the confirmation is valid, in seconds.'),
  }),
);

export const reauthenticationEndpoint = { method: 'POST', path: '/auth/reauthenticate' } as const;
