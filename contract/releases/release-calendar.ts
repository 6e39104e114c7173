import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

/*
 * The secret address of the iCalendar file of a user. Calendar programs read it without a sign-in.
 */

export const releaseCalendarEndpoints = {
  get: { method: 'GET', path: '/releases/calendar' },
  create: { method: 'POST', path: '/releases/calendar' },
  revoke: { method: 'DELETE', path: '/releases/calendar' },
  file: { method: 'GET', path: '/releases/calendar/:secret.ics' },
} as const;

/** The permission to have an address. It works only while its user has the permission. */
export const permissionToReadCalendar = 'releases:edit';

export const releaseCalendar = namedSchema(
  'ReleaseCalendar',
  z.object({ created_at: responseFields.time.describe('The time of creation.') }),
);
export const ownReleaseCalendar = releaseCalendar.nullable();
export type ReleaseCalendar = z.infer<typeof releaseCalendar>;

/** A new address. It is returned only once. */
export const createdReleaseCalendar = namedSchema(
  'CreatedReleaseCalendar',
  releaseCalendar.extend({
    address: z
      .string()
      .describe(
        'The address for calendar programs, such as `https://books.example.org/api/releases/calendar/SECRET.ics`. It is returned only once.',
      ),
  }),
);
export type CreatedReleaseCalendar = z.infer<typeof createdReleaseCalendar>;

export const releaseCalendarMessages = {
  created: 'Calendar address created',
  revoked: 'Calendar address revoked',
} as const;
