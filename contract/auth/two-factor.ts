import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { session } from './auth.ts';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';
import { passkeyEntry, passkeyResponse } from './passkeys.ts';
import { currentPassword } from './passwords.ts';

/** Methods of the second step of a sign-in. */
export const secondStepMethods = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondStepMethod = (typeof secondStepMethods)[number];

/** Secret for an authenticator app and its expiry. */
const totpSecret = z.object({
  secret: z.string().describe('The secret in Base32, for entry by keyboard.'),
  uri: z.string().describe('The `otpauth://` address for a QR code.'),
});
export type TotpSecret = z.infer<typeof totpSecret>;

export const secondStep = namedSchema(
  'SecondStep',
  z.object({
    challenge: z.string().describe('The ID of this sign-in for the second request. It works once.'),
    methods: z.array(z.enum(secondStepMethods)).describe('The methods that can complete the sign-in.'),
    expires_in: responseFields.seconds.describe('The time limit for the second request, in seconds.'),
    enrolment: totpSecret
      .nullable()
      .describe(
        'The data to set up an authenticator app, if the role requires two-factor authentication and the account has none. The first code completes the sign-in.',
      ),
  }),
);
export type SecondStep = z.infer<typeof secondStep>;

export const secondStepNeeded = namedSchema('SecondStepNeeded', z.object({ second_step: secondStep }));
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>;

const challenge = fields
  .requiredText(100, messages.challengeRequired)
  .describe('The `challenge` of the previous request.');

/** Six digits of an app, or a recovery code. Spaces and hyphens are ignored. */
export const typedCode = fields
  .requiredText(60, messages.codeRequired)
  .describe('Six digits of the authenticator app, or a recovery code.');

const oneOfBoth = {
  path: ['code'],
  error: messages.codeRequired,
};
const isOneOfBoth = (verification: {
  readonly code?: string | undefined;
  readonly passkey?: unknown;
}): boolean => verification.code !== undefined || verification.passkey !== undefined;

const optionalCode = fields
  .filterText(60)
  .describe('Six digits of the authenticator app, or a recovery code. Required unless you send a passkey.');

export const secondStepResponse = namedSchema(
  'SecondStepAnswer',
  z
    .object({
      challenge,
      code: optionalCode,
      passkey: passkeyResponse.optional(),
    })
    .refine(isOneOfBoth, oneOfBoth),
);
export type SecondStepResponse = z.output<typeof secondStepResponse>;

const recoveryCodes = z
  .array(z.string())
  .describe(
    'Recovery codes, which each work once. They are returned only once. Earlier codes no longer work.',
  );

/** A session after a sign-in with two steps. */
export const completedSession = namedSchema(
  'CompletedSession',
  z.object({
    ...session.shape,
    recovery_codes: recoveryCodes
      .optional()
      .describe(
        'Ten recovery codes after the setup of two-factor authentication. They are returned only once.',
      ),
  }),
);
export type CompletedSession = z.infer<typeof completedSession>;

export const ownTwoFactor = namedSchema(
  'OwnTwoFactor',
  z.object({
    totp: z
      .object({
        created_at: responseFields.time,
        last_used_at: responseFields.time
          .nullable()
          .describe('The time of the last sign-in with the app, or null.'),
      })
      .nullable()
      .describe('The authenticator app, or null.'),
    passkeys: z.array(passkeyEntry).describe('The passkeys, newest first.'),
    recovery_code_count: responseFields.count.describe(
      `The number of unused codes, of ${limits.recoveryCodes}.`,
    ),
    is_required: z.boolean().describe('True if the role requires two-factor authentication.'),
  }),
);
export type OwnTwoFactor = z.infer<typeof ownTwoFactor>;

export const totpStart = namedSchema('TotpStart', z.object({ current_password: currentPassword }));

export const totpEnrolment = namedSchema(
  'TotpEnrolment',
  z.object({
    challenge: z.string().describe('The ID of this setup, for its confirmation.'),
    ...totpSecret.shape,
    expires_in: responseFields.seconds.describe('The time limit for the confirmation, in seconds.'),
  }),
);
export type TotpEnrolment = z.infer<typeof totpEnrolment>;

export const totpConfirm = namedSchema('TotpConfirm', z.object({ challenge, code: typedCode }));

/** Proof that a signed-in user has access to the second factor. */
export const twoFactorProof = namedSchema(
  'TwoFactorProof',
  z
    .object({
      code: optionalCode,
      challenge: fields
        .filterText(100)
        .describe('With a passkey: the `challenge` of `POST /profile/passkey-proof`.'),
      passkey: passkeyResponse.optional(),
    })
    .refine(isOneOfBoth, oneOfBoth),
);
export type TwoFactorProof = z.output<typeof twoFactorProof>;

export const addedPasskey = namedSchema(
  'AddedPasskey',
  z.object({
    passkey: passkeyEntry,
    recovery_codes: recoveryCodes.describe(
      'Ten codes if this is the first method of two-factor authentication. They are returned only once. Otherwise, the list is empty.',
    ),
  }),
);
export type AddedPasskey = z.infer<typeof addedPasskey>;

export const newRecoveryCodes = namedSchema('NewRecoveryCodes', z.object({ recovery_codes: recoveryCodes }));
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>;

export const twoFactorEndpoints = {
  complete: { method: 'POST', path: '/auth/second-step' },
  get: { method: 'GET', path: '/profile/two-factor' },
  startTotp: { method: 'POST', path: '/profile/totp' },
  confirmTotp: { method: 'PUT', path: '/profile/totp' },
  removeTotp: { method: 'POST', path: '/profile/totp/remove' },
  renewCodes: { method: 'POST', path: '/profile/recovery-codes' },
} as const;

export const twoFactorMessages = {
  needed: 'Two-factor verification required',
  enrolled: 'Authenticator app set up',
  removed: 'Authenticator app removed',
  codesRenewed: 'New recovery codes created. Earlier ones no longer work.',
} as const;
