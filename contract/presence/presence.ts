import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { resourceNames } from '#contract/core/permissions';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

/** The users who have a record open. */
export const presenceEndpoints = {
  report: { method: 'POST', path: '/presence' },
  leave: { method: 'POST', path: '/presence/leave' },
} as const;

/** The time in seconds between two reports of an open record, and after which a user without a report is no longer listed. */
export const presenceLimits = { reportSeconds: 15, listedSeconds: 45 } as const;

export const openRecord = namedSchema(
  'OpenRecord',
  z.object({ kind: z.enum(resourceNames).describe('The type, by the name of its resource.'), id: fields.id }),
);
export type OpenRecord = z.output<typeof openRecord>;

export const presence = namedSchema(
  'Presence',
  z.object({
    version: responseFields.versionFields.version,
    users: z
      .array(z.object({ id: responseFields.id, name: responseFields.name }))
      .describe(
        `The other users who reported the record in the last ${presenceLimits.listedSeconds} seconds, by name.`,
      ),
  }),
);
export type Presence = z.infer<typeof presence>;
