import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';
import * as fields from '#contract/core/fields';
import { email } from '#contract/users/email';

/** Purposes of a link: the first password of an invited user, or a new password. */
export const linkKinds = ['invitation', 'password'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The names of the purposes in the security log. */
export const linkNames: Readonly<Record<LinkKind, string>> = {
  invitation: 'Invitation',
  password: 'Password reset',
};

/** Returns the path of the screen for a link. The token is in the fragment, which browsers send to no server, so it appears in no log. */
export const linkPath = (kind: LinkKind, token: string): string =>
  `/${kind === 'invitation' ? 'invitation' : 'new-password'}#${token}`;

/** A new link. It is returned only once. */
export const accountLink = namedSchema(
  'AccountLink',
  z.object({
    kind: z.enum(linkKinds).describe('The type of the link.'),
    path: z
      .string()
      .describe(
        'The path of the link, such as `/invitation#TOKEN`. The link works once and is returned only once.',
      ),
    expires_at: responseFields.time.describe('The expiry time.'),
    is_mailed: z.boolean().describe('True if the link was also sent by email.'),
  }),
);
export type AccountLink = z.infer<typeof accountLink>;

const token = fields.requiredText(200, messages.linkInvalid).describe('The part of the link after `#`.');

/** A new password. This schema checks its length; the server also checks its strength. */
export const newPassword = z
  .preprocess(
    (value) => value ?? '',
    z
      .string('Must be text')
      .min(limits.minPasswordLength, messages.passwordTooShort)
      .max(limits.maxPasswordLength, `Must be at most ${limits.maxPasswordLength} characters`),
  )
  .describe('The new password: at least eight characters, and not easy to guess. It is never trimmed.');

export const linkQuestion = namedSchema('LinkQuestion', z.object({ token }));

export const linkInfo = namedSchema(
  'LinkInfo',
  z.object({
    kind: z.enum(linkKinds).describe('The type of the link.'),
    name: responseFields.name.describe('The name of the user.'),
    email: withKeywords(z.string(), { format: 'email' }).describe('The email address of the account.'),
    expires_at: responseFields.time.describe('The expiry time.'),
  }),
);
export type LinkInfo = z.infer<typeof linkInfo>;

export const linkUse = namedSchema('LinkUse', z.object({ token, password: newPassword }));

/** Data of an account whose password was just set. Signing in is the next step. */
export const usedLink = namedSchema(
  'UsedLink',
  z.object({
    email: withKeywords(z.string(), { format: 'email' }).describe('The email address of the account.'),
  }),
);
export type UsedLink = z.infer<typeof usedLink>;

/** Request of a user who cannot sign in. */
export const forgottenQuestion = namedSchema(
  'ForgottenQuestion',
  z.object({ email: email.describe('The email address of the account.') }),
);

export const forgottenPassword = namedSchema(
  'ForgottenPassword',
  z.object({
    is_mailed: z
      .boolean()
      .describe(
        'True if the server sends emails. The link is sent if the account exists. Otherwise, a user administrator creates the link.',
      ),
  }),
);
export type ForgottenPassword = z.infer<typeof forgottenPassword>;

export const linkEndpoints = {
  forgotten: { method: 'POST', path: '/auth/forgotten-password' },
  read: { method: 'POST', path: '/auth/links/read' },
  use: { method: 'POST', path: '/auth/links/use' },
} as const;
