import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { always, namedSchema } from '#contract/core/schema-notes';
import { notificationTypes } from './notification-types.ts';

/* Notifications are stored per account, so that every browser has the same list. */

export const notificationsEndpoints = {
  list: { method: 'GET', path: '/notifications' },
  add: { method: 'POST', path: '/notifications' },
  see: { method: 'POST', path: '/notifications/seen' },
  clear: { method: 'DELETE', path: '/notifications' },
} as const;

export const notificationLimits = {
  /** Days until a notification is deleted. */
  retentionDays: 90,
  /** The maximum number per account. The oldest ones are deleted. */
  maxEntries: 500,
  /** The maximum number per request. */
  maxAdded: 100,
  maxKeyLength: 64,
  maxTextLength: 500,
} as const;

export const notificationsOutcomes = ['success', 'failure'] as const;

/** A sentence for each notification of the server. */
const addedByServer = Object.values(notificationTypes)
  .map(({ label, description }) => `“${label}”: ${description}.`)
  .join(' ');

export const notificationsEntry = namedSchema(
  'NotificationEntry',
  z.object({
    id: responseFields.id,
    key: z.string().describe('The key of the entry, unique in the account.'),
    at: responseFields.time.describe('The time of the event.'),
    outcome: z.enum(notificationsOutcomes).describe('The result.'),
    message: z.string().describe(`The text of the notification. ${addedByServer}`),
    attempted_action: z.string().nullable().describe('The failed action, or null.'),
    subject: z.string().nullable().describe('The name of the record, or null.'),
    address: always(z.string().nullable()).describe(
      'The path of the screen with details, such as `/releases/3`, or null.',
    ),
    is_seen: z.boolean().describe('True if the user has seen the notification.'),
  }),
);
export type StoredNotification = z.infer<typeof notificationsEntry>;

export const notificationsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

const shortenedText = fields
  .text(limits.maxDescriptionLength)
  .transform((text) => text.slice(0, notificationLimits.maxTextLength));

/** New notifications of the caller. Entries with an existing key are skipped. */
export const notificationsAdd = namedSchema(
  'NotificationsAdd',
  z.object({
    entries: fields
      .jsonList(
        z.object({
          key: fields
            .requiredText(notificationLimits.maxKeyLength, 'Key is required')
            .describe('The key of the entry, unique in the account. A repeated entry is stored once.'),
          at: z.iso
            .datetime('Must be a time')
            .optional()
            .describe('The time of the event. The default is now. It can’t be in the future.'),
          outcome: z.enum(notificationsOutcomes).describe('The result.'),
          message: shortenedText.describe('The text of the notification. It is shortened to 500 characters.'),
          attempted_action: shortenedText.nullish().describe('The failed action.'),
          subject: shortenedText.nullish().describe('The name of the record.'),
        }),
        notificationLimits.maxAdded,
        'entries',
      )
      .describe('The notifications, oldest first.'),
  }),
);
export type NotificationsAdd = z.output<typeof notificationsAdd>;
