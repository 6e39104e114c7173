import type { Transaction } from 'kysely';
import { limits } from '#contract/core/limits';
import type { Passkey, PasskeyAdd, PasskeyCreation, PasskeyRequest } from '#contract/auth/passkeys';
import type {
  AddedPasskey,
  TwoFactorProof,
  NewRecoveryCodes,
  OwnTwoFactor,
  TotpEnrolment,
} from '#contract/auth/two-factor';
import type { Reauthentication } from '#contract/auth/reauthentication';
import { knownErrors } from '#contract/core/errors';
import {
  CHALLENGE_LIFETIME_SECONDS,
  countTry,
  endChallenge,
  findChallenge,
  makeChallenge,
  markOf,
} from '#server/core/auth/auth-challenges';
import {
  creationOptions,
  recordPasskeyUse,
  passkeysOf,
  requestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from '#server/core/auth/passkeys';
import { firstRecoveryCodes, makeRecoveryCodes } from '#server/core/auth/recovery-codes';
import type { RelyingParty } from '#server/core/auth/relying-party';
import {
  acceptCode,
  createCodeGuard,
  removeUnusedCodes,
  enrolTotp,
  factorsOf,
} from '#server/core/auth/two-factor';
import type { Secrets } from '#server/core/auth/secrets';
import type { SessionUser } from '#server/core/auth/sessions';
import { newTotpSecret, otpauthUri } from '#server/core/auth/totp';
import type { TwoFactorRule } from '#contract/settings/declared';
import type { Schema } from '#server/core/db/schema';
import { notFound, appError, fieldError, notSignedIn } from '#server/core/errors';
import {
  type CallContext,
  type Log,
  type UserChanges,
  changeUsers,
} from '#server/features/users/assert-permissions';
import { markProven, requireCurrentPassword } from './current-password.ts';

const codeWrong = () => fieldError('code', knownErrors.codeWrong);
const enrolmentEnded = () => fieldError('code', knownErrors.enrolmentEnded);

/** A request with its relying party. Passkeys belong to one host. */
interface TwoFactorRequest extends CallContext {
  /** @throws AppError 409 when passkeys are not available */
  readonly party: () => RelyingParty;
}

/** Two-factor authentication of the caller's account. */
export function createTwoFactorService({
  database,
  notices,
  productName,
  requirement = () => 'roles',
  secrets,
}: UserChanges & {
  /** Encrypts the secrets of authenticator apps. */
  readonly secrets: Secrets;
  readonly productName: () => string;
  /** Returns which users need two-factor authentication. */
  readonly requirement?: () => TwoFactorRule;
}) {
  const db = database.kysely;
  const guard = createCodeGuard(db);

  /**
   * Runs a change after the user presents a code or a passkey.
   * @throws AppError 409 without two-factor authentication, 422 for a wrong code, 429
   */
  async function withProof<Result>(
    { id: userId }: SessionUser,
    {
      proof: { code, challenge: token, passkey },
      request: { origin, party, ...context },
      work,
    }: {
      readonly proof: TwoFactorProof;
      readonly request: TwoFactorRequest;
      readonly work: (trx: Transaction<Schema>, userId: number, log: Log) => Promise<Result>;
    },
  ): Promise<Result> {
    const { methods } = await factorsOf(db, userId);
    if (methods.length === 0) throw appError(knownErrors.twoFactorMissing);
    const verification = passkey ? undefined : (code ?? '');
    const guardResult = await guard.run(
      { userId, code: verification, origin },
      'two_factor_rejected',
      async () => {
        const challenge = passkey && (await findChallenge(db, token ?? '', ['proof']));
        const isHers = challenge?.userId === userId && (await countTry(db, challenge));
        const proven =
          passkey && isHers
            ? await verifyPasskey(db, { passkey, challenge: challenge.secret, party: party() })
            : undefined;
        return changeUsers({ database, notices }, { ...context, origin }, async (trx, user, log) => {
          const isShown = passkey
            ? proven?.userId === user.id &&
              challenge !== undefined &&
              (await endChallenge(trx, challenge)) &&
              (await recordPasskeyUse(trx, proven))
            : (await acceptCode(trx, { userId: user.id, typed: verification ?? '', secrets })) !== undefined;
          return isShown ? { result: await work(trx, user.id, log) } : undefined;
        });
      },
    );
    if (!guardResult) throw passkey ? appError(knownErrors.passkeyRejected) : codeWrong();
    return guardResult.result;
  }

  async function get({ id }: SessionUser): Promise<OwnTwoFactor> {
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
    const { isRequired } = await factorsOf(db, id, requirement());
    const passkeys = await passkeysOf(db, id);
    return { totp: totp ?? null, passkeys, recovery_code_count: count, is_required: isRequired };
  }

  return {
    get,

    /** @returns the data to set up an app; nothing changes before its first code @throws AppError 409, 422 */
    async startTotp(user: SessionUser, password: string, context: CallContext): Promise<TotpEnrolment> {
      const passwordHash = await requireCurrentPassword(database, { user, password, origin: context.origin });
      if ((await get(user)).totp) throw appError(knownErrors.totpPresent);
      const secret = newTotpSecret();
      const challenge = await makeChallenge(db, {
        kind: 'totp',
        userId: user.id,
        passwordHash,
        secret: secrets.encrypt(secret, { table: 'auth_challenges', userId: user.id }),
      });
      const uri = otpauthUri(secret, productName(), user.email);
      return { challenge, secret, uri, expires_in: CHALLENGE_LIFETIME_SECONDS };
    },

    /** @throws AppError 409 when an app exists, 422 for a wrong or expired code */
    async confirmTotp(
      user: SessionUser,
      { challenge: token, code }: { readonly challenge: string; readonly code: string },
      context: CallContext,
    ): Promise<NewRecoveryCodes> {
      const challenge = await findChallenge(db, token, ['totp']);
      if (!challenge || challenge.userId !== user.id || !(await countTry(db, challenge)))
        throw enrolmentEnded();
      return changeUsers({ database, notices }, context, async (trx, { id }, log) => {
        const row = await trx
          .selectFrom('users')
          .leftJoin('totp_factors', 'totp_factors.user_id', 'users.id')
          .select(['password_hash', 'totp_factors.user_id as totp'])
          .where('users.id', '=', id)
          .executeTakeFirst();
        if (!row) throw notSignedIn();
        if (row.totp !== null) throw appError(knownErrors.totpPresent);
        if (markOf(row.password_hash) !== challenge.passwordMark) throw enrolmentEnded();
        const secret = secrets.decrypt(challenge.secret, { table: 'auth_challenges', userId: id });
        if (!(await enrolTotp(trx, { userId: id, typed: code, secret, secrets }))) throw codeWrong();
        if (!(await endChallenge(trx, challenge))) throw enrolmentEnded();
        await log('two_factor_added', id, 'Authenticator app');
        return { recovery_codes: await firstRecoveryCodes(trx, id) };
      });
    },

    /** @throws AppError 409 when there is none, 422 for a wrong code, 429 */
    removeTotp: (user: SessionUser, proof: TwoFactorProof, context: TwoFactorRequest): Promise<void> =>
      withProof(user, {
        proof,
        request: context,
        work: async (trx, id, log) => {
          const { numDeletedRows } = await trx
            .deleteFrom('totp_factors')
            .where('user_id', '=', id)
            .executeTakeFirst();
          if (Number(numDeletedRows) === 0) throw appError(knownErrors.totpMissing);
          await removeUnusedCodes(trx, id);
          await log('two_factor_removed', id, 'Authenticator app');
        },
      }),

    /** @throws AppError as `removeTotp` does */
    renewCodes: (
      user: SessionUser,
      proof: TwoFactorProof,
      context: TwoFactorRequest,
    ): Promise<NewRecoveryCodes> =>
      withProof(user, {
        proof,
        request: context,
        work: async (trx, id, log) => {
          await log('recovery_codes_created', id);
          return { recovery_codes: await makeRecoveryCodes(trx, id) };
        },
      }),

    /** Returns the options to create a passkey, after the current password is checked. @throws AppError 409, 422 */
    async startPasskey(
      user: SessionUser,
      password: string,
      context: TwoFactorRequest,
    ): Promise<PasskeyCreation> {
      const party = context.party();
      const passwordHash = await requireCurrentPassword(database, { user, password, origin: context.origin });
      if ((await passkeysOf(db, user.id)).length >= limits.maxPasskeys)
        throw appError(knownErrors.tooManyPasskeys(limits.maxPasskeys));
      const options = await creationOptions(db, { owner: user, party, productName: productName() });
      const secret = options.challenge;
      const challenge = await makeChallenge(db, { kind: 'passkey', userId: user.id, passwordHash, secret });
      return { challenge, options };
    },

    /** @throws AppError 422 for an invalid, already registered or expired passkey */
    async addPasskey(
      user: SessionUser,
      { challenge: token, name, passkey }: PasskeyAdd,
      context: TwoFactorRequest,
    ): Promise<AddedPasskey> {
      const challenge = await findChallenge(db, token, ['passkey']);
      if (!challenge || challenge.userId !== user.id || !(await countTry(db, challenge)))
        throw enrolmentEnded();
      const newPasskey = await verifyNewPasskey(passkey, challenge.secret, context.party());
      if (!newPasskey) throw appError(knownErrors.passkeyRejected);
      return changeUsers({ database, notices }, context, async (trx, { id }, log) => {
        if (!(await endChallenge(trx, challenge))) throw enrolmentEnded();
        const newRow = await trx
          .insertInto('passkeys')
          .values({
            ...newPasskey,
            user_id: id,
            name,
            created_at: new Date().toISOString(),
            last_used_at: null,
          })
          .onConflict((clash) => clash.column('credential_id').doNothing())
          .returning('id')
          .executeTakeFirst();
        const entry = (await passkeysOf(trx, id)).find((item) => item.id === newRow?.id);
        if (!entry) throw appError(knownErrors.passkeyRejected);
        await log('two_factor_added', id, `Passkey: ${name}`);
        return { passkey: entry, recovery_codes: await firstRecoveryCodes(trx, id) };
      });
    },

    /** @throws AppError 404 for a passkey of another user */
    renamePasskey: (id: number, name: string, context: CallContext): Promise<Passkey> =>
      changeUsers({ database, notices }, context, async (trx, user) => {
        await trx
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .execute();
        const entry = (await passkeysOf(trx, user.id)).find((passkey) => passkey.id === id);
        if (!entry) throw notFound('passkey');
        return entry;
      }),

    /** @throws AppError 404 for a passkey of another user, 422 without a confirmation, 429 */
    removePasskey: (
      id: number,
      {
        user,
        proof,
        context,
      }: { readonly user: SessionUser; readonly proof: TwoFactorProof; readonly context: TwoFactorRequest },
    ): Promise<void> =>
      withProof(user, {
        proof,
        request: context,
        work: async (trx, userId, log) => {
          const deletedRow = await trx
            .deleteFrom('passkeys')
            .where('id', '=', id)
            .where('user_id', '=', userId)
            .returning('name')
            .executeTakeFirst();
          if (!deletedRow) throw notFound('passkey');
          await removeUnusedCodes(trx, userId);
          await log('two_factor_removed', userId, `Passkey: ${deletedRow.name}`);
        },
      }),

    /**
     * Confirms this session again, by the password or a passkey.
     * @throws AppError 409 when passkeys are not available, 422 for a wrong password or passkey, 429
     */
    async reauthenticate(
      user: SessionUser,
      { current_password, ...shown }: Reauthentication,
      context: TwoFactorRequest,
    ): Promise<void> {
      if (shown.passkey === undefined) {
        await requireCurrentPassword(database, {
          user,
          password: current_password ?? '',
          origin: context.origin,
        });
        return;
      }
      const work = (trx: Transaction<Schema>) => markProven(trx, user.credential);
      await withProof(user, { proof: { ...shown, code: undefined }, request: context, work });
    },

    /** Returns the options to present a passkey before a change. @throws AppError 409 */
    async startProof({ id }: SessionUser, party: RelyingParty): Promise<PasskeyRequest> {
      const options = await requestOptions(db, id, party);
      const secret = options.challenge;
      const challenge = await makeChallenge(db, { kind: 'proof', userId: id, passwordHash: '', secret });
      return { challenge, options };
    },
  };
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;
