import { z } from 'zod';
import * as answers from '../answers.ts';
import { session } from '../auth.ts';
import * as fields from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { named } from '../notes.ts';
import { presentPassword } from './passwords.ts';

/** What a second step is taken with. */
export const secondStepMethods = ['totp', 'recovery_code'] as const;
export type SecondStepMethod = (typeof secondStepMethods)[number];

/** What an authenticator app is told, and when that ends. */
const totpSecret = z.object({
  secret: z.string().describe('In base32, to be typed where nothing can be scanned.'),
  uri: z.string().describe('An `otpauth://` address, to be shown as a QR code.'),
});
export type TotpSecret = z.infer<typeof totpSecret>;

export const secondStep = named(
  'SecondStep',
  z.object({
    challenge: z.string().describe('Names this sign-in in the second call. It works once.'),
    methods: z.array(z.enum(secondStepMethods)).describe('What it may be completed with.'),
    expires_in: answers.seconds.describe('How long the second call may take, in seconds.'),
    enrolment: totpSecret
      .nullable()
      .describe(
        'For an account whose role requires a second factor and which has none: what to set an authenticator app up with. Its first code completes the sign-in.',
      ),
  }),
);
export type SecondStep = z.infer<typeof secondStep>;

export const secondStepNeeded = named('SecondStepNeeded', z.object({ second_step: secondStep }));
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>;

const challenge = fields
  .requiredText(100, messages.challengeRequired)
  .describe('The `challenge` of the call before.');

/** Six digits of an app, or a recovery code: spaces and hyphens are read over. */
export const typedCode = fields
  .requiredText(60, messages.codeRequired)
  .describe('Six digits of the authenticator app, or a recovery code.');

export const secondStepAnswer = named('SecondStepAnswer', z.object({ challenge, code: typedCode }));
export type SecondStepAnswer = z.output<typeof secondStepAnswer>;

const recoveryCodes = z
  .array(z.string())
  .describe('Each signs in once in place of a code. Shown only now; earlier ones no longer work.');

/** A sign-in that took two steps. */
export const completedSession = named(
  'CompletedSession',
  z.object({
    ...session.shape,
    recovery_codes: recoveryCodes.optional().describe('After an enrolment: ten codes, shown only now.'),
  }),
);
export type CompletedSession = z.infer<typeof completedSession>;

export const ownSecondFactor = named(
  'OwnSecondFactor',
  z.object({
    totp: z
      .object({
        created_at: answers.time,
        last_used_at: answers.time.nullable().describe('Null when no sign-in has used it yet.'),
      })
      .nullable()
      .describe('The authenticator app; null when there is none.'),
    recovery_code_count: answers.count.describe(`How many of the ${limits.recoveryCodes} codes are left.`),
    is_required: z.boolean().describe('Whether the role asks for a second factor.'),
  }),
);
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;

export const totpStart = named('TotpStart', z.object({ current_password: presentPassword }));

export const totpEnrolment = named(
  'TotpEnrolment',
  z.object({
    challenge: z.string().describe('Names this enrolment when it is confirmed.'),
    ...totpSecret.shape,
    expires_in: answers.seconds.describe('How long it may be confirmed, in seconds.'),
  }),
);
export type TotpEnrolment = z.infer<typeof totpEnrolment>;

export const totpConfirm = named('TotpConfirm', z.object({ challenge, code: typedCode }));

export const factorProof = named('FactorProof', z.object({ code: typedCode }));
export type FactorProof = z.output<typeof factorProof>;

export const madeRecoveryCodes = named('MadeRecoveryCodes', z.object({ recovery_codes: recoveryCodes }));
export type MadeRecoveryCodes = z.infer<typeof madeRecoveryCodes>;

export const secondFactorEndpoints = {
  complete: { method: 'POST', path: '/auth/second-step' },
  get: { method: 'GET', path: '/profile/second-factor' },
  startTotp: { method: 'POST', path: '/profile/totp' },
  confirmTotp: { method: 'PUT', path: '/profile/totp' },
  removeTotp: { method: 'POST', path: '/profile/totp/remove' },
  renewCodes: { method: 'POST', path: '/profile/recovery-codes' },
} as const;

export const secondFactorMessages = {
  needed: 'A second step is needed',
  enrolled: 'Authenticator app set up',
  removed: 'Authenticator app removed',
  codesRenewed: 'New recovery codes created. Earlier ones no longer work.',
} as const;
