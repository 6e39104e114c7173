import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { named } from '#contract/core/schema-notes';

/* What happened, for the panel behind the bell: kept for each account, so that it is the same in every browser. */

export const notificationsEndpoints = {
  list: { method: 'GET', path: '/notifications' },
  add: { method: 'POST', path: '/notifications' },
  see: { method: 'POST', path: '/notifications/seen' },
  clear: { method: 'DELETE', path: '/notifications' },
} as const;

export const notificationLimits = {
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
export const notificationTexts = {
  jobDone: 'Done in the background',
  jobFailed: 'Work in the background failed',
  newBrowser: 'Signed in from a new browser',
  importReady: 'Import is ready for review',
} as const;

export const notificationsOutcomes = ['success', 'failure'] as const;

export const notificationsEntry = named(
  'NotificationEntry',
  z.object({
    id: answers.id,
    key: z.string().describe('Given by whoever made the entry; unique for the account.'),
    at: answers.time.describe('When it happened.'),
    outcome: z.enum(notificationsOutcomes).describe('How it ended.'),
    message: z.string().describe('What happened, a sentence for people.'),
    attempted_action: z.string().nullable().describe('Of a failure: what was tried; else null.'),
    subject: z.string().nullable().describe('The name of what it was about; null for nothing by name.'),
    is_seen: z.boolean().describe('Whether the account has looked at it.'),
  }),
);
export type StoredNotification = z.infer<typeof notificationsEntry>;

export const notificationsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

const shortened = fields
  .text(limits.maxDescriptionLength)
  .transform((text) => text.slice(0, notificationLimits.maxTextLength));

/** Entries of the caller's own doing. One whose key is known already is passed over. */
export const notificationsAdd = named(
  'NotificationsAdd',
  z.object({
    entries: fields
      .jsonList(
        z.object({
          key: fields
            .requiredText(notificationLimits.maxKeyLength, 'The key is needed')
            .describe('Unique for the account: an entry that is sent twice is kept once.'),
          at: z.iso
            .datetime('Must be a time')
            .optional()
            .describe('When it happened; now unless said, and never later.'),
          outcome: z.enum(notificationsOutcomes).describe('How it ended.'),
          message: shortened.describe('What happened; kept up to 500 characters.'),
          attempted_action: shortened.nullish().describe('Of a failure: what was tried.'),
          subject: shortened.nullish().describe('The name of what it was about.'),
        }),
        notificationLimits.maxAdded,
        'entries',
      )
      .describe('What happened, oldest first.'),
  }),
);
export type NotificationsAdd = z.output<typeof notificationsAdd>;
