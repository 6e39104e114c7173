import type { Writable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import type { Session, User } from '#contract/auth/auth';
import { readPreferences } from '#contract/users/preferences';
import { TOKEN_PREFIX } from '#contract/auth/profile';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { appError, notSignedIn } from '#server/core/errors';
import { mediaUrl } from '#server/core/media/media-url';
import type { CostlyCall } from './call-points.ts';
import { createCostBudget } from './cost-budget.ts';
import { type ProviderSession, deleteExpiredChallenges } from './auth-challenges.ts';
import { recordBrowser } from './known-browsers.ts';
import { permissionsOf, permissionsWithin } from './permissions.ts';
import { createMinuteGuard } from './once-a-minute.ts';
import { type Origin, deleteOldSecurityEvents, recordSecurityEvent } from './security-log.ts';
import { type SignInRules, usualRules } from './rules.ts';
import { createActivityRecorder } from './last-activity.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import { hashToken, newToken } from './tokens.ts';

const MINUTE_MS = 60_000;
/** The maximum delay of the stored last activity. It is recorded once per minute and written by a periodic flush. */
const FLUSH_TOLERANCE_MS = 90_000;

const MAX_USER_AGENT = 300;

/** The credential of a request. */
export interface Credential {
  readonly kind: 'session' | 'token';
  readonly id: number;
  /** The time when the user last confirmed the password or a passkey in this session; blank for an API token. */
  readonly provenAt: string;
}

export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  /** For an API token: limited to the permissions it was created with. */
  readonly permissions: ReadonlySet<Permission>;
  /** True for the account with the configured email address. Responses to other users do not contain that address. */
  readonly isPrimaryAdmin: boolean;
  /** The stored JSON text, which is parsed only when needed. */
  readonly preferences: string;
  readonly credential: Credential;
}

interface UserRow {
  id: number;
  email: string;
  name: string;
  avatar_key: string | null;
  permissions: string;
  preferences: string;
}

interface CredentialRow extends UserRow {
  credential_id: number;
  /** Set for sessions. */
  proven_at?: string;
  /** Set for API tokens: the permissions it was created with. */
  scope?: string;
}

export function toProfile(user: SessionUser): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar,
    permissions: [...user.permissions],
    is_primary_admin: user.isPrimaryAdmin,
    preferences: readPreferences(JSON.parse(user.preferences)),
  };
}

/** Sends an email about a sign-in from a new browser, in addition to the notification. Runs in the transaction of the sign-in. */
export type NotifyNewBrowser = (
  db: Kysely<Schema>,
  account: {
    readonly user: { readonly name: string; readonly email: string };
    readonly browser: string;
    readonly origin: Origin;
  },
) => Promise<void>;

/** Details of the sign-in that opened a session. */
interface SessionDetails {
  /** Text for the security log. */
  readonly detail?: string;
  readonly provider?: ProviderSession | undefined;
}

const isScriptToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

interface SessionLookup {
  readonly token_hash: string;
  readonly now: string;
  /** Sessions without activity since this time have ended; blank if there is no idle limit. */
  readonly idle_since: string;
}

const userColumns = [
  'users.id',
  'users.email',
  'users.name',
  'users.avatar_key',
  'users.permissions',
  'users.preferences',
] as const;

const sessionOf = (db: Kysely<Schema>, { token_hash, now, idle_since }: SessionLookup) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...userColumns, 'sessions.id as credential_id', 'sessions.proven_at'])
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', idle_since)
    .where('users.is_suspended', '=', 0);

const tokenOf = (db: Kysely<Schema>, { token_hash, now }: SessionLookup) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([...userColumns, 'access_tokens.id as credential_id', 'access_tokens.permissions as scope'])
    .where('access_tokens.token_hash', '=', token_hash)
    .where('access_tokens.expires_at', '>', now)
    .where('users.is_suspended', '=', 0);

const findSession = prepare(sessionOf);
const findToken = prepare(tokenOf);

/**
 * Creates the service of sessions and API tokens. Tokens are opaque and stored as hashes. Every lookup reads the database, so a
 * revoked token is rejected at once.
 */
export function createSessions(
  { kysely: db, relaxed, dialect }: Database,
  {
    adminEmail,
    rules = usualRules,
    notifyNewBrowser,
    pointsPerMinute,
  }: {
    readonly adminEmail: string;
    readonly rules?: (() => SignInRules) | undefined;
    readonly notifyNewBrowser?: NotifyNewBrowser | undefined;
    /** The points per minute that each user has for costly requests. */
    readonly pointsPerMinute?: number | undefined;
  },
) {
  const lastActivity = createActivityRecorder(relaxed);
  const isFirst = createMinuteGuard();
  const budget = createCostBudget({ pointsPerMinute });

  const toSessionUser = (row: CredentialRow): SessionUser => {
    const ownPermissions = permissionsOf(row, adminEmail);
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      avatar: mediaUrl(row.avatar_key),
      permissions: new Set(
        row.scope === undefined ? ownPermissions : permissionsWithin(ownPermissions, row.scope),
      ),
      isPrimaryAdmin: row.email === adminEmail,
      preferences: row.preferences,
      credential: {
        kind: row.scope === undefined ? 'session' : 'token',
        id: row.credential_id,
        provenAt: row.proven_at ?? '',
      },
    };
  };

  /** Returns the time since which a session must have been active. It allows for the delay of the stored last activity. */
  function idleSince(): string {
    const { idle_minutes } = rules();
    return idle_minutes === 0
      ? ''
      : new Date(Date.now() - idle_minutes * MINUTE_MS - FLUSH_TOLERANCE_MS).toISOString();
  }

  const findRow = async (token: string): Promise<CredentialRow | undefined> => {
    const [row] = await (isScriptToken(token)
      ? findToken(db, lookupOf(token))
      : findSession(db, lookupOf(token)));
    return row;
  };

  const lookupOf = (token: string): SessionLookup => ({
    token_hash: hashToken(token),
    now: new Date().toISOString(),
    idle_since: idleSince(),
  });

  const holdSession = prepare((trx, credential: SessionLookup) =>
    sessionOf(trx, credential).modifyEnd(dialect.retainsRows('sessions')),
  );
  const holdToken = prepare((trx, credential: SessionLookup) =>
    tokenOf(trx, credential).modifyEnd(dialect.retainsRows('access_tokens')),
  );

  return {
    /**
     * Opens a session for an account whose credentials were checked. If the password changed or the account was suspended
     * concurrently, no session is opened.
     * @param account the row of the account that was read for the check
     * @throws AppError 401
     */
    async open(
      database: Kysely<Schema>,
      account: UserRow & { readonly password_hash: string },
      { origin, detail = '', provider }: { readonly origin: Origin } & SessionDetails,
    ): Promise<Session> {
      const token = newToken();
      const now = Date.now();
      const life = rules().session_hours * 3600;
      const begun_at = new Date(now).toISOString();
      const newSession = await database
        .insertInto('sessions')
        .columns([
          'token_hash',
          'user_id',
          'address',
          'user_agent',
          'created_at',
          'last_seen_at',
          'expires_at',
          'proven_at',
          'provider',
          'id_token',
        ])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select([
              eb.val(hashToken(token)).as('token_hash'),
              'users.id',
              eb.val(origin.address).as('address'),
              eb.val(origin.userAgent.slice(0, MAX_USER_AGENT)).as('user_agent'),
              eb.val(begun_at).as('created_at'),
              eb.val(begun_at).as('last_seen_at'),
              eb.val(new Date(now + life * 1000).toISOString()).as('expires_at'),
              eb.val(provider ? provider.provenAt : begun_at).as('proven_at'),
              eb.val(provider?.provider ?? '').as('provider'),
              eb.val(provider?.idToken ?? '').as('id_token'),
            ])
            .where('users.id', '=', account.id)
            .where('users.password_hash', '=', account.password_hash)
            .where('users.is_suspended', '=', 0),
        )
        .returning('id')
        .executeTakeFirst();
      if (!newSession) throw appError(knownErrors.wrongCredentials);
      const newBrowser = await recordBrowser(database, {
        userId: account.id,
        sessionId: newSession.id,
        origin,
      });
      if (newBrowser !== undefined)
        await notifyNewBrowser?.(database, { user: account, browser: newBrowser, origin });
      await recordSecurityEvent(database, {
        kind: 'signed_in',
        userId: account.id,
        actorId: account.id,
        origin,
        detail: newBrowser === undefined ? detail : [detail, 'New browser'].filter(Boolean).join('. '),
      });
      lastActivity.record('session', newSession.id, account.id);
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: life,
        user: toProfile(toSessionUser({ ...account, credential_id: newSession.id })),
      };
    },

    /** Returns the user of a valid token; undefined if it is unknown, expired or revoked, or if the account is suspended. */
    async find(token: string): Promise<SessionUser | undefined> {
      const row = await findRow(token);
      if (!row) return undefined;
      const user = toSessionUser(row);
      lastActivity.record(user.credential.kind, user.credential.id, user.id);
      return user;
    },

    /** Returns the same as `find`, but does not record activity. For work without a request. */
    async findUserOfToken(token: string): Promise<SessionUser | undefined> {
      const row = await findRow(token);
      return row && toSessionUser(row);
    },

    /**
     * Reads the session again in the transaction of a write, because its body can take long to arrive. Locks the session row, so
     * that a revocation waits for the write. @throws AppError 401 if the session has ended
     */
    async confirm(trx: Transaction<Schema>, token: string): Promise<SessionUser> {
      const [row]: CredentialRow[] = await (isScriptToken(token)
        ? holdToken(trx, lookupOf(token))
        : holdSession(trx, lookupOf(token)));
      if (!row) throw notSignedIn();
      return toSessionUser(row);
    },

    /** Ends a session. @returns the provider of the session, if it has one */
    async signOut(
      token: string,
      origin: Origin,
    ): Promise<{ readonly provider: string; readonly idToken: string } | undefined> {
      const endedSession = await db
        .deleteFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .returning(['user_id', 'provider', 'id_token'])
        .executeTakeFirst();
      if (!endedSession) return undefined;
      const { user_id: userId, provider, id_token: idToken } = endedSession;
      await recordSecurityEvent(db, { kind: 'signed_out', userId, actorId: userId, origin });
      return provider === '' ? undefined : { provider, idToken };
    },

    /** Spends points of the user for a request. @throws AppError 429 if too few are left */
    spend: ({ id }: Pick<SessionUser, 'id'>, call: CostlyCall): void => budget.spend(id, call),

    /** Waits until the request can run. @returns a function that ends it @throws AppError 429 if too many requests wait */
    begin: ({ id }: Pick<SessionUser, 'id'>): Promise<() => void> => budget.begin(id),

    /** Counts an export of the user until its response is closed. @throws AppError 429 if the user has too many exports */
    beginExport({ id }: Pick<SessionUser, 'id'>, response: Writable): void {
      const end = budget.beginExport(id);
      if (response.destroyed) end();
      else response.once('close', end);
    },

    /** Logs that a request of a user was rejected, at most once per minute for the same request. */
    async recordError({ id }: SessionUser, detail: string, origin: Origin): Promise<void> {
      if (!isFirst(`refused ${id} ${detail}`)) return;
      await recordSecurityEvent(db, { kind: 'rejected', userId: id, actorId: id, origin, detail });
    },

    /** Writes the recorded activity and deletes idle sessions. */
    async flushActivity(): Promise<void> {
      await lastActivity.flush();
      const idle_since = idleSince();
      if (idle_since !== '')
        await db.deleteFrom('sessions').where('last_seen_at', '<=', idle_since).execute();
    },

    /** Deletes expired sessions, links, throttles, sign-in attempts and challenges, and old security events. */
    async deleteExpired(): Promise<void> {
      const now = new Date().toISOString();
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
      await db.deleteFrom('account_links').where('expires_at', '<=', now).execute();
      await db.deleteFrom('throttles').where('expires_at', '<=', now).execute();
      await createSignInThrottle(db, { rules }).deleteExpired();
      await deleteExpiredChallenges(db);
      await deleteOldSecurityEvents(db);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
