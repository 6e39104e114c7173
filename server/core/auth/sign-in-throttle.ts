import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { appError } from '#server/core/errors';
import { type SignInRules, usualRules } from './rules.ts';

const MINUTE_MS = 60_000;
/** The limit of failed sign-ins per address for all accounts together. It stops lists of stolen passwords. */
const MAX_PER_ADDRESS = 50;
/**
 * The number of failed sign-ins per account from all addresses together before a delay. Each further attempt waits longer before its
 * password is checked. A correct password is still accepted.
 */
const UNDELAYED_PER_ACCOUNT = 10;
const DELAY_STEP_MS = 100;
/** Less than the client timeout of ten seconds, so that the client still receives a response. */
const MAX_DELAY_MS = 5_000;

/** The limit of a site, as a multiple of the limit of one network. A site can have many networks and users. */
export const SITE_FACTOR = 4;

/**
 * Returns the networks that an address counts for, narrowest first. An IPv6 customer has at least a /64, often a /48, and can use
 * any address in it. An IPv4 address counts alone.
 */
export function networksOf(address: string): readonly [string, string?] {
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mappedAddress?.[1]) return [mappedAddress[1]];
  if (!address.includes(':')) return [address];
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(8 - front.length - back.length, 0);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  const prefixOf = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.replace(/^0+(?=.)/, ''))
      .join(':');
  return [`${prefixOf(4)}::/64`, `${prefixOf(3)}::/48`];
}

/** The keys that an attempt is counted under. The lists contain a key per network of the address, narrowest first. */
interface AttemptKeys {
  readonly account: string;
  readonly pairs: readonly string[];
  readonly networks: readonly string[];
}

export interface Attempt extends AttemptKeys {
  readonly moment: string;
}

const allOf = ({ account, pairs, networks }: AttemptKeys): string[] => [account, ...pairs, ...networks];

/** Runs work with the same key sequentially, so that each attempt of a burst counts those before it. */
function createLine() {
  const lasts = new Map<string, Promise<unknown>>();
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const next = (lasts.get(key) ?? Promise.resolve()).then(work, work);
    lasts.set(key, next);
    const leave = () => {
      if (lasts.get(key) === next) lasts.delete(key);
    };
    next.then(leave, leave);
    return next;
  };
}

/**
 * Counts failed sign-ins in the database, so that all server processes share the counts. The settings define the limit per account
 * and address. It does not affect the same account at other addresses.
 */
export function createSignInThrottle(
  db: Kysely<Schema>,
  {
    rules = usualRules,
    now = Date.now,
    wait = delay,
  }: {
    readonly rules?: (() => SignInRules) | undefined;
    readonly now?: (() => number) | undefined;
    readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
  } = {},
) {
  const keysOf = (email: string, address: string): AttemptKeys => {
    const networks = networksOf(address).filter((network) => network !== undefined);
    const account = createHash('sha256').update(email).digest('hex').slice(0, 32);
    return {
      account: `everywhere:${account}`,
      pairs: networks.map((network) => `account:${account}|${network}`),
      networks: networks.map((network) => `address:${network}`),
    };
  };

  const oneByOne = createLine();
  const windowMs = () => rules().sign_in_window_minutes * MINUTE_MS;
  const windowStart = () => new Date(now() - windowMs()).toISOString();

  /** Selects the attempts before the given one, newest first. */
  const earlier = (key: string, moment: string) =>
    db
      .selectFrom('sign_in_attempts')
      .select('attempted_at')
      .where('key', '=', key)
      .where('attempted_at', '>', windowStart())
      .where('attempted_at', '<', moment)
      .orderBy('attempted_at', 'desc');

  async function forget(keys: readonly string[], moment: string): Promise<void> {
    await db
      .deleteFrom('sign_in_attempts')
      .where('key', 'in', keys)
      .where('attempted_at', '=', moment)
      .execute();
  }

  async function secondsToWait(key: string, moment: string, max: number): Promise<number> {
    const blockingAttempt = await earlier(key, moment)
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    if (!blockingAttempt) return 0;
    const [iso = ''] = blockingAttempt.attempted_at.split('#');
    return Math.max(Math.ceil((Date.parse(iso) + windowMs() - now()) / 1000), 1);
  }

  async function msToDelay(key: string, moment: string): Promise<number> {
    const max = UNDELAYED_PER_ACCOUNT + MAX_DELAY_MS / DELAY_STEP_MS;
    const before = await earlier(key, moment).limit(max).execute();
    return Math.max(before.length - UNDELAYED_PER_ACCOUNT, 0) * DELAY_STEP_MS;
  }

  /** Returns the longest wait of these keys in seconds. The limit of a site is higher than that of a network. */
  async function longestWait(keys: readonly string[], moment: string, max: number): Promise<number> {
    const waits = keys.map((key, index) => secondsToWait(key, moment, max * SITE_FACTOR ** index));
    return Math.max(...(await Promise.all(waits)));
  }

  async function count(keys: AttemptKeys): Promise<Attempt> {
    // The random part orders attempts of the same millisecond.
    const moment = `${new Date(now()).toISOString()}#${randomBytes(6).toString('hex')}`;
    await db
      .insertInto('sign_in_attempts')
      .values(allOf(keys).map((key) => ({ key, attempted_at: moment })))
      .execute();
    const { sign_in_attempts } = rules();
    const seconds = Math.max(
      await longestWait(keys.pairs, moment, sign_in_attempts),
      await longestWait(keys.networks, moment, Math.max(sign_in_attempts, MAX_PER_ADDRESS)),
    );
    if (seconds === 0) return { ...keys, moment };
    await forget(allOf(keys), moment);
    throw appError(knownErrors.tooManySignIns, { retryAfter: seconds });
  }

  return {
    /**
     * Counts an attempt before its password is checked, so that parallel guesses share the limit. Rejected attempts are not counted,
     * so the limit ends even if a client continues to try. Resolves later the more attempts on the account have failed.
     * @returns the attempt, for `succeed`
     * @throws AppError 429 if the account at this address, or the address, has no attempts left
     */
    async begin(email: string, address: string): Promise<Attempt> {
      const keys = keysOf(email, address);
      const attempt = await oneByOne(keys.networks.at(-1) ?? '', () => count(keys));
      const ms = await msToDelay(attempt.account, attempt.moment);
      if (ms > 0) await wait(ms);
      return attempt;
    },

    /** Deletes the attempts on the account from this address, and this attempt from the other counts. */
    async succeed({ account, pairs, networks, moment }: Attempt): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('key', 'in', pairs).execute();
      await forget([account, ...networks], moment);
    },

    /** Deletes this attempt from all counts. For a correct password that does not sign in. */
    cancel: (attempt: Attempt): Promise<void> => forget(allOf(attempt), attempt.moment),

    async deleteExpired(): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('attempted_at', '<=', windowStart()).execute();
    },
  };
}
