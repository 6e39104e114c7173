import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { user } from './auth.ts';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { newPassword } from './account-links.ts';
import { currentPassword } from './passwords.ts';
import { colorSchemes, isLocale, preferences } from '#contract/users/preferences';
import { userName, inputPermissions, sessionEntry, tokenEntry } from '#contract/users/user-fields';

export const profile = namedSchema(
  'Profile',
  z.object({
    ...user.shape,
    thumbnail_url: responseFields.thumbnailUrl,
    role: z.object({ id: responseFields.id, name: responseFields.name }).describe('The role.'),
    preferences,
    session_count: responseFields.count.describe('The number of open sessions, including the current one.'),
    token_count: responseFields.count.describe('The number of API tokens.'),
    version: always(withKeywords(z.int(), { minimum: 1 })).describe('Increases with every change.'),
    updated_at: always(responseFields.time),
  }),
);
export type Profile = z.infer<typeof profile>;

export const profileUpdate = namedSchema(
  'ProfileUpdate',
  z.object({
    version: fields.version,
    name: userName.optional().describe('Your name.'),
    remove_image: fields.removal('image'),
    color_scheme: documentedAs(
      fields.filterText(10).pipe(z.enum(colorSchemes, 'Is not a colour scheme').optional()),
      z.enum(colorSchemes),
    ).describe('The colour scheme. `auto` follows the device. If absent, it stays unchanged.'),
    rows: fields
      .wholeNumber(1, 'Must be at least 1')
      .pipe(z.number().max(limits.maxPageSize, `Must be at most ${limits.maxPageSize}`).optional())
      .describe('The number of rows per page of a list. If absent, it stays unchanged.'),
    locale: documentedAs(
      fields.optionalText(35).pipe(
        z
          .string()
          .refine((tag) => tag === '' || isLocale(tag), 'Is not a language tag')
          .optional(),
      ),
      z.string().regex(/^([a-z]{2,3}(-[A-Z]{2})?)?$/),
    ).describe(
      'A BCP 47 tag, such as `tr-TR`. If blank, the browser decides. If absent, it stays unchanged.',
    ),
  }),
);
export type ProfileUpdate = z.output<typeof profileUpdate>;

const keepTokens = fields.optionalBoolean.describe('True keeps API tokens. Otherwise, they are revoked.');

export const passwordChange = namedSchema(
  'PasswordChange',
  z.object({
    current_password: currentPassword,
    password: newPassword,
    keep_tokens: keepTokens,
  }),
);
export type PasswordChange = z.output<typeof passwordChange>;

export const signOutOthers = namedSchema('SignOutOthers', z.object({ keep_tokens: keepTokens }));

export const ownSession = namedSchema('OwnSession', sessionEntry);
export type OwnSession = z.infer<typeof ownSession>;

export const profileEndpoints = {
  get: { method: 'GET', path: '/profile' },
  update: { method: 'PUT', path: '/profile' },
  changePassword: { method: 'PUT', path: '/profile/password' },
  sessions: { method: 'GET', path: '/profile/sessions' },
  endSession: { method: 'DELETE', path: '/profile/sessions/:id' },
  signOutOthers: { method: 'POST', path: '/profile/sign-out-others' },
} as const;

export const profileMessages = {
  updated: 'Profile updated successfully',
  passwordChanged: 'Password changed. All other sessions have ended.',
  sessionEnded: 'Session ended',
  signedOutOthers: 'All other sessions have ended',
} as const;

/** Prefix of API tokens, by which secret scanners recognise them. */
export const TOKEN_PREFIX = 'lct_';

export const ownToken = namedSchema('OwnToken', tokenEntry);
export type OwnToken = z.infer<typeof ownToken>;

export const tokenCreate = namedSchema(
  'TokenCreate',
  z.object({
    name: userName.describe('The type of the link.'),
    permissions: inputPermissions.describe(
      'The permissions of the token. You can give only your own. Reading requires none.',
    ),
    expires_in_days: documentedAs(
      fields
        .wholeNumber(1, 'Must be at least 1')
        .pipe(z.number('Is required').max(limits.maxTokenDays, `Must be at most ${limits.maxTokenDays}`)),
      z.int().min(1).max(limits.maxTokenDays),
    ).describe('The number of days until the token expires.'),
  }),
);
export type TokenCreate = z.output<typeof tokenCreate>;

export const createdToken = namedSchema(
  'CreatedToken',
  z.object({
    token: z
      .string()
      .describe('The secret of the token, returned only once. Send it as `Authorization: Bearer lct_...`.'),
    entry: ownToken,
  }),
);
export type CreatedToken = z.infer<typeof createdToken>;

export const tokenEndpoints = {
  list: { method: 'GET', path: '/tokens' },
  create: { method: 'POST', path: '/tokens' },
  remove: { method: 'DELETE', path: '/tokens/:id' },
} as const;

export const tokenMessages = {
  created: 'API token created. Copy it now: you won’t be able to see it again.',
  revoked: 'API token revoked',
} as const;
