import { z } from 'zod';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { named } from './notes.ts';

/* What happened, for the panel behind the bell: kept for each account, so that it is the same in every browser. */

export const activityEndpoints = {
  list: { method: 'GET', path: '/activity' },
  add: { method: 'POST', path: '/activity' },
  see: { method: 'POST', path: '/activity/seen' },
  clear: { method: 'DELETE', path: '/activity' },
} as const;

export const activityLimits = {
  /** Days until an entry goes. */
  keptDays: 90,
  /** Of one account; the oldest go. */
  maxEntries: 500,
  /** In one call. */
  maxAdded: 100,
  maxKeyLength: 64,
  maxTextLength: 500,
} as const;

/** What the server itself notes of background work. */
export const activityNotes = {
  jobDone: 'Done in the background',
  jobFailed: 'Work in the background failed',
  newBrowser: 'Signed in from a new browser',
  importReady: 'Import is ready for review',
} as const;

export const activityOutcomes = ['success', 'failure'] as const;

export const activityEntry = named(
  'ActivityEntry',
  z.object({
    id: answers.id,
    key: z.string().describe('Given by whoever made the entry; unique for the account.'),
    at: answers.time.describe('When it happened.'),
    outcome: z.enum(activityOutcomes).describe('How it ended.'),
    message: z.string().describe('What happened, a sentence for people.'),
    tried: z.string().nullable().describe('Of a failure: what was tried; else null.'),
    subject: z.string().nullable().describe('The name of what it was about; null for nothing by name.'),
    is_seen: z.boolean().describe('Whether the account has looked at it.'),
  }),
);
export type StoredActivity = z.infer<typeof activityEntry>;

export const activityQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

const shortened = fields
  .text(limits.maxDescriptionLength)
  .transform((text) => text.slice(0, activityLimits.maxTextLength));

/** Entries of the caller's own doing. One whose key is known already is passed over. */
export const activityAdd = named(
  'ActivityAdd',
  z.object({
    entries: fields
      .jsonList(
        z.object({
          key: fields
            .requiredText(activityLimits.maxKeyLength, 'The key is needed')
            .describe('Unique for the account: an entry that is sent twice is kept once.'),
          at: z.iso
            .datetime('Must be a time')
            .optional()
            .describe('When it happened; now unless said, and never later.'),
          outcome: z.enum(activityOutcomes).describe('How it ended.'),
          message: shortened.describe('What happened; kept up to 500 characters.'),
          tried: shortened.nullish().describe('Of a failure: what was tried.'),
          subject: shortened.nullish().describe('The name of what it was about.'),
        }),
        activityLimits.maxAdded,
        'entries',
      )
      .describe('What happened, oldest first.'),
  }),
);
export type ActivityAdd = z.output<typeof activityAdd>;
