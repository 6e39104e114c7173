import type { Kysely } from 'kysely';
import type { Session } from '#contract/auth';
import type { CompletedSession, SecondStepAnswer, SecondStepNeeded } from '#contract/people/second-factor';
import { refusals } from '#contract/refusals';
import { lockForPeopleChange } from '#server/db/people';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { AppError, refused } from '#server/errors';
import { foldEmail } from './accounts.ts';
import {
  CHALLENGE_LIFE,
  type Challenge,
  countTry,
  endChallenge,
  findChallenge,
  makeChallenge,
  markOf,
} from './auth-challenges.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import { isPassword } from './passwords.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { acceptCode, createCodeGuard, enrolTotp, factorsOf } from './second-factors.ts';
import { type Origin, recordHappening } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import { type Attempt, createSignInThrottle } from './sign-in-throttle.ts';
import { newTotpSecret, otpauthUri } from './totp.ts';

interface SignInDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  /** What an authenticator app calls the product. */
  readonly productName: () => string;
}

/** How somebody signed in, in words for the security log. */
const byMethod = {
  totp: 'With a code of the authenticator app',
  recovery_code: 'With a recovery code',
  enrolment: 'With a second factor that was set up at once',
} as const;

/** Signs people in: by password, and where they have or need one by a second factor. */
export function createSignIn({ database, sessions, productName }: SignInDeps) {
  const db = database.kysely;
  const throttle = createSignInThrottle(db);
  const guard = createCodeGuard(db);
  const isFirst = createOnceAMinute();

  /** @throws AppError 429, and writes it down, of one address once a minute */
  async function begin(email: string, origin: Origin): Promise<Attempt> {
    try {
      return await throttle.begin(email, origin.address);
    } catch (error) {
      if (error instanceof AppError && error.status === 429 && isFirst(`throttled ${origin.address}`))
        await recordHappening(db, { kind: 'sign_in_throttled', userId: null, actorId: null, origin });
      throw error;
    }
  }

  /** What is to come after the right password; undefined when it suffices. */
  async function nextStep(row: {
    readonly id: number;
    readonly email: string;
    readonly password_hash: string;
  }): Promise<SecondStepNeeded | undefined> {
    const { methods, isRequired } = await factorsOf(db, row.id);
    const isEnrolment = methods.length === 0;
    if (isEnrolment && !isRequired) return undefined;
    const secret = isEnrolment ? newTotpSecret() : '';
    const challenge = await makeChallenge(db, {
      kind: isEnrolment ? 'enrolment' : 'second_step',
      userId: row.id,
      passwordHash: row.password_hash,
      secret,
    });
    return {
      second_step: {
        challenge,
        methods: isEnrolment ? ['totp'] : [...methods],
        expires_in: CHALLENGE_LIFE,
        enrolment: isEnrolment ? { secret, uri: otpauthUri(secret, productName(), row.email) } : null,
      },
    };
  }

  /** The account that a challenge was made for, unless its password has changed or it was suspended. @throws AppError 401 */
  async function accountOf(at: Kysely<Schema>, { userId, passwordMark }: Challenge) {
    const row = await at
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId ?? 0)
      .where('is_suspended', '=', 0)
      .executeTakeFirst();
    if (!row || markOf(row.password_hash) !== passwordMark) throw refused(refusals.signInEnded);
    return row;
  }

  return {
    /**
     * @returns the session, or what is to be done first
     * @throws AppError 401 on wrong credentials (never saying which part), 429 when throttled.
     */
    async signIn(email: string, password: string, origin: Origin): Promise<Session | SecondStepNeeded> {
      const folded = foldEmail(email);
      const attempt = await begin(folded, origin);
      const row = await db.selectFrom('users').selectAll().where('email', '=', folded).executeTakeFirst();
      const isRight = await isPassword(password, row?.password_hash);
      if (!row || !isRight || row.is_suspended === 1) {
        const kind = 'sign_in_failed';
        await recordHappening(db, { kind, userId: row?.id ?? null, actorId: null, origin });
        throw refused(refusals.wrongCredentials);
      }
      await throttle.succeed(attempt);
      return (await nextStep(row)) ?? sessions.open(db, row, origin);
    },

    /** Ends a sign-in that takes two steps. @throws AppError 401 for a wrong code, and for a sign-in that has ended; 429 */
    async complete({ challenge: token, code }: SecondStepAnswer, origin: Origin): Promise<CompletedSession> {
      const challenge = await findChallenge(db, token, ['second_step', 'enrolment']);
      if (!challenge || challenge.userId === null) throw refused(refusals.signInEnded);
      const { userId, kind } = challenge;
      const done = await guard.run({ userId, code, origin }, 'second_step_failed', async () => {
        if (!(await countTry(db, challenge))) throw refused(refusals.signInEnded);
        return inTransaction(database, async (trx): Promise<CompletedSession | undefined> => {
          if (kind === 'enrolment') await lockForPeopleChange(trx);
          const row = await accountOf(trx, challenge);
          const method =
            kind === 'second_step'
              ? await acceptCode(trx, userId, code)
              : (await enrolTotp(trx, userId, challenge.secret, code))
                ? 'enrolment'
                : undefined;
          if (!method) return undefined;
          if (!(await endChallenge(trx, challenge))) throw refused(refusals.signInEnded);
          const session = await sessions.open(trx, row, origin, byMethod[method]);
          if (method !== 'enrolment') return session;
          const detail = 'Authenticator app, as the role asks';
          await recordHappening(trx, {
            kind: 'second_factor_added',
            userId,
            actorId: userId,
            origin,
            detail,
          });
          return { ...session, recovery_codes: await makeRecoveryCodes(trx, userId) };
        });
      });
      if (!done) throw refused(refusals.codeRefused);
      return done;
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
