import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { named, withKeywords } from '#contract/core/schema-notes';
import * as fields from '#contract/core/fields';
import { email } from '#contract/users/email';

/** What a link is for: the first password of somebody invited, or a new one. */
export const linkKinds = ['invitation', 'password'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * The screen that a link leads to. The token stands behind `#`, which browsers send to no server, so no log of any machine in
 * between holds it.
 */
export const linkPath = (kind: LinkKind, token: string): string =>
  `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${token}`;

/** A new link, shown this once. */
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

/** A password that is being set: judged by length here, and by its strength on the server. */
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

/** Of an account that has its password now; signing in is the next step. */
export const usedLink = named(
  'UsedLink',
  z.object({
    email: withKeywords(z.string(), { format: 'email' }).describe('The address to sign in with.'),
  }),
);
export type UsedLink = z.infer<typeof usedLink>;

/** Asked by somebody who cannot sign in. */
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
