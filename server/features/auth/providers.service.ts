import type { Transaction } from 'kysely';
import type { Session } from '#contract/auth/auth';
import type { LinkedProvider, ProviderResponse, StartedProvider } from '#contract/auth/providers';
import { providerCallbackPath } from '#contract/auth/providers';
import type { SecondStepNeeded } from '#contract/auth/two-factor';
import { knownErrors } from '#contract/core/errors';
import {
  CHALLENGE_LIFETIME_SECONDS,
  type ChallengeKind,
  endChallenge,
  findChallenge,
  makeChallenge,
} from '#server/core/auth/auth-challenges';
import {
  type ProviderAttempt,
  type ProviderClaims,
  type Providers,
  reasonOf,
} from '#server/core/auth/providers';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import type { SignIn } from '#server/core/auth/sign-in';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { lockForUserChange } from '#server/core/db/user-lock';
import { AppError, appError } from '#server/core/errors';
import { type CallContext, type UserChanges, changeUsers } from '#server/features/users/assert-permissions';
import { markProven } from './current-password.ts';
import { identitiesOf, unlinkIdentity } from './identities.ts';
import { accountOfProvider, linkIdentity } from './provider-accounts.ts';

type ProviderChallenge = Extract<ChallengeKind, `provider_${string}`>;

/** Allowed difference between the clocks of provider and server. */
const CLOCK_TOLERANCE_MS = 30_000;

interface ProviderDeps extends UserChanges {
  readonly providers: Providers;
  readonly signIn: SignIn;
  readonly adminEmail: string;
  readonly isPasswordOff: boolean;
}

/** Signs users in with providers, links provider accounts to users, and confirms sessions with them. */
export function createProviderService({
  database,
  notices,
  providers,
  signIn,
  adminEmail,
  isPasswordOff,
}: ProviderDeps) {
  const db = database.kysely;

  async function start(
    kind: ProviderChallenge,
    provider: string,
    { site, user }: { readonly site: string; readonly user?: SessionUser },
  ): Promise<StartedProvider> {
    const redirectUri = `${site}${providerCallbackPath}`;
    const { url, attempt } = await providers.begin(provider, {
      redirectUri,
      isFresh: kind === 'provider_proof',
    });
    const secret = JSON.stringify(attempt);
    const challenge = await makeChallenge(db, { kind, userId: user?.id ?? null, passwordHash: '', secret });
    return { challenge, url, expires_in: CHALLENGE_LIFETIME_SECONDS };
  }

  /** Deletes a challenge before its response is checked, so that only one of several requests with it continues. @throws AppError 401 */
  async function take(
    kind: ProviderChallenge,
    token: string,
    userId: number | null,
  ): Promise<ProviderAttempt> {
    const challenge = await findChallenge(db, token, [kind]);
    const isTaken =
      challenge?.userId === userId && (await inTransaction(database, (trx) => endChallenge(trx, challenge)));
    if (!challenge || !isTaken)
      throw appError(userId === null ? knownErrors.signInEnded : knownErrors.providerRejected);
    return JSON.parse(challenge.secret) as ProviderAttempt;
  }

  async function signInWith(
    attempt: ProviderAttempt,
    response: string,
    origin: Origin,
  ): Promise<Session | SecondStepNeeded> {
    const claims = await providers.redeem(attempt, response);
    const config = providers.configOf(attempt.provider);
    const row = await inTransaction(database, async (trx) => {
      await lockForUserChange(trx);
      return accountOfProvider(trx, { config, claims, origin, adminEmail, notices });
    });
    const provenAt = claims.signedInAt?.toISOString() ?? '';
    const session = { provider: config.id, idToken: claims.idToken, provenAt };
    const detail = `With ${config.name}`;
    return signIn.proceed(row, { session, detail, bypassesTwoFactor: config.bypass_two_factor }, origin);
  }

  async function recordFailure(
    error: AppError,
    { provider }: ProviderAttempt,
    origin: Origin,
  ): Promise<void> {
    const detail = [`With ${providers.configOf(provider).name}`, reasonOf(error) || error.message].join(': ');
    await recordSecurityEvent(db, { kind: 'sign_in_failed', userId: null, actorId: null, origin, detail });
  }

  /** @throws AppError 409 when the account at the provider was the only way to sign in */
  async function requireOtherWay(trx: Transaction<Schema>, userId: number): Promise<void> {
    const { identities, passkeys, password_hash } = await trx
      .selectFrom('users')
      .select((eb) => [
        'password_hash',
        eb
          .selectFrom('user_identities')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('user_identities.user_id', '=', 'users.id')
          .as('identities'),
        eb
          .selectFrom('passkeys')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('passkeys.user_id', '=', 'users.id')
          .as('passkeys'),
      ])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const hasOwnSecret = password_hash !== '' || (passkeys ?? 0) > 0;
    if ((identities ?? 0) === 0 && (isPasswordOff || !hasOwnSecret)) throw appError(knownErrors.lastIdentity);
  }

  const isRecent = ({ signedInAt }: ProviderClaims, { startedAt }: ProviderAttempt): boolean =>
    signedInAt !== undefined && signedInAt.getTime() >= startedAt - CLOCK_TOLERANCE_MS;

  return {
    /** @throws AppError 404, 409 without an own address, 503 */
    start: (provider: string, site: string) => start('provider_sign_in', provider, { site }),
    startLink: (provider: string, site: string, user: SessionUser) =>
      start('provider_link', provider, { site, user }),
    startProof: (provider: string, site: string, user: SessionUser) =>
      start('provider_proof', provider, { site, user }),

    /** @throws AppError 401 for a sign-in that has ended, 403 without an account, 422 for a response that fails a check, 503 */
    async complete(
      { challenge, response }: ProviderResponse,
      origin: Origin,
    ): Promise<Session | SecondStepNeeded> {
      const attempt = await take('provider_sign_in', challenge, null);
      try {
        return await signInWith(attempt, response, origin);
      } catch (error) {
        if (error instanceof AppError) await recordFailure(error, attempt, origin);
        throw error;
      }
    },

    identities: ({ id }: SessionUser): Promise<LinkedProvider[]> => identitiesOf(db, id, providers.nameOf),

    /** @throws AppError 409 when another user has it, 422, 503 */
    async link(
      { challenge, response }: ProviderResponse,
      user: SessionUser,
      context: CallContext,
    ): Promise<LinkedProvider[]> {
      const attempt = await take('provider_link', challenge, user.id);
      const claims = await providers.redeem(attempt, response);
      const config = providers.configOf(attempt.provider);
      return changeUsers({ database, notices }, context, async (trx, { id }) => {
        await linkIdentity(trx, id, { config, claims, origin: context.origin, notices });
        return identitiesOf(trx, id, providers.nameOf);
      });
    },

    /** @throws AppError 404 for a linked account of another user, 409 for the only way to sign in */
    unlink: (identityId: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, { id: userId, credential }, log) => {
        const issuer = await unlinkIdentity(trx, { id: identityId, userId, sessionId: credential.id });
        await requireOtherWay(trx, userId);
        await log('identity_unlinked', userId, providers.nameOf(issuer));
      }),

    /** Confirms this session by a new sign-in at a linked provider. @throws AppError 422 for another account or an earlier sign-in */
    async reauthenticate({ challenge, response }: ProviderResponse, user: SessionUser): Promise<void> {
      const attempt = await take('provider_proof', challenge, user.id);
      const claims = await providers.redeem(attempt, response);
      const identity = await db
        .selectFrom('user_identities')
        .select('id')
        .where('user_id', '=', user.id)
        .where('issuer', '=', claims.issuer)
        .where('subject', '=', claims.subject)
        .executeTakeFirst();
      if (!identity || !isRecent(claims, attempt)) throw appError(knownErrors.providerRejected);
      await markProven(db, user.credential);
    },
  };
}

export type ProviderService = ReturnType<typeof createProviderService>;
