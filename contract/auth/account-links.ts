import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { named, withKeywords } from '#contract/core/schema-notes';
import * as fields from '#contract/core/fields';
import { email } from '#contract/users/email';

/** Purposes of a link: the first password of an invited user, or a new password. */
export const linkKinds = ['invitation', 'password'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * Path of the screen for a link. The token is in the fragment, which browsers send to no server, so that it appears
 * in no log.
 */
export const linkPath = (kind: LinkKind, token: string): string =>
  `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${token}`;

/** A new link. It is returned only once. */
export const madeLink = named(
  'MadeLink',
  z.object({
    kind: z.enum(linkKinds).describe('What it is for.'),
    path: z
      .string()
      .describe(
        'Below the address that people open: `/invitation#TOKEN`. It works once, and is shown only now.',
      ),
    expires_at: answers.time.describe('Until when it works.'),
    is_mailed: z.boolean().describe('Whether it was sent by mail as well.'),
  }),
);
export type MadeLink = z.infer<typeof madeLink>;

const token = fields
  .requiredText(200, messages.linkInvalid)
  .describe('What stands behind `#` in the address of the link.');

/** A new password. This schema checks its length; the server also checks its strength. */
export const newPassword = z
  .preprocess(
    (value) => value ?? '',
    z
      .string('Must be text')
      .min(limits.minPasswordLength, messages.passwordTooShort)
      .max(limits.maxPasswordLength, `Must be at most ${limits.maxPasswordLength} characters`),
  )
  .describe('Any characters, at least eight, and not easy to guess. Never trimmed.');

export const linkQuestion = named('LinkQuestion', z.object({ token }));

export const linkInfo = named(
  'LinkInfo',
  z.object({
    kind: z.enum(linkKinds).describe('What it is for.'),
    name: answers.name.describe('The person that it was made for.'),
    email: withKeywords(z.string(), { format: 'email' }).describe('The address to sign in with.'),
    expires_at: answers.time.describe('Until when it works.'),
  }),
);
export type LinkInfo = z.infer<typeof linkInfo>;

export const linkUse = named('LinkUse', z.object({ token, password: newPassword }));

/** Data of an account whose password was just set. Signing in is the next step. */
export const usedLink = named(
  'UsedLink',
  z.object({
    email: withKeywords(z.string(), { format: 'email' }).describe('The address to sign in with.'),
  }),
);
export type UsedLink = z.infer<typeof usedLink>;

/** Request of a user who cannot sign in. */
export const forgottenQuestion = named(
  'ForgottenQuestion',
  z.object({ email: email.describe('The address to sign in with.') }),
);

export const forgottenPassword = named(
  'ForgottenPassword',
  z.object({
    is_mailed: z
      .boolean()
      .describe(
        'Whether a link goes to the address, if there is an account with it. Else whoever manages users makes the link.',
      ),
  }),
);
export type ForgottenPassword = z.infer<typeof forgottenPassword>;

export const linkEndpoints = {
  forgotten: { method: 'POST', path: '/auth/forgotten-password' },
  read: { method: 'POST', path: '/auth/links/read' },
  use: { method: 'POST', path: '/auth/links/use' },
} as const;
