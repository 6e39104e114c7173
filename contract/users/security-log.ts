import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, named } from '#contract/core/schema-notes';

/** Events of the security log: sign-ins and changes of permissions. */
export const securityEvents = [
  'signed_in',
  'sign_in_failed',
  'sign_in_throttled',
  'second_step_failed',
  'second_step_throttled',
  'signed_out',
  'sessions_ended',
  'password_changed',
  'password_refused',
  'two_factor_added',
  'two_factor_removed',
  'two_factor_refused',
  'two_factor_reset',
  'recovery_codes_made',
  'identity_linked',
  'identity_unlinked',
  'password_forgotten',
  'link_made',
  'link_used',
  'user_added',
  'user_invited',
  'user_changed',
  'user_suspended',
  'user_restored',
  'user_deleted',
  'role_created',
  'role_changed',
  'role_deleted',
  'token_created',
  'token_revoked',
  'settings_changed',
  'rejected',
] as const;
export type SecurityEventKind = (typeof securityEvents)[number];

const reference = z.object({ id: answers.id, name: answers.name }).nullable();

export const securityEvent = named(
  'SecurityEvent',
  z.object({
    id: answers.id,
    at: answers.time.describe('When it happened.'),
    kind: z.enum(securityEvents).describe('What happened.'),
    user: reference.describe('Whom it is about; null for an address that has no account.'),
    actor: reference.describe('Who did it; null for somebody not signed in, and for the operator.'),
    address: z.string().describe('The network address it came from; empty for the operator’s commands.'),
    browser: z.string().describe('The program in words; empty for the operator’s commands.'),
    detail: z.string().describe('More about it, for people; may be empty. Never a password or a token.'),
  }),
);
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityLogQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
  user_id: fields.optionalId.describe('Only what is about this user, or was done by this user.'),
  kind: documentedAs(
    fields.filterText(40).transform((text) => securityEvents.find((kind) => kind === text)),
    z.enum(securityEvents),
  ).describe('Only what happened in this way. Anything else counts as absent.'),
});
export type SecurityLogQuery = z.output<typeof securityLogQuery>;

export const securityLogEndpoint = { method: 'GET', path: '/security-log' } as const;
