import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';
import { currentPassword } from './passwords.ts';

/* Passkeys use the JSON forms of WebAuthn level 3, with binary values in base64url. */

const MAX_BINARY = 8_000;
const binary = z.string('Must be text').max(MAX_BINARY, 'Is too long');

const transports = z
  .array(z.string().max(40))
  .max(20)
  .describe('The connections of the authenticator, such as `internal`, `usb` or `hybrid`.');

const descriptor = z.object({
  id: z.string().describe('The ID of a passkey, in Base64url.'),
  type: z.literal('public-key'),
  transports: z
    .array(z.string())
    .optional()
    .describe('The connections of the authenticator when the passkey was created.'),
});

const nonce = z.string().describe('The data that the authenticator signs, in Base64url.');
const timeout = z.int().optional().describe('The time that the browser waits, in milliseconds.');
const verification = z
  .string()
  .optional()
  .describe('The user verification, such as a fingerprint or a PIN: `required`.');

/** Options with which the browser creates a passkey. */
const creationOptions = namedSchema(
  'PasskeyCreationOptions',
  z.object({
    rp: z
      .object({
        id: z.string().optional().describe('The host of the passkey.'),
        name: z.string().describe('The name of the product.'),
      })
      .describe('The relying party.'),
    user: z
      .object({
        id: z.string().describe('A random ID of the account.'),
        name: z.string().describe('The email address of the account.'),
        displayName: z.string().describe('The name of the user.'),
      })
      .describe('The user of the passkey.'),
    challenge: nonce,
    pubKeyCredParams: z
      .array(z.object({ alg: z.int().describe('A COSE algorithm.'), type: z.literal('public-key') }))
      .describe('The supported signature algorithms, the best first.'),
    timeout,
    excludeCredentials: z.array(descriptor).optional().describe('Existing passkeys of the user.'),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional().describe('The storage of the passkey on the device: `required`.'),
        requireResidentKey: z.boolean().optional().describe('The same requirement, for older browsers.'),
        userVerification: verification,
      })
      .optional()
      .describe('The requirements for the authenticator.'),
    attestation: z.string().optional().describe('The attestation: `none` requests no data about the device.'),
  }),
);

/** Options with which the browser presents a passkey. */
const requestOptions = namedSchema(
  'PasskeyRequestOptions',
  z.object({
    challenge: nonce,
    timeout,
    rpId: z.string().optional().describe('The host of the passkey.'),
    allowCredentials: z
      .array(descriptor)
      .optional()
      .describe('The accepted passkeys. Empty if the user can choose.'),
    userVerification: verification,
  }),
);

const credential = {
  id: binary.describe('The ID of the passkey, in Base64url.'),
  rawId: binary.describe('The ID of the passkey again, as WebAuthn sends it.'),
  type: z.literal('public-key').describe('The type of the credential.'),
};

/** Response of the browser after creating a passkey. */
export const newPasskey = namedSchema(
  'NewPasskey',
  z.object({
    ...credential,
    response: z
      .object({
        clientDataJSON: binary.describe('The request and its origin, in Base64url.'),
        attestationObject: binary.describe('The public key of the passkey, in Base64url.'),
        transports: transports.optional(),
      })
      .describe('The response of the authenticator.'),
  }),
);
export type NewPasskey = z.output<typeof newPasskey>;

/** Response of the browser after presenting a passkey. */
export const passkeyResponse = namedSchema(
  'PasskeyResponse',
  z.object({
    ...credential,
    response: z
      .object({
        clientDataJSON: binary.describe('The request and its origin, in Base64url.'),
        authenticatorData: binary.describe('The data of the authenticator, in Base64url.'),
        signature: binary.describe('The signature of both, in Base64url.'),
        userHandle: binary.nullish().describe('The `user.id` from the setup. It is ignored.'),
      })
      .describe('The response of the authenticator.'),
  }),
);
export type PasskeyResponse = z.output<typeof passkeyResponse>;

const challenge = z.string().describe('The ID of this attempt, for the request that completes it.');

export const passkeyCreation = namedSchema(
  'PasskeyCreation',
  z.object({ challenge, options: creationOptions }),
);
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

export const passkeyRequest = namedSchema('PasskeyRequest', z.object({ challenge, options: requestOptions }));
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

export const passkeyQuestion = namedSchema(
  'PasskeyQuestion',
  z.object({
    challenge: fields
      .filterText(100)
      .describe(
        'The `challenge` of a sign-in that requires two-step verification. If absent, the passkey also replaces the password.',
      ),
  }),
);

export const passkeyEntry = namedSchema(
  'Passkey',
  z.object({
    id: responseFields.id,
    name: responseFields.name,
    host: z.string().describe('The host of the passkey.'),
    created_at: responseFields.time,
    last_used_at: responseFields.time.nullable().describe('The time of the last use, or null.'),
  }),
);
export type Passkey = z.infer<typeof passkeyEntry>;

const name = fields
  .requiredText(limits.maxNameLength, messages.nameRequired)
  .describe('The name of the passkey.');

export const passkeyStart = namedSchema('PasskeyStart', z.object({ current_password: currentPassword }));

export const passkeyAdd = namedSchema(
  'PasskeyAdd',
  z.object({
    challenge: fields
      .requiredText(100, messages.challengeRequired)
      .describe('The `challenge` of the previous request.'),
    name,
    passkey: newPasskey,
  }),
);
export type PasskeyAdd = z.output<typeof passkeyAdd>;

export const passkeyRename = namedSchema('PasskeyRename', z.object({ id: fields.id, name }));

export const passkeyEndpoints = {
  getOptions: { method: 'POST', path: '/auth/passkey-options' },
  start: { method: 'POST', path: '/profile/passkeys/options' },
  add: { method: 'POST', path: '/profile/passkeys' },
  rename: { method: 'PUT', path: '/profile/passkeys/:id' },
  remove: { method: 'POST', path: '/profile/passkeys/:id/remove' },
  proof: { method: 'POST', path: '/profile/passkey-proof' },
} as const;

export const passkeyMessages = {
  added: 'Passkey added',
  renamed: 'Passkey renamed',
  removed: 'Passkey removed',
} as const;
