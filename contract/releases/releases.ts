import { z } from 'zod';
import { auditLogChange, type AuditLogAction, auditLogKinds } from '#contract/audit-log/audit-log';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import { describedIn } from '#contract/core/registry';
import { resourceNames } from '#contract/core/record-types';
import * as responseFields from '#contract/core/responses';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import { isTimeZone } from './time-zones.ts';

/*
 * A release is a set of prepared changes of the catalogue. It is published in one transaction, and can be rolled back. Requests of the
 * resources with the query parameter `release` read the catalogue with the changes of the release, and save into it.
 */

export const releaseEndpoints = {
  list: { method: 'GET', path: '/releases' },
  get: { method: 'GET', path: '/releases/:id' },
  create: { method: 'POST', path: '/releases' },
  update: { method: 'PUT', path: '/releases/:id' },
  remove: { method: 'DELETE', path: '/releases/:id' },
  changes: { method: 'GET', path: '/releases/:id/changes' },
  removeChange: { method: 'DELETE', path: '/releases/:id/changes/:change' },
  resolve: { method: 'POST', path: '/releases/:id/changes/:change/resolve' },
  checks: { method: 'GET', path: '/releases/:id/checks' },
  schedule: { method: 'POST', path: '/releases/:id/schedule' },
  unschedule: { method: 'POST', path: '/releases/:id/unschedule' },
  publish: { method: 'POST', path: '/releases/:id/publish' },
  rollBackChecks: { method: 'GET', path: '/releases/:id/roll-back' },
  rollBack: { method: 'POST', path: '/releases/:id/roll-back' },
  archive: { method: 'POST', path: '/releases/:id/archive' },
} as const;

export const releaseStatuses = {
  draft: { label: 'Draft', description: 'can be changed' },
  scheduled: { label: 'Scheduled', description: 'is published at its time' },
  published: { label: 'Published', description: 'is live' },
  failed: { label: 'Failed', description: 'could not be published at its time' },
  rolled_back: { label: 'Rolled back', description: 'was published and then undone' },
  archived: { label: 'Archived', description: 'is closed' },
} as const;
export type ReleaseStatus = keyof typeof releaseStatuses;
export const releaseStatusNames = Object.keys(releaseStatuses) as [ReleaseStatus, ...ReleaseStatus[]];

/** The statuses in which changes can be saved into a release. */
export const openStatuses: readonly ReleaseStatus[] = ['draft', 'scheduled', 'failed'];

/** The colours of the bar that shows the release in which a user works. */
export const releaseColours = ['blue', 'green', 'orange', 'pink', 'purple', 'teal'] as const;
export type ReleaseColour = (typeof releaseColours)[number];

export const releaseLimits = {
  /** Releases that are neither archived nor rolled back. */
  maxOpen: 100,
  maxChanges: 1_000,
  maxNameLength: 100,
  maxNoteLength: limits.maxDescriptionLength,
  /** Changes that a comparison with the past undoes. */
  maxPastChanges: 5_000,
} as const;

const noteOrNull = responseFields.time.nullable();
const user = z.object({ id: responseFields.id, name: z.string().describe('The current name of the user.') });

export const release = namedSchema(
  'Release',
  z.object({
    id: responseFields.id,
    name: responseFields.name,
    note: z.string().describe('A note for the team. Blank if there is none.'),
    colour: z.enum(releaseColours).describe('The colour of the release on screens.'),
    status: z.enum(releaseStatusNames).describe(`The status. ${describedIn(releaseStatuses)}`),
    time_zone: z.string().describe('The IANA time zone in which its times are shown.'),
    publish_at: noteOrNull.describe('The time at which it is published. Null if it has none.'),
    ends_at: noteOrNull.describe('The time at which it is rolled back. Null if it has none.'),
    published_at: noteOrNull.describe('The time at which it was published. Null before.'),
    rolled_back_at: noteOrNull.describe('The time at which it was rolled back. Null before.'),
    failure: z.string().nullable().describe('The reason why it was not published or rolled back, or null.'),
    owner: user.nullable().describe('The user who created it. Null if the account was deleted.'),
    change_count: responseFields.count.describe('The number of its changes.'),
    comment_count: always(responseFields.count).describe('The number of comments on it.'),
    entry_id: responseFields.id
      .nullable()
      .describe('The audit log entry that caused those of its changes. Null before it is published.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change of these fields.'),
    created_at: responseFields.time,
    updated_at: responseFields.time,
  }),
);
export type Release = z.infer<typeof release>;

export const releasesQuery = z.object({
  status: z
    .enum(['open', ...releaseStatusNames], { error: () => messages.releaseStatusUnknown })
    .optional()
    .describe('`open` returns releases that are drafts, scheduled or failed. The default is all.'),
});

const timeZone = fields
  .requiredText(100, messages.timeZoneRequired)
  .refine(isTimeZone, messages.timeZoneUnknown)
  .describe('An IANA time zone, such as `Europe/Istanbul`.');

const form = {
  note: fields.optionalText(releaseLimits.maxNoteLength).describe('A note for the team.'),
  colour: z
    .enum(releaseColours, { error: () => messages.releaseColourUnknown })
    .optional()
    .describe('The colour of the release on screens. The default is `blue`.'),
  time_zone: timeZone.optional(),
};
const name = fields
  .requiredText(releaseLimits.maxNameLength, messages.nameRequired)
  .describe('The name shown to users.');

export const releaseCreate = namedSchema('ReleaseCreate', z.object({ name, ...form }));
export type ReleaseCreate = z.output<typeof releaseCreate>;

export const releaseUpdate = namedSchema(
  'ReleaseUpdate',
  z.object({ id: fields.id, version: fields.version, name: name.optional(), ...form }),
);
export type ReleaseUpdate = z.output<typeof releaseUpdate>;

const instant = (message: string) =>
  documentedAs(
    z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.iso
        .datetime({ offset: true, error: () => message })
        .transform((text) => new Date(text).toISOString()),
    ),
    z.iso.datetime({ offset: true }),
  );

export const releaseSchedule = namedSchema(
  'ReleaseSchedule',
  z
    .object({
      id: fields.id,
      version: fields.version,
      publish_at: instant(messages.releaseTimeRequired).describe(
        'The time of publishing in ISO 8601 with an offset. It must be in the future.',
      ),
      ends_at: instant(messages.releaseTimeInvalid)
        .nullish()
        .describe('The time at which the release is rolled back. It must be later than `publish_at`.'),
      time_zone: timeZone.optional(),
    })
    .refine(({ publish_at, ends_at }) => !ends_at || ends_at > publish_at, {
      path: ['ends_at'],
      message: messages.releaseEndsTooEarly,
    }),
);
export type ReleaseSchedule = z.output<typeof releaseSchedule>;

const problem = namedSchema(
  'ReleaseProblem',
  z.object({
    kind: z
      .enum(['conflict', 'rejected', 'permission'])
      .describe(
        '`conflict`: someone else changed the same fields. `rejected`: the change isn’t valid any more. `permission`: the user may not make this change.',
      ),
    fields: z
      .array(z.string())
      .describe('The fields of the conflict. Empty for a conflict of the whole record.'),
    message: z.string().describe('A message to show to users.'),
  }),
);
export type ReleaseProblem = z.infer<typeof problem>;

export const releaseActions = ['created', 'changed', 'deleted'] as const satisfies readonly AuditLogAction[];
export type ReleaseAction = (typeof releaseActions)[number];

export const releaseChange = namedSchema(
  'ReleaseChange',
  z.object({
    id: responseFields.id,
    kind: z.enum(resourceNames).describe('The type of the record.'),
    record: z
      .object({ id: responseFields.id, name: responseFields.name })
      .describe('The record. A new record has its future ID.'),
    action: z.enum(releaseActions).describe('The effect on the record.'),
    changes: z
      .array(auditLogChange)
      .describe('The changed fields: `before` is live, `after` is the value in the release.'),
    user: user.nullable().describe('The user who saved it last. Null if the account was deleted.'),
    updated_at: responseFields.time,
    problem: problem.nullable().describe('The reason why it can’t be published now, or null.'),
  }),
);
export type ReleaseChange = z.infer<typeof releaseChange>;
export const releaseChanges = z.object({ items: z.array(releaseChange), total: responseFields.count });
export type ReleaseChanges = z.infer<typeof releaseChanges>;

export const resolution = namedSchema(
  'ReleaseResolution',
  z.object({
    id: fields.id,
    change: fields.id.describe('The ID of the change.'),
    choice: z
      .enum(['mine', 'theirs'], { error: () => messages.choiceUnknown })
      .describe('`mine` keeps the value of the release. `theirs` removes the fields from the release.'),
    fields: z
      .array(z.string().max(200))
      .max(200)
      .optional()
      .describe('The fields. The default is all fields of the conflict.'),
  }),
);
export type Resolution = z.output<typeof resolution>;

const issue = namedSchema(
  'ReleaseIssue',
  z.object({
    rule: z.string().describe('The check, such as `block_empty` or `conflict`.'),
    kind: z.enum(auditLogKinds).nullable().describe('The type of the record, or null.'),
    record: z
      .object({ id: responseFields.id, name: responseFields.name })
      .nullable()
      .describe('The record, or null.'),
    message: z.string().describe('A message to show to users.'),
  }),
);
export type ReleaseIssue = z.infer<typeof issue>;

export const releaseChecks = namedSchema(
  'ReleaseChecks',
  z.object({
    blockers: z.array(issue).describe('Reasons why the release can’t be published.'),
    warnings: z.array(issue).describe('Facts to review before publishing.'),
  }),
);
export type ReleaseChecks = z.infer<typeof releaseChecks>;

export const rollBackRequest = namedSchema(
  'ReleaseRollBack',
  z.object({
    id: fields.id,
    version: fields.version,
    skip: fields.optionalBoolean.describe(
      'True rolls back the other changes if some can’t be undone. The default is `false`.',
    ),
  }),
);
export const rollBackChecks = z.object({
  items: z.array(issue).describe('The records that were changed since and stay as they are.'),
  total: responseFields.count,
});
export type RollBackChecks = z.infer<typeof rollBackChecks>;

export const releaseMessages = {
  created: 'Release created successfully',
  updated: 'Release updated successfully',
  deleted: 'Release deleted successfully',
  scheduled: 'Release scheduled successfully',
  unscheduled: 'Release is a draft again',
  published: 'Release published successfully',
  rolledBack: 'Release rolled back successfully',
  archived: 'Release archived successfully',
  changeRemoved: 'Change removed from the release',
  resolved: 'Conflict resolved',
} as const;
