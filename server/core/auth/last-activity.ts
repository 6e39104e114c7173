import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';

const EVERY_MS = 60_000;
const FORGET_AFTER_MS = 60 * 60_000;

interface Activity {
  readonly userId: number;
  readonly at: number;
}

/**
 * Records the last activity of sessions, API tokens and users, to the minute. `note` only updates a map. `flush` writes the new
 * values in one transaction, independently of requests. A killed process loses only values that are not flushed.
 */
export function createActivityRecorder(db: Kysely<Schema>, now: () => number = Date.now) {
  const recordedTimes = new Map<string, number>();
  const pendingActivities = new Map<string, Activity>();

  async function write(activities: readonly [key: string, seen: Activity][]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const users = new Map<number, number>();
      for (const [key, { userId, at }] of activities) {
        const id = Number(key.slice(1));
        const time = new Date(at).toISOString();
        if (key.startsWith('s'))
          await trx.updateTable('sessions').set({ last_seen_at: time }).where('id', '=', id).execute();
        else
          await trx.updateTable('access_tokens').set({ last_used_at: time }).where('id', '=', id).execute();
        users.set(userId, Math.max(at, users.get(userId) ?? 0));
      }
      for (const [userId, time] of users)
        await trx
          .updateTable('users')
          .set({ last_seen_at: new Date(time).toISOString() })
          .where('id', '=', userId)
          .execute();
    });
  }

  return {
    record(kind: 'session' | 'token', id: number, userId: number): void {
      const key = `${kind === 'session' ? 's' : 't'}${id}`;
      const time = now();
      if (time - (recordedTimes.get(key) ?? 0) < EVERY_MS) return;
      recordedTimes.set(key, time);
      pendingActivities.set(key, { userId, at: time });
    },

    async flush(): Promise<void> {
      for (const [key, time] of recordedTimes) if (time < now() - FORGET_AFTER_MS) recordedTimes.delete(key);
      if (pendingActivities.size === 0) return;
      const activities = [...pendingActivities].toSorted(
        ([, first], [, second]) => first.userId - second.userId,
      );
      pendingActivities.clear();
      await write(activities);
    },
  };
}
