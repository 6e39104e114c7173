import type { Kysely, Transaction } from 'kysely';
import type { Session } from '#contract/auth/auth';
import type { CompletedSession, SecondStepResponse, SecondStepNeeded } from '#contract/auth/two-factor';
import type { PasskeyRequest } from '#contract/auth/passkeys';
import { knownErrors } from '#contract/core/errors';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { AppError, appError } from '#server/core/errors';
import { foldEmail } from './accounts.ts';
import {
  CHALLENGE_LIFETIME_SECONDS,
  type Challenge,
  type ProviderSession,
  countTry,
  endChallenge,
  findChallenge,
  makeChallenge,
  markOf,
  setChallengeSecret,
} from './auth-challenges.ts';
import type { AccountNotices } from './account-notices.ts';
import { createMinuteGuard } from './once-a-minute.ts';
import { type ProvenPasskey, recordPasskeyUse, requestOptions, verifyPasskey } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';
import { acceptCode, createCodeGuard, enrolTotp, factorsOf } from './two-factor.ts';
import { type Origin, recordSecurityEvent } from './security-log.ts';
import { type SignInRules, usualRules } from './rules.ts';
import { type Secrets, plainSecrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import { type Attempt, createSignInThrottle } from './sign-in-throttle.ts';
import { newTotpSecret, otpauthUri } from './totp.ts';

interface SignInDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  /** Returns the product name for the authenticator app. */
  readonly productName: () => string;
  readonly rules?: () => SignInRules;
  readonly notices: AccountNotices;
  /** Encrypts the secrets of authenticator apps. */
  readonly secrets?: Secrets;
  /** True if users can sign in with providers only. Single accounts can be exempted for 24 hours. */
  readonly isPasswordOff?: boolean;
}

interface SignInRow {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
}

/** A sign-in that a provider has authenticated. */
interface ProviderSignIn {
  readonly session: ProviderSession;
  /** Text for the security log. */
  readonly detail: string;
  readonly bypassesTwoFactor: boolean;
}

/** The sign-in method as shown in the security log. */
const byMethod = {
  totp: 'With a code of the authenticator app',
  recovery_code: 'With a recovery code',
  passkey: 'With the password and a passkey',
  passkey_alone: 'With a passkey',
  enrolment: 'With two-factor authentication set up during sign-in',
} as const;

/** Signs users in with a password, and with a second factor if the user has one or must have one. */
export function createSignIn({
  database,
  sessions,
  productName,
  rules = usualRules,
  notices,
  isPasswordOff = false,
  secrets = plainSecrets,
}: SignInDeps) {
  const db = database.kysely;
  const throttle = createSignInThrottle(db, { rules });
  const guard = createCodeGuard(db);
  const isFirst = createMinuteGuard();

  /** Counts an attempt. Logs throttling at most once per minute and address. @throws AppError 429 */
  async function begin(email: string, origin: Origin): Promise<Attempt> {
    try {
      return await throttle.begin(email, origin.address);
    } catch (error) {
      if (error instanceof AppError && error.status === 429 && isFirst(`throttled ${origin.address}`))
        await recordSecurityEvent(db, { kind: 'sign_in_throttled', userId: null, actorId: null, origin });
      throw error;
    }
  }

  /** Returns the step that follows the correct password; undefined if none is needed. */
  async function nextStep(
    row: SignInRow,
    providerSession?: ProviderSession,
  ): Promise<SecondStepNeeded | undefined> {
    const { methods, isRequired } = await factorsOf(db, row.id, rules().two_factor);
    const isEnrolment = methods.length === 0;
    if (isEnrolment && !isRequired) return undefined;
    const secret = isEnrolment ? newTotpSecret() : '';
    const challenge = await makeChallenge(db, {
      kind: isEnrolment ? 'enrolment' : 'second_step',
      userId: row.id,
      passwordHash: row.password_hash,
      secret: isEnrolment ? secrets.encrypt(secret, { table: 'auth_challenges', userId: row.id }) : '',
      providerSession,
    });
    return {
      second_step: {
        challenge,
        methods: isEnrolment ? ['totp'] : [...methods],
        expires_in: CHALLENGE_LIFETIME_SECONDS,
        enrolment: isEnrolment ? { secret, uri: otpauthUri(secret, productName(), row.email) } : null,
      },
    };
  }

  /** Returns the account. @param mark digest of the checked password hash @throws AppError 401 if it changed, or on suspension */
  async function accountOf(kysely: Kysely<Schema>, id: number, mark: string | undefined) {
    const row = await kysely
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .where('is_suspended', '=', 0)
      .executeTakeFirst();
    if (!row || (mark !== undefined && markOf(row.password_hash) !== mark))
      throw appError(knownErrors.signInEnded);
    return row;
  }

  return {
    /**
     * Signs a user in with a password.
     * @returns the session, or the second step that is needed
     * @throws AppError 401 for wrong credentials (the message does not name the wrong part), 429 if throttled
     */
    async signIn(email: string, password: string, origin: Origin): Promise<Session | SecondStepNeeded> {
      const foldedEmail = foldEmail(email);
      const attempt = await begin(foldedEmail, origin);
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', foldedEmail)
        .executeTakeFirst();
      const isRight = await isPassword(password, row?.password_hash);
      if (!row || !isRight || row.is_suspended === 1) {
        const kind = 'sign_in_failed';
        await recordSecurityEvent(db, { kind, userId: row?.id ?? null, actorId: null, origin });
        throw appError(isPasswordOff ? knownErrors.passwordSignInOff : knownErrors.wrongCredentials);
      }
      if (isPasswordOff && row.password_allowed_until <= new Date().toISOString()) {
        await throttle.cancel(attempt);
        const detail = 'Password sign-in is off';
        await recordSecurityEvent(db, {
          kind: 'sign_in_failed',
          userId: row.id,
          actorId: null,
          origin,
          detail,
        });
        throw appError(knownErrors.passwordSignInOff);
      }
      await throttle.succeed(attempt);
      return (await nextStep(row)) ?? inTransaction(database, (trx) => sessions.open(trx, row, { origin }));
    },

    /**
     * Signs in a user that a provider has authenticated.
     * @param row the account, read after its identity was found
     * @throws AppError 401 if the account was suspended concurrently
     */
    async proceed(
      row: Parameters<Sessions['open']>[1],
      { session, detail, bypassesTwoFactor }: ProviderSignIn,
      origin: Origin,
    ): Promise<Session | SecondStepNeeded> {
      const next = bypassesTwoFactor ? undefined : await nextStep(row, session);
      if (next) return next;
      return inTransaction(database, (trx) => sessions.open(trx, row, { origin, detail, provider: session }));
    },

    /**
     * Returns the options for a passkey: as the second step of a sign-in, or without `token` instead of a password.
     * @throws AppError 401 if the sign-in has ended, 409 if passkeys are not possible
     */
    async startPasskeySignIn(token: string | undefined, party: RelyingParty): Promise<PasskeyRequest> {
      if (token === undefined) {
        if (isPasswordOff) throw appError(knownErrors.passwordSignInOff);
        const options = await requestOptions(db, null, party);
        const kind = 'passkey_sign_in';
        const secret = options.challenge;
        return {
          challenge: await makeChallenge(db, { kind, userId: null, passwordHash: '', secret }),
          options,
        };
      }
      const challenge = await findChallenge(db, token, ['second_step']);
      if (!challenge) throw appError(knownErrors.signInEnded);
      const options = await requestOptions(db, challenge.userId, party);
      await setChallengeSecret(db, challenge, options.challenge);
      return { challenge: token, options };
    },

    /**
     * Completes a sign-in with a second step, or one with a passkey.
     * @throws AppError 401 for a wrong code or passkey, or if the sign-in has ended; 429 if throttled
     */
    async complete(
      { challenge: token, code, passkey }: SecondStepResponse,
      origin: Origin,
      party: () => RelyingParty,
    ): Promise<CompletedSession> {
      const challenge = await findChallenge(db, token, ['second_step', 'enrolment', 'passkey_sign_in']);
      if (!challenge) throw appError(knownErrors.signInEnded);
      const verification = passkey ? undefined : (code ?? '');
      const subject = { userId: challenge.userId, code: verification, origin };
      const signInResult = await guard.run(subject, 'two_factor_failed', async () => {
        if (!(await countTry(db, challenge))) throw appError(knownErrors.signInEnded);
        const proven =
          passkey && (await verifyPasskey(db, { passkey, challenge: challenge.secret, party: party() }));
        if (passkey && !proven) return undefined;
        return inTransaction(database, (trx) =>
          finish(trx, { challenge, verification: proven ?? verification ?? '', origin }),
        );
      });
      if (!signInResult) throw appError(passkey ? knownErrors.passkeyUnknown : knownErrors.codeRejected);
      return signInResult;
    },
  };

  /** Opens the session of a verified challenge. @returns undefined if the code is wrong or the passkey belongs to another user */
  async function finish(
    trx: Transaction<Schema>,
    {
      challenge,
      verification,
      origin,
    }: {
      readonly challenge: Challenge & { readonly kind: 'second_step' | 'enrolment' | 'passkey_sign_in' };
      readonly verification: ProvenPasskey | string;
      readonly origin: Origin;
    },
  ): Promise<CompletedSession | undefined> {
    const { kind } = challenge;
    if (kind === 'enrolment') await lockForUserChange(trx);
    const userId = challenge.userId ?? (typeof verification === 'string' ? 0 : verification.userId);
    const row = await accountOf(trx, userId, kind === 'passkey_sign_in' ? undefined : challenge.passwordMark);
    const method = await accept(trx, challenge, { userId, verification, secrets });
    if (!method) return undefined;
    if (!(await endChallenge(trx, challenge))) throw appError(knownErrors.signInEnded);
    const how = kind === 'passkey_sign_in' ? 'passkey_alone' : method;
    const { providerSession: provider } = challenge;
    const detail = provider ? `With ${provider.provider} and two-factor authentication` : byMethod[how];
    const session = await sessions.open(trx, row, { origin, detail, provider });
    if (method !== 'enrolment') return session;
    await recordSecurityEvent(trx, {
      kind: 'two_factor_added',
      userId,
      actorId: userId,
      origin,
      detail: 'Authenticator app, set up during sign-in',
    });
    await notices.afterEvent(trx, 'two_factor_added', { userId });
    return { ...session, recovery_codes: await makeRecoveryCodes(trx, userId) };
  }
}

interface VerifiedFactor {
  readonly userId: number;
  readonly verification: ProvenPasskey | string;
  readonly secrets: Secrets;
}

async function accept(
  trx: Transaction<Schema>,
  { kind, secret: stored }: Challenge,
  { userId, verification, secrets }: VerifiedFactor,
): Promise<'totp' | 'recovery_code' | 'passkey' | 'enrolment' | undefined> {
  if (typeof verification !== 'string')
    return verification.userId === userId &&
      kind !== 'enrolment' &&
      (await recordPasskeyUse(trx, verification))
      ? 'passkey'
      : undefined;
  if (kind === 'enrolment') {
    const secret = secrets.decrypt(stored, { table: 'auth_challenges', userId });
    return (await enrolTotp(trx, { userId, typed: verification, secret, secrets })) ? 'enrolment' : undefined;
  }
  return kind === 'second_step' ? acceptCode(trx, { userId, typed: verification, secrets }) : undefined;
}

export type SignIn = ReturnType<typeof createSignIn>;
