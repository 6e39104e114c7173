import { z } from 'zod';
import { type NotificationsState, maxEntries } from './notifications.slice.ts';
import type { AuthState } from './auth.slice.ts';

const key = 'lectern-activity';
/** The maximum length of a stored message in characters. It limits the size of all notifications. */
const maxTextLength = 500;

const text = z.string().transform((sentence) => sentence.slice(0, maxTextLength));

const storedEntries = z.object({
  /** The email address of the account. */
  account: z.string(),
  entries: z
    .array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        outcome: z.enum(['success', 'failure']),
        message: text,
        attempted_action: text.optional(),
        subject: text.optional(),
        address: text.optional(),
        isKept: z.boolean().optional(),
        isUnseen: z.boolean().optional(),
      }),
    )
    .max(maxEntries),
});

/** Returns the notifications that this account stored in this tab; undefined if there are none or another account stored them. */
export function readStoredNotifications(
  storage: Storage,
  account: string | undefined,
): NotificationsState | undefined {
  try {
    const result = storedEntries.safeParse(JSON.parse(storage.getItem(key) ?? ''));
    if (!result.success || account === undefined || result.data.account !== account) return undefined;
    return { entries: result.data.entries };
  } catch {
    return undefined;
  }
}

/** Stores the notifications on every change, for reloads. Signed out, they are deleted. */
export function keepNotifications(
  store: {
    getState(): { auth: AuthState; notifications: NotificationsState };
    subscribe(listener: () => void): () => void;
  },
  storage: Storage,
): () => void {
  let writtenState: NotificationsState | undefined;
  const write = () => {
    const { auth, notifications } = store.getState();
    if (notifications === writtenState) return;
    writtenState = notifications;
    try {
      if (auth.user === null || notifications.entries.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ account: auth.user.email, ...notifications }));
    } catch {
      // Storage errors only lose the notifications after a reload.
    }
  };
  write();
  return store.subscribe(write);
}
