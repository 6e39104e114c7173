import type { Kysely } from 'kysely';
import { notificationTypes } from '#contract/notifications/notification-types';
import type { Schema } from '#server/core/db/schema';
import { browserName } from './browsers.ts';
import type { Origin } from './security-log.ts';

const MAX_LENGTH = 100;

/**
 * Returns the key of a browser: its name and system without the version, so that updates do not change it.
 * Returns undefined for other clients, because they can send any name.
 */
function keyOf(userAgent: string): string | undefined {
  return /^(Mozilla|Opera)\//.test(userAgent) ? browserName(userAgent).slice(0, MAX_LENGTH) : undefined;
}

/**
 * Stores the browser of a sign-in, and notifies the user if it differs from the earlier ones. The first browser causes no
 * notification. @returns the name of a new browser, else undefined
 */
export async function recordBrowser(
  db: Kysely<Schema>,
  { userId, sessionId, origin }: { userId: number; sessionId: number; origin: Origin },
): Promise<string | undefined> {
  const browser_key = keyOf(origin.userAgent);
  if (browser_key === undefined) return undefined;
  const now = new Date().toISOString();
  const knownBrowsers = await db
    .selectFrom('known_browsers')
    .select('browser_key')
    .where('user_id', '=', userId)
    .execute();
  if (knownBrowsers.some((browser) => browser.browser_key === browser_key)) {
    await db
      .updateTable('known_browsers')
      .set({ last_seen_at: now })
      .where('user_id', '=', userId)
      .where('browser_key', '=', browser_key)
      .execute();
    return undefined;
  }
  await db
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_key, first_seen_at: now, last_seen_at: now })
    .onConflict((clash) => clash.columns(['user_id', 'browser_key']).doNothing())
    .execute();
  if (knownBrowsers.length === 0) return undefined;
  await db
    .insertInto('notifications')
    .values({
      user_id: userId,
      entry_key: `new-browser-${sessionId}`,
      at: now,
      outcome: 'success',
      message: notificationTypes.newBrowser.label,
      attempted_action: null,
      subject: origin.address === '' ? browser_key : `${browser_key}, ${origin.address}`,
      address: null,
    })
    .onConflict((clash) => clash.columns(['user_id', 'entry_key']).doNothing())
    .execute();
  return browser_key;
}
