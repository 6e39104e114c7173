import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { allPermissions } from '#contract/core/permissions';
import { accountLink } from '#contract/auth/account-links';
import { linkedProvider } from '#contract/auth/providers';
import { email } from './email.ts';
import { permissionList, userName, inputPermissions, sessionEntry, tokenEntry } from './user-fields.ts';

/** The statuses of users. `invited`: has a link and has not set a password yet. */
export const userStates = ['active', 'invited', 'suspended'] as const;
export type UserState = (typeof userStates)[number];

const userShape = {
  id: responseFields.id,
  name: responseFields.name,
  email: withKeywords(z.string(), { format: 'email' }).describe('The email address of the account.'),
  avatar: responseFields.fileUrl('The image'),
  role: z.object({ id: responseFields.id, name: responseFields.name }).describe('The role.'),
  added: permissionList.describe('Permissions in addition to those of the role.'),
  removed: permissionList.describe('Permissions of the role that the user doesn’t have.'),
  permissions: permissionList.describe(
    'The permissions of the user: those of the role with `added` and without `removed`.',
  ),
  state: z.enum(userStates).describe('The status of the user.'),
  is_primary_admin: z
    .boolean()
    .describe('True for the primary administrator (`ADMIN_EMAIL`), who has all permissions.'),
  has_two_factor: z.boolean().describe('True if two-factor authentication is set up.'),
  last_seen_at: responseFields.time
    .nullable()
    .describe('The time of the last request, to the minute. Null if there was none.'),
  session_count: responseFields.count.describe('The number of open sessions.'),
  invitation_expires_at: responseFields.time
    .nullable()
    .describe('The expiry time of the invitation, or null.'),
  created_at: responseFields.time,
  version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change.'),
  updated_at: responseFields.time,
};

export const userEntry = namedSchema('UserEntry', z.object(userShape));
export type UserEntry = z.infer<typeof userEntry>;

export const userDetails = namedSchema(
  'UserDetails',
  z.object({
    ...userShape,
    sessions: z
      .array(namedSchema('UserSession', sessionEntry))
      .describe('The sessions of the user, newest first.'),
    tokens: z
      .array(namedSchema('UserToken', tokenEntry))
      .describe('The API tokens of the user, newest first.'),
    identities: always(z.array(linkedProvider)).describe('The linked sign-in providers, newest first.'),
  }),
);
export type UserDetails = z.infer<typeof userDetails>;

/** Accepts one of the given values. Any other value counts as absent. */
const oneOf = <Value extends string>(values: readonly Value[]) =>
  documentedAs(
    fields.filterText(40).transform((text) => values.find((value) => value === text)),
    z.enum(values),
  );

export const usersQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only users with this text in name or email address. Case and accents are ignored. A blank value has no effect.',
    ),
    role_id: fields.optionalId.describe('Only users with this role.'),
    state: oneOf(userStates).describe('Only users with this status. An invalid value has no effect.'),
    permission: oneOf(allPermissions).describe(
      'Only users with this permission, from any role. An invalid value has no effect.',
    ),
  })
  .transform(fields.foldSearch);
export type UsersQuery = z.output<typeof usersQuery>;

export const userInvite = namedSchema(
  'UserInvite',
  z.object({
    name: userName.describe('The name of the user.'),
    email: email.describe('The email address of the user.'),
    role_id: fields.id.describe('The role. It can’t have permissions that you don’t have.'),
  }),
);
export type UserInvite = z.output<typeof userInvite>;

export const invitedUser = namedSchema('InvitedUser', z.object({ user: userEntry, link: accountLink }));
export type InvitedUser = z.infer<typeof invitedUser>;

export const userUpdate = namedSchema(
  'UserUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: userName.optional().describe('The name of the user.'),
    email: email.optional().describe('The new email address.'),
    role_id: fields.id.optional().describe('The new role.'),
    added: inputPermissions
      .optional()
      .describe('All permissions in addition to those of the role. If absent, they stay unchanged.'),
    removed: inputPermissions
      .optional()
      .describe('All permissions of the role that the user must not have. If absent, they stay unchanged.'),
  }),
);
export type UserUpdate = z.output<typeof userUpdate>;

export const userEndpoints = {
  list: { method: 'GET', path: '/users' },
  get: { method: 'GET', path: '/users/:id' },
  invite: { method: 'POST', path: '/users' },
  update: { method: 'PUT', path: '/users/:id' },
  remove: { method: 'DELETE', path: '/users/:id' },
  suspend: { method: 'POST', path: '/users/:id/suspend' },
  restore: { method: 'POST', path: '/users/:id/restore' },
  makeLink: { method: 'POST', path: '/users/:id/link' },
  resetTwoFactor: { method: 'POST', path: '/users/:id/reset-two-factor' },
  signOut: { method: 'POST', path: '/users/:id/sign-out' },
  endSession: { method: 'DELETE', path: '/user-sessions/:id' },
  revokeToken: { method: 'DELETE', path: '/user-tokens/:id' },
} as const;

export const userMessages = {
  invited: 'Invitation created',
  updated: 'User updated successfully',
  deleted: 'User deleted successfully',
  suspended: 'User suspended',
  restored: 'User restored',
  linkMade: 'Link created',
  twoFactorReset: 'Two-factor authentication reset. All sessions signed out.',
  signedOut: 'All sessions ended',
  sessionEnded: 'Session ended',
  tokenRevoked: 'API token revoked',
} as const;
