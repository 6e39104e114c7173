import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { preferences } from '#contract/users/preferences';
import { allPermissions } from '#contract/core/permissions';

export const user = namedSchema(
  'User',
  z.object({
    id: always(responseFields.id),
    name: responseFields.name,
    email: withKeywords(z.string(), { format: 'email' }).describe('The email address of the account.'),
    avatar: z.string().nullable().describe('The address of the image, or null.'),
    /** Absent on servers without permissions; the client then uses the allow-list. */
    permissions: always(z.array(documentedAs(z.string(), z.enum(allPermissions)))).describe(
      'The permissions of the user: `RESOURCE:edit` to create and update, `RESOURCE:delete` to delete, `users:manage`, `settings:edit` and `reports:read`. Reading the catalogue requires none.',
    ),
    is_primary_admin: always(z.boolean()).describe(
      'True for the primary administrator, who has all permissions.',
    ),
    preferences: always(preferences).describe('The display preferences of the user.'),
  }),
);
export type User = z.infer<typeof user>;

export const credentials = namedSchema(
  'Credentials',
  z.object({
    email: documentedAs(
      fields.requiredText(limits.maxEmailLength, messages.emailRequired).pipe(z.email(messages.emailInvalid)),
      withKeywords(z.string().max(limits.maxEmailLength), { format: 'email' }),
    ).describe('The email address of the account.'),
    password: z
      .preprocess(
        (value) => value ?? '',
        z
          .string(valueMessages.mustBeText)
          .min(1, messages.passwordRequired)
          .max(limits.maxPasswordLength, valueMessages.tooLong(limits.maxPasswordLength)),
      )
      .describe('Never trimmed: a space may belong to a password.'),
  }),
);

/** Returns true for an address that can belong to an account. */
export const isEmail = (text: string): boolean => credentials.shape.email.safeParse(text).success;

export const session = namedSchema(
  'Session',
  z.object({
    access_token: z.string().describe('Send it as `Authorization: Bearer TOKEN`.'),
    token_type: withKeywords(z.string(), { enum: ['Bearer'] }).describe('The type of the token.'),
    expires_in: responseFields.seconds.describe('The time until the token expires, in seconds.'),
    user,
  }),
);
export type Session = z.infer<typeof session>;

/** The response to a sign-out from a session that a sign-in provider opened. */
export const signedOutSession = namedSchema(
  'SignedOutSession',
  z.object({
    sign_out_url: z.string().describe('The address that also signs out at the provider.'),
  }),
);

export const authEndpoints = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  me: { method: 'GET', path: '/user/me' },
} as const;
