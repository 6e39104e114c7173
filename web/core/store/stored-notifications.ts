import { z } from 'zod';
import { type NotificationsState, maxEntries } from './notifications.slice.ts';
import type { AuthState } from './auth.slice.ts';

const key = 'lectern-activity';
/** A sentence that is longer is kept in part, so that the whole log stays small. */
const maxTextLength = 500;

const text = z.string().transform((sentence) => sentence.slice(0, maxTextLength));

const storedEntries = z.object({
  /** The e-mail address of whose log it is. */
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
        isKept: z.boolean().optional(),
        isUnseen: z.boolean().optional(),
      }),
    )
    .max(maxEntries),
});

/** The log that this account left in this tab; undefined when there is none, or it is somebody else's. */
export function readKeptNotifications(
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

/** Keeps the log over reloads from now on. Signed out means no log. */
export function keepNotifications(
  store: {
    getState(): { auth: AuthState; notifications: NotificationsState };
    subscribe(listener: () => void): () => void;
  },
  storage: Storage,
): () => void {
  let written: NotificationsState | undefined;
  const write = () => {
    const { auth, notifications } = store.getState();
    if (notifications === written) return;
    written = notifications;
    try {
      if (auth.user === null || notifications.entries.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ account: auth.user.email, ...notifications }));
    } catch {
      // A full or forbidden storage costs only the memory of the log.
    }
  };
  write();
  return store.subscribe(write);
}
