import type { Kysely, Transaction } from 'kysely';
import type { SecondStepMethod } from '#contract/auth/two-factor';
import type { TwoFactorRule } from '#contract/settings/declared';
import type { Schema } from '#server/core/db/schema';
import { AppError } from '#server/core/errors';
import { createMinuteGuard } from './once-a-minute.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { readPermissions } from './permissions.ts';
import { type Secrets, plainSecrets } from './secrets.ts';
import { type Origin, recordSecurityEvent } from './security-log.ts';
import { createThrottles } from './throttles.ts';
import { isTotpCode, matchingStep } from './totp.ts';

/*
 * The second factors of users. App codes are short, so attempts are limited per account and per address. Recovery codes cannot
 * be guessed and have no limit per account, so users can sign in although other clients have used up the attempts.
 */

const name = 'second factor';
const perAccount = { by: 'account', max: 10, minutes: 15 } as const;
const perAddress = { by: 'address', max: 50, minutes: 15 } as const;

/** Removes spaces and hyphens, because apps and recovery codes show groups. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '');

export interface TwoFactorInfo {
  readonly methods: readonly SecondStepMethod[];
  /** True if the role or the settings require two-factor authentication. */
  readonly isRequired: boolean;
}

/** Returns the second factors of a user. Without any, the password is sufficient. */
export async function factorsOf(
  db: Kysely<Schema>,
  userId: number,
  rule: TwoFactorRule = 'roles',
): Promise<TwoFactorInfo> {
  const row = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('totp_factors', 'totp_factors.user_id', 'users.id')
    .select((eb) => [
      'roles.requires_two_factor',
      'users.permissions',
      'totp_factors.user_id as totp',
      eb
        .selectFrom('recovery_codes')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .as('codes'),
      eb
        .selectFrom('passkeys')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  const hasTotp = row?.totp !== null && row?.totp !== undefined;
  const hasPasskey = (row?.passkeys ?? 0) > 0;
  const hasCodes = (hasTotp || hasPasskey) && (row?.codes ?? 0) > 0;
  return {
    methods: [
      ...(hasTotp ? (['totp'] as const) : []),
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(hasCodes ? (['recovery_code'] as const) : []),
    ],
    isRequired:
      row !== undefined &&
      (row.requires_two_factor === 1 ||
        rule === 'all' ||
        (rule === 'editors' &&
          readPermissions(row.permissions).some((permission) => permission !== 'reports:read'))),
  };
}

interface TypedCode {
  readonly userId: number;
  readonly typed: string;
  /** Decrypts the secret of the authenticator app. */
  readonly secrets?: Secrets | undefined;
}

/**
 * Accepts a code once. If one code is used concurrently, also by several processes, one call succeeds.
 * @returns the kind of code; undefined if it is not valid
 */
export async function acceptCode(
  trx: Transaction<Schema>,
  { userId, typed, secrets = plainSecrets }: TypedCode,
): Promise<'totp' | 'recovery_code' | undefined> {
  const code = plain(typed);
  if (!isTotpCode(code)) return (await takeRecoveryCode(trx, userId, code)) ? 'recovery_code' : undefined;
  const twoFactor = await trx
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const now = Date.now();
  const location = { table: 'totp_factors', userId } as const;
  const step = twoFactor && matchingStep(secrets.decrypt(twoFactor.secret, location), code, now);
  if (!twoFactor || step === undefined) return undefined;
  const { numUpdatedRows } = await trx
    .updateTable('totp_factors')
    .set({ last_step: step, last_used_at: new Date(now).toISOString() })
    .where('user_id', '=', userId)
    .where('secret', '=', twoFactor.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0 ? 'totp' : undefined;
}

/** Deletes the recovery codes if the user has no other second factor. Call it after a factor was removed. */
export async function removeUnusedCodes(trx: Transaction<Schema>, userId: number): Promise<void> {
  const { methods } = await factorsOf(trx, userId);
  if (!methods.includes('totp') && !methods.includes('passkey'))
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/**
 * Adds an authenticator app if the code is correct; the code cannot be used again.
 * @returns false if the code is wrong or the user already has an app
 */
export async function enrolTotp(
  trx: Transaction<Schema>,
  { userId, typed, secret, secrets = plainSecrets }: TypedCode & { readonly secret: string },
): Promise<boolean> {
  const now = Date.now();
  const last_step = matchingStep(secret, plain(typed), now);
  if (last_step === undefined) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('totp_factors')
    .values({
      user_id: userId,
      secret: secrets.encrypt(secret, { table: 'totp_factors', userId }),
      last_step,
      created_at: new Date(now).toISOString(),
      last_used_at: null,
    })
    .onConflict((clash) => clash.column('user_id').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Deletes all second factors, recovery codes and pending challenges of a user. */
export async function removeFactors(trx: Transaction<Schema>, userId: number): Promise<void> {
  for (const table of ['totp_factors', 'recovery_codes', 'passkeys', 'auth_challenges'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Returns null for a failed sign-in, because the user has not signed in yet. */
const actorOf = (failure: FailureEvent, userId: number | null): number | null =>
  failure === 'two_factor_failed' ? null : userId;

interface FactorAttempt {
  /** Null if the user is not known yet. */
  readonly userId: number | null;
  /** Undefined for passkeys, which cannot be guessed. */
  readonly code: string | undefined;
  readonly origin: Origin;
}

type FailureEvent = 'two_factor_failed' | 'two_factor_rejected';

/** Limits how often codes are tried, across all processes. */
export function createCodeGuard(db: Kysely<Schema>) {
  const throttles = createThrottles(db);
  const isFirst = createMinuteGuard();

  return {
    /**
     * Counts an attempt before `work` checks the code, and removes the count if the code is correct. Wrong codes are logged.
     * @returns the result of `work`; undefined for a wrong code
     * @throws AppError 429
     */
    async run<Result>(
      { userId, code, origin }: FactorAttempt,
      failure: FailureEvent,
      work: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const rules = code !== undefined && isTotpCode(plain(code)) ? [perAccount, perAddress] : [perAddress];
      const throttleKey = ({ by }: { by: string }) => (by === 'account' ? String(userId) : origin.address);
      try {
        for (const rule of rules) await throttles.take(name, rule, throttleKey(rule));
      } catch (error) {
        if (error instanceof AppError && isFirst(`${userId} ${origin.address}`))
          await recordSecurityEvent(db, { kind: 'two_factor_throttled', userId, actorId: null, origin });
        throw error;
      }
      const result = await work();
      if (result === undefined)
        await recordSecurityEvent(db, { kind: failure, userId, actorId: actorOf(failure, userId), origin });
      else {
        await throttles.release(name, perAddress, origin.address);
        if (rules.length > 1) await throttles.forget(name, perAccount, String(userId));
      }
      return result;
    },
  };
}

export type CodeGuard = ReturnType<typeof createCodeGuard>;
