import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { always, documentedAs, named, withKeywords } from '#contract/core/schema-notes';
import { allPermissions } from '#contract/core/permissions';
import { madeLink } from '#contract/auth/account-links';
import { linkedProvider } from '#contract/auth/providers';
import { email } from './email.ts';
import { permissionList, userName, sentPermissions, sessionEntry, tokenEntry } from './user-fields.ts';

/** `invited`: has a link and has not set a password yet. */
export const userStates = ['active', 'invited', 'suspended'] as const;
export type UserState = (typeof userStates)[number];

const userShape = {
  id: answers.id,
  name: answers.name,
  email: withKeywords(z.string(), { format: 'email' }).describe('The address that the user signs in with.'),
  avatar: answers.fileUrl('The picture'),
  role: z.object({ id: answers.id, name: answers.name }).describe('The role.'),
  added: permissionList.describe('Permissions beyond those of the role.'),
  removed: permissionList.describe('Permissions of the role that this user has not.'),
  permissions: permissionList.describe('What the user may do: the role with `added` and without `removed`.'),
  state: z.enum(userStates).describe('Whether the user can sign in.'),
  is_primary_admin: z
    .boolean()
    .describe('Whether it is the account of `ADMIN_EMAIL`: it holds every permission, whatever its role.'),
  has_two_factor: z.boolean().describe('Whether a sign-in takes more than the password.'),
  last_seen_at: answers.time.nullable().describe('The last call, to the minute; null when there was none.'),
  session_count: answers.count.describe('How many sessions are open.'),
  invitation_expires_at: answers.time
    .nullable()
    .describe('Until when the link of an invitation works; null when there is none.'),
  created_at: answers.time,
  version: withKeywords(z.int(), { minimum: 1 }).describe('Rises with every change.'),
  updated_at: answers.time,
};

export const userEntry = named('UserEntry', z.object(userShape));
export type UserEntry = z.infer<typeof userEntry>;

export const userDetails = named(
  'UserDetails',
  z.object({
    ...userShape,
    sessions: z
      .array(named('UserSession', sessionEntry))
      .describe('Where the user is signed in, the latest first.'),
    tokens: z.array(named('UserToken', tokenEntry)).describe('The tokens for scripts, the newest first.'),
    identities: always(z.array(linkedProvider)).describe('The linked sign-in providers, the newest first.'),
  }),
);
export type UserDetails = z.infer<typeof userDetails>;

/** One of the given values; anything else counts as absent. */
const oneOf = <Value extends string>(values: readonly Value[]) =>
  documentedAs(
    fields.filterText(40).transform((text) => values.find((value) => value === text)),
    z.enum(values),
  );

export const usersQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only users whose name or address contains this text, whatever its case and accents. Blank counts as absent.',
    ),
    role_id: fields.optionalId.describe('Only users with this role.'),
    state: oneOf(userStates).describe('Only users in this state. Anything else counts as absent.'),
    permission: oneOf(allPermissions).describe(
      'Only users who may do this, from whichever role. Anything else counts as absent.',
    ),
  })
  .transform(fields.foldSearch);
export type UsersQuery = z.output<typeof usersQuery>;

export const userInvite = named(
  'UserInvite',
  z.object({
    name: userName.describe('The name of the person.'),
    email: email.describe('The address that the person will sign in with.'),
    role_id: fields.id.describe('The role. It may hold no permission that the caller has not.'),
  }),
);
export type UserInvite = z.output<typeof userInvite>;

export const invitedUser = named('InvitedUser', z.object({ user: userEntry, link: madeLink }));
export type InvitedUser = z.infer<typeof invitedUser>;

export const userUpdate = named(
  'UserUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: userName.optional().describe('The name of the person.'),
    email: email.optional().describe('Another address to sign in with.'),
    role_id: fields.id.optional().describe('Another role.'),
    added: sentPermissions
      .optional()
      .describe('All permissions beyond those of the role. Absent: as they are.'),
    removed: sentPermissions
      .optional()
      .describe('All permissions of the role that the user is not to have. Absent: as they are.'),
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
  tokenRevoked: 'Token revoked',
} as const;
