import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { refusals } from '#contract/refusals';
import type { Schema } from '#server/db/schema';
import { refused } from '#server/errors';
import { networkOf } from './sign-in-throttle.ts';

/** How often something may be done within a window of time, by one network or one account. */
export interface ThrottleRule {
  readonly by: 'address' | 'account';
  readonly max: number;
  readonly minutes: number;
}

/** Counts calls in the database, so that several server processes share one count. */
export function createThrottles(db: Kysely<Schema>, now: () => number = Date.now) {
  return {
    /**
     * Counts one call of what `name` names. Refused calls count too, and the window ends all the same.
     * @param who an address, or the id of an account @throws AppError 429 beyond the rule, with the seconds that are left
     */
    async take(name: string, { by, max, minutes }: ThrottleRule, who: string): Promise<void> {
      const subject = by === 'address' ? networkOf(who) : who;
      const key = createHash('sha256').update(`${name} ${by} ${subject}`).digest('hex');
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
      const seconds = Math.max(Math.ceil((Date.parse(row.expires_at) - now()) / 1000), 1);
      throw refused(refusals.tooOften, { retryAfter: seconds });
    },
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
