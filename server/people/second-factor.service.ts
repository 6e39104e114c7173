import type { Transaction } from 'kysely';
import type { MadeRecoveryCodes, OwnSecondFactor, TotpEnrolment } from '#contract/people/second-factor';
import { refusals } from '#contract/refusals';
import {
  CHALLENGE_LIFE,
  countTry,
  endChallenge,
  findChallenge,
  makeChallenge,
  markOf,
} from '#server/auth/auth-challenges';
import { makeRecoveryCodes } from '#server/auth/recovery-codes';
import { acceptCode, createCodeGuard, enrolTotp, factorsOf } from '#server/auth/second-factors';
import type { SessionUser } from '#server/auth/sessions';
import { newTotpSecret, otpauthUri } from '#server/auth/totp';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { refused, refusedField, unauthenticated } from '#server/errors';
import { type Asking, type Log, changePeople } from './authority.ts';
import { requirePresentPassword } from './present-password.ts';

const codeWrong = () => refusedField('code', refusals.codeWrong);
const enrolmentEnded = () => refusedField('code', refusals.enrolmentEnded);

/** The second factor of one's own account. */
export function createSecondFactorService({
  database,
  productName,
}: {
  readonly database: Database;
  readonly productName: () => string;
}) {
  const db = database.kysely;
  const guard = createCodeGuard(db);

  /** Does something for which she shows a code first. @throws AppError 409 without a second factor, 422 for a wrong code, 429 */
  async function withCode<Result>(
    { id: userId }: SessionUser,
    code: string,
    asking: Asking,
    work: (trx: Transaction<Schema>, userId: number, log: Log) => Promise<Result>,
  ): Promise<Result> {
    const { methods } = await factorsOf(db, userId);
    if (methods.length === 0) throw refused(refusals.factorMissing);
    const done = await guard.run({ userId, code, origin: asking.origin }, 'second_factor_refused', () =>
      changePeople(database, asking, async (trx, user, log) =>
        (await acceptCode(trx, user.id, code)) ? { result: await work(trx, user.id, log) } : undefined,
      ),
    );
    if (!done) throw codeWrong();
    return done.result;
  }

  async function get({ id }: SessionUser): Promise<OwnSecondFactor> {
    const totp = await db
      .selectFrom('totp_factors')
      .select(['created_at', 'last_used_at'])
      .where('user_id', '=', id)
      .executeTakeFirst();
    const { count } = await db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const { isRequired } = await factorsOf(db, id);
    return { totp: totp ?? null, recovery_code_count: count, is_required: isRequired };
  }

  return {
    get,

    /** @returns what to set an app up with; nothing changes before its first code @throws AppError 409, 422 */
    async startTotp(user: SessionUser, password: string, asking: Asking): Promise<TotpEnrolment> {
      const passwordHash = await requirePresentPassword(database, user, password, asking.origin);
      if ((await get(user)).totp) throw refused(refusals.totpPresent);
      const secret = newTotpSecret();
      const challenge = await makeChallenge(db, { kind: 'totp', userId: user.id, passwordHash, secret });
      const uri = otpauthUri(secret, productName(), user.email);
      return { challenge, secret, uri, expires_in: CHALLENGE_LIFE };
    },

    /** @throws AppError 409 when there is an app already, 422 for a wrong code, or one that comes too late */
    async confirmTotp(
      user: SessionUser,
      { challenge: token, code }: { readonly challenge: string; readonly code: string },
      asking: Asking,
    ): Promise<MadeRecoveryCodes> {
      const challenge = await findChallenge(db, token, ['totp']);
      if (!challenge || challenge.userId !== user.id || !(await countTry(db, challenge)))
        throw enrolmentEnded();
      return changePeople(database, asking, async (trx, { id }, log) => {
        const row = await trx
          .selectFrom('users')
          .leftJoin('totp_factors', 'totp_factors.user_id', 'users.id')
          .select(['password_hash', 'totp_factors.user_id as totp'])
          .where('users.id', '=', id)
          .executeTakeFirst();
        if (!row) throw unauthenticated();
        if (row.totp !== null) throw refused(refusals.totpPresent);
        if (markOf(row.password_hash) !== challenge.passwordMark) throw enrolmentEnded();
        if (!(await enrolTotp(trx, id, challenge.secret, code))) throw codeWrong();
        if (!(await endChallenge(trx, challenge))) throw enrolmentEnded();
        await log('second_factor_added', id, 'Authenticator app');
        return { recovery_codes: await makeRecoveryCodes(trx, id) };
      });
    },

    /** @throws AppError 409 when there is none, 422 for a wrong code, 429 */
    removeTotp: (user: SessionUser, code: string, asking: Asking): Promise<void> =>
      withCode(user, code, asking, async (trx, id, log) => {
        const { numDeletedRows } = await trx
          .deleteFrom('totp_factors')
          .where('user_id', '=', id)
          .executeTakeFirst();
        if (Number(numDeletedRows) === 0) throw refused(refusals.totpMissing);
        await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
        await log('second_factor_removed', id, 'Authenticator app');
      }),

    /** @throws AppError as above */
    renewCodes: (user: SessionUser, code: string, asking: Asking): Promise<MadeRecoveryCodes> =>
      withCode(user, code, asking, async (trx, id, log) => {
        await log('recovery_codes_made', id);
        return { recovery_codes: await makeRecoveryCodes(trx, id) };
      }),
  };
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;
