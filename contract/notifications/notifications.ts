import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { named } from '#contract/core/schema-notes';

/* Notifications are stored per account, so that every browser has the same list. */

export const notificationsEndpoints = {
  list: { method: 'GET', path: '/notifications' },
  add: { method: 'POST', path: '/notifications' },
  see: { method: 'POST', path: '/notifications/seen' },
  clear: { method: 'DELETE', path: '/notifications' },
} as const;

export const notificationLimits = {
  /** Days until a notification is deleted. */
  keptDays: 90,
  /** Maximum number per account; the oldest are deleted. */
  maxEntries: 500,
  /** Maximum number per call. */
  maxAdded: 100,
  maxKeyLength: 64,
  maxTextLength: 500,
} as const;

/** Texts of notifications about background jobs. */
export const notificationTexts = {
  jobDone: 'Background job completed',
  jobFailed: 'Background job failed',
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

/** New notifications of the caller. Entries with an existing key are skipped. */
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
