import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { documentedAs, namedSchema } from '#contract/core/schema-notes';
import { securityEventKinds } from './security-events.ts';

const reference = z.object({ id: responseFields.id, name: responseFields.name }).nullable();

export const securityEvent = namedSchema(
  'SecurityEvent',
  z.object({
    id: responseFields.id,
    at: responseFields.time.describe('The time of the event.'),
    kind: z.enum(securityEventKinds).describe('The type of the event.'),
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
    fields.filterText(40).transform((text) => securityEventKinds.find((kind) => kind === text)),
    z.enum(securityEventKinds),
  ).describe('Only events of this type. An invalid value has no effect.'),
});
export type SecurityLogQuery = z.output<typeof securityLogQuery>;

export const securityLogEndpoint = { method: 'GET', path: '/security-log' } as const;
