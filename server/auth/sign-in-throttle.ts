import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema';
import { tooMany } from '#server/errors';

const WINDOW_MS = 15 * 60 * 1000;
/** Wrong passwords for one account from one address. The right user at another address is not touched by them. */
const MAX_PER_ACCOUNT_AND_ADDRESS = 5;
/** Wrong passwords for any accounts from one address: what stops a list of stolen passwords. */
const MAX_PER_ADDRESS = 50;

/** An IPv6 customer holds a whole /64, so that is what counts as one address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(8 - front.length - back.length, 0);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Counts failed sign-ins in the database, so that several server processes share one count. */
export function createSignInThrottle(db: Kysely<Schema>, now: () => number = Date.now) {
  const keysOf = (email: string, address: string) => {
    const network = networkOf(address);
    const account = createHash('sha256').update(email).digest('hex').slice(0, 32);
    return { pair: `account:${account}|${network}`, address: `address:${network}` };
  };

  const recent = (key: string) =>
    db
      .selectFrom('sign_in_attempts')
      .select('attempted_at')
      .where('key', '=', key)
      .where('attempted_at', '>', new Date(now() - WINDOW_MS).toISOString())
      .orderBy('attempted_at', 'desc');

  async function refuseAbove(key: string, max: number): Promise<void> {
    const blocking = await recent(key)
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    if (!blocking) return;
    const seconds = Math.ceil((Date.parse(blocking.attempted_at) + WINDOW_MS - now()) / 1000);
    throw tooMany('Too many failed sign-ins. Please wait a while and try again.', Math.max(seconds, 1));
  }

  return {
    /**
     * Counts an attempt before its password is checked, so that a burst of parallel guesses is counted too.
     * @throws AppError 429 when the account at this address, or the address, has used up its attempts.
     */
    async begin(email: string, address: string): Promise<void> {
      const keys = keysOf(email, address);
      await refuseAbove(keys.pair, MAX_PER_ACCOUNT_AND_ADDRESS);
      await refuseAbove(keys.address, MAX_PER_ADDRESS);
      const attempted_at = new Date(now()).toISOString();
      await db
        .insertInto('sign_in_attempts')
        .values([
          { key: keys.pair, attempted_at },
          { key: keys.address, attempted_at },
        ])
        .execute();
    },

    /** Forgets the account's attempts at this address and the one that `begin` counted for the address. */
    async succeed(email: string, address: string): Promise<void> {
      const keys = keysOf(email, address);
      await db.deleteFrom('sign_in_attempts').where('key', '=', keys.pair).execute();
      const last = await recent(keys.address).limit(1).executeTakeFirst();
      if (!last) return;
      await db
        .deleteFrom('sign_in_attempts')
        .where('key', '=', keys.address)
        .where('attempted_at', '=', last.attempted_at)
        .execute();
    },

    async forgetOld(): Promise<void> {
      await db
        .deleteFrom('sign_in_attempts')
        .where('attempted_at', '<=', new Date(now() - WINDOW_MS).toISOString())
        .execute();
    },
  };
}
