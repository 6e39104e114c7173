import type { Kysely, Transaction } from 'kysely';
import type { SecondStepMethod } from '#contract/auth/two-factor';
import type { TwoFactorRule } from '#contract/settings/declared';
import type { Schema } from '#server/core/db/schema';
import { AppError } from '#server/core/errors';
import { createOnceAMinute } from './once-a-minute.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { readPermissions } from './permissions.ts';
import { type Secrets, plainSecrets } from './secrets.ts';
import { type Origin, recordSecurityEvent } from './security-log.ts';
import { createThrottles } from './throttles.ts';
import { isTotpCode, matchingStep } from './totp.ts';

/*
 * The second factors of users. Codes of an app are short, so how many are looked at is bounded for each
 * account and each address; recovery codes cannot be guessed, and so stay open to whoever is kept out by somebody else's guesses.
 */

const name = 'second factor';
const perAccount = { by: 'account', max: 10, minutes: 15 } as const;
const perAddress = { by: 'address', max: 50, minutes: 15 } as const;

/** As people type it: apps and recovery codes are shown in groups. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '');

export interface TwoFactorInfo {
  readonly methods: readonly SecondStepMethod[];
  /** True if the role or the settings require one. */
  readonly isRequired: boolean;
}

/** The second factors that a user has set up; empty if the password suffices. */
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
        rule === 'everybody' ||
        (rule === 'changers' && readPermissions(row.permissions).some((one) => one !== 'reports:read'))),
  };
}

interface TypedCode {
  readonly userId: number;
  readonly typed: string;
  /** Decrypts the secret of the app. */
  readonly secrets?: Secrets | undefined;
}

/** @returns what the code was, which it is not again; of two calls with one code, in whichever process, one succeeds */
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
  const place = { table: 'totp_factors', userId } as const;
  const step = twoFactor && matchingStep(secrets.decrypt(twoFactor.secret, place), code, now);
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

/** Last when one was taken away: recovery codes stand for others, and end with the last of them. */
export async function removeUnusedCodes(trx: Transaction<Schema>, userId: number): Promise<void> {
  const { methods } = await factorsOf(trx, userId);
  if (!methods.includes('totp') && !methods.includes('passkey'))
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Sets an app up for whoever shows its code, which is not accepted again. @returns whether the code was right, and she had none yet */
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

/** Takes away whatever a user signs in with beside the password. */
export async function removeFactors(trx: Transaction<Schema>, userId: number): Promise<void> {
  for (const table of ['totp_factors', 'recovery_codes', 'passkeys', 'auth_challenges'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Somebody who has not signed in yet is nobody. */
const actorOf = (failure: ErrorResponse, userId: number | null): number | null =>
  failure === 'second_step_failed' ? null : userId;

interface FactorAttempt {
  /** Null while nobody has said who she is. */
  readonly userId: number | null;
  /** Undefined for a passkey, which nobody guesses. */
  readonly code: string | undefined;
  readonly origin: Origin;
}

type ErrorResponse = 'second_step_failed' | 'two_factor_refused';

/** Bounds how often codes are tried, over all processes. */
export function createCodeGuard(db: Kysely<Schema>) {
  const throttles = createThrottles(db);
  const isFirst = createOnceAMinute();

  return {
    /**
     * Counts an attempt before `work` looks at the code, and forgets it when `work` found it right. What is wrong is written
     * down. @returns what `work` does; undefined stands for a wrong code @throws AppError 429
     */
    async run<Result>(
      { userId, code, origin }: FactorAttempt,
      failure: ErrorResponse,
      work: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const rules = code !== undefined && isTotpCode(plain(code)) ? [perAccount, perAddress] : [perAddress];
      const whoOf = ({ by }: { by: string }) => (by === 'account' ? String(userId) : origin.address);
      try {
        for (const rule of rules) await throttles.take(name, rule, whoOf(rule));
      } catch (error) {
        if (error instanceof AppError && isFirst(`${userId} ${origin.address}`))
          await recordSecurityEvent(db, { kind: 'second_step_throttled', userId, actorId: null, origin });
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
