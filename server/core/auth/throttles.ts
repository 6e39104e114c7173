import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { appError } from '#server/core/errors';
import { SITE_FACTOR, networksOf } from './sign-in-throttle.ts';

/** The number of requests per network or account within a time window. */
export interface ThrottleRule {
  readonly by: 'address' | 'account';
  readonly max: number;
  readonly minutes: number;
}

/** The number of rejected keys that a process caches, so that a flood of requests does not reach the database. */
const MAX_CACHED = 10_000;

/** Counts requests in the database, so that all server processes share the counts. */
export function createThrottles(db: Kysely<Schema>, now: () => number = () => Date.now()) {
  const throttledUntil = new LRUCache<string, number>({ max: MAX_CACHED });

  function throttleUntil(end: number): never {
    const retryAfter = Math.max(Math.ceil((end - now()) / 1000), 1);
    throw appError(knownErrors.tooOften, { retryAfter });
  }

  /** Returns the key of the account, or a key for each network of the address, narrowest first. */
  const keysOf = (name: string, by: ThrottleRule['by'], who: string): string[] =>
    (by === 'address' ? networksOf(who) : [who])
      .filter((subject) => subject !== undefined)
      .map((subject) => createHash('sha256').update(`${name} ${by} ${subject}`).digest('hex'));

  async function takeKey(key: string, { max, minutes }: Omit<ThrottleRule, 'by'>): Promise<void> {
    const end = throttledUntil.get(key) ?? 0;
    // If the clock was set back, the cached end must not lengthen the wait.
    if (end > now() && end <= now() + minutes * 60_000) throttleUntil(end);
    const time = new Date(now()).toISOString();
    const expires_at = new Date(now() + minutes * 60_000).toISOString();
    const isOver = sql<boolean>`throttles.expires_at <= ${time}`;
    const row = await db
      .insertInto('throttles')
      .values({ key, hits: 1, expires_at })
      .onConflict((clash) =>
        clash.column('key').doUpdateSet({
          hits: sql<number>`case when ${isOver} then 1 else throttles.hits + 1 end`,
          expires_at: sql<string>`case when ${isOver} then ${expires_at} else throttles.expires_at end`,
        }),
      )
      .returning(['hits', 'expires_at'])
      .executeTakeFirstOrThrow();
    if (row.hits <= max) return;
    throttledUntil.set(key, Date.parse(row.expires_at));
    throttleUntil(Date.parse(row.expires_at));
  }

  return {
    /**
     * Counts one request. Rejected requests count too, but do not extend the window. The networks of one site together
     * have four times the limit of one network.
     * @param name names the counter
     * @param who an address, or the id of an account
     * @throws AppError 429 with the remaining seconds if the limit is exceeded
     */
    async take(name: string, { by, max, minutes }: ThrottleRule, who: string): Promise<void> {
      for (const [index, key] of keysOf(name, by, who).entries())
        await takeKey(key, { max: max * SITE_FACTOR ** index, minutes });
    },

    /** Subtracts one request, for limits that count failures only. */
    async release(name: string, { by }: ThrottleRule, who: string): Promise<void> {
      await db
        .updateTable('throttles')
        .set((eb) => ({ hits: eb('hits', '-', 1) }))
        .where('key', 'in', keysOf(name, by, who))
        .where('hits', '>', 0)
        .execute();
    },

    /** Resets the count. */
    async forget(name: string, { by }: ThrottleRule, who: string): Promise<void> {
      const keys = keysOf(name, by, who);
      for (const key of keys) throttledUntil.delete(key);
      await db.deleteFrom('throttles').where('key', 'in', keys).execute();
    },
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
