import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { named } from '#contract/core/schema-notes';
import { presentPassword } from './passwords.ts';

/* Passkeys use the JSON forms of WebAuthn level 3, with binary values in base64url. */

const MAX_BINARY = 8_000;
const binary = z.string('Must be text').max(MAX_BINARY, 'Is too long');

const transports = z
  .array(z.string().max(40))
  .max(20)
  .describe('How the authenticator is reached: `internal`, `usb`, `hybrid` …');

const descriptor = z.object({
  id: z.string().describe('The id of a passkey, in base64url.'),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional().describe('How it was reached when it was made.'),
});

const nonce = z.string().describe('What the authenticator signs, in base64url.');
const timeout = z.int().optional().describe('How long the browser waits for a person, in milliseconds.');
const verification = z
  .string()
  .optional()
  .describe('Whether a finger, face or PIN is asked for: `required`.');

/** Options with which the browser creates a passkey. */
const creationOptions = named(
  'PasskeyCreationOptions',
  z.object({
    rp: z
      .object({
        id: z.string().optional().describe('The host that the passkey is for.'),
        name: z.string().describe('What the product is called.'),
      })
      .describe('The relying party.'),
    user: z
      .object({
        id: z.string().describe('Names the account and tells nothing about it.'),
        name: z.string().describe('The address to sign in with.'),
        displayName: z.string().describe('What people call her.'),
      })
      .describe('Whose passkey it will be.'),
    challenge: nonce,
    pubKeyCredParams: z
      .array(z.object({ alg: z.int().describe('A COSE algorithm.'), type: z.literal('public-key') }))
      .describe('Signatures that are understood, the best first.'),
    timeout,
    excludeCredentials: z.array(descriptor).optional().describe('Passkeys that she has already.'),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional().describe('Whether the device keeps her name with it: `required`.'),
        requireResidentKey: z.boolean().optional().describe('The same, for older browsers.'),
        userVerification: verification,
      })
      .optional()
      .describe('What is asked of the authenticator.'),
    attestation: z.string().optional().describe('`none`: nothing about the make of the device.'),
  }),
);

/** Options with which the browser presents a passkey. */
const requestOptions = named(
  'PasskeyRequestOptions',
  z.object({
    challenge: nonce,
    timeout,
    rpId: z.string().optional().describe('The host that the passkey is for.'),
    allowCredentials: z
      .array(descriptor)
      .optional()
      .describe('Those that will do; empty for whichever she chooses.'),
    userVerification: verification,
  }),
);

const credential = {
  id: binary.describe('The id of the passkey, in base64url.'),
  rawId: binary.describe('The same.'),
  type: z.literal('public-key').describe('What kind of credential it is.'),
};

/** Response of the browser after creating a passkey. */
export const newPasskey = named(
  'NewPasskey',
  z.object({
    ...credential,
    response: z
      .object({
        clientDataJSON: binary.describe('What was asked, and where.'),
        attestationObject: binary.describe('The passkey’s public half.'),
        transports: transports.optional(),
      })
      .describe('What the authenticator answered.'),
  }),
);
export type NewPasskey = z.output<typeof newPasskey>;

/** Response of the browser after presenting a passkey. */
export const shownPasskey = named(
  'ShownPasskey',
  z.object({
    ...credential,
    response: z
      .object({
        clientDataJSON: binary.describe('What was asked, and where.'),
        authenticatorData: binary.describe('How it was shown.'),
        signature: binary.describe('Over both.'),
        userHandle: binary.nullish().describe('`user.id` of when it was made; not read.'),
      })
      .describe('What the authenticator answered.'),
  }),
);
export type ShownPasskey = z.output<typeof shownPasskey>;

const challenge = z.string().describe('Names this attempt in the call that ends it.');

export const passkeyCreation = named('PasskeyCreation', z.object({ challenge, options: creationOptions }));
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

export const passkeyRequest = named('PasskeyRequest', z.object({ challenge, options: requestOptions }));
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

export const passkeyQuestion = named(
  'PasskeyQuestion',
  z.object({
    challenge: fields
      .filterText(100)
      .describe(
        'Of a sign-in that waits for its second step. Absent: the passkey stands for the password too.',
      ),
  }),
);

export const passkeyEntry = named(
  'Passkey',
  z.object({
    id: answers.id,
    name: answers.name,
    host: z.string().describe('The host that it works at.'),
    created_at: answers.time,
    last_used_at: answers.time.nullable().describe('Null when it was never used.'),
  }),
);
export type Passkey = z.infer<typeof passkeyEntry>;

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired).describe('What you call it.');

export const passkeyStart = named('PasskeyStart', z.object({ current_password: presentPassword }));

export const passkeyAdd = named(
  'PasskeyAdd',
  z.object({
    challenge: fields
      .requiredText(100, messages.challengeRequired)
      .describe('The `challenge` of the call before.'),
    name,
    passkey: newPasskey,
  }),
);
export type PasskeyAdd = z.output<typeof passkeyAdd>;

export const passkeyRename = named('PasskeyRename', z.object({ id: fields.id, name }));

export const passkeyEndpoints = {
  ask: { method: 'POST', path: '/auth/passkey-options' },
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
