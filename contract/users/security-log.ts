import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';

/** Events of the security log: sign-ins and changes of permissions. */
export const securityEvents = [
  'signed_in',
  'sign_in_failed',
  'sign_in_throttled',
  'two_factor_failed',
  'two_factor_throttled',
  'signed_out',
  'sessions_ended',
  'password_changed',
  'password_rejected',
  'two_factor_added',
  'two_factor_removed',
  'two_factor_rejected',
  'two_factor_reset',
  'recovery_codes_created',
  'identity_linked',
  'identity_unlinked',
  'password_reset_requested',
  'link_created',
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
  'preview_link_created',
  'preview_link_revoked',
  'settings_changed',
  'backup_downloaded',
  'backup_deleted',
  'personal_data_exported',
  'rejected',
] as const;
export type SecurityEventKind = (typeof securityEvents)[number];

const reference = z.object({ id: responseFields.id, name: responseFields.name }).nullable();

export const securityEvent = namedSchema(
  'SecurityEvent',
  z.object({
    id: responseFields.id,
    at: responseFields.time.describe('The time of the event.'),
    kind: z.enum(securityEvents).describe('The type of the event.'),
    user: reference.describe('The affected user. Null for an address without an account.'),
    actor: reference.describe(
      'The user who caused the event. Null for signed-out users and for the command line.',
    ),
    address: z.string().describe('The IP address. Empty for the command line.'),
    browser: z.string().describe('The browser and operating system. Empty for the command line.'),
    detail: z.string().describe('Details as text. They can be empty and never contain a password or token.'),
  }),
);
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityLogQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
  user_id: fields.optionalId.describe('Only events about this user or by this user.'),
  kind: documentedAs(
    fields.filterText(40).transform((text) => securityEvents.find((kind) => kind === text)),
    z.enum(securityEvents),
  ).describe('Only events of this type. An invalid value has no effect.'),
});
export type SecurityLogQuery = z.output<typeof securityLogQuery>;

export const securityLogEndpoint = { method: 'GET', path: '/security-log' } as const;
