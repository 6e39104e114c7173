import type { Kysely, Transaction } from 'kysely';
import type { Session, User } from '#contract/auth/auth';
import { readPreferences } from '#contract/users/preferences';
import { TOKEN_PREFIX } from '#contract/auth/profile';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { appError, unauthenticated } from '#server/core/errors';
import { mediaUrl } from '#server/core/media/media-url';
import type { CostlyCall } from './call-points.ts';
import { createCostBudget } from './cost-budget.ts';
import { type ProviderSession, deleteExpiredChallenges } from './auth-challenges.ts';
import { recordBrowser } from './known-browsers.ts';
import { permissionsOf, permissionsWithin } from './permissions.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import { type Origin, deleteOldSecurityEvents, recordSecurityEvent } from './security-log.ts';
import { type SignInRules, usualRules } from './rules.ts';
import { createSeen } from './seen.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import { hashToken, newToken } from './tokens.ts';

const MINUTE_MS = 60_000;
/** The largest delay of the last activity: it is recorded once per minute, and written a little later. */
const UNWRITTEN_MS = 90_000;

const MAX_USER_AGENT = 300;

/** The credential of a request. */
export interface Credential {
  readonly kind: 'session' | 'token';
  readonly id: number;
  /** When the user last showed the password or a passkey in this session; blank for a token. */
  readonly provenAt: string;
}

export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  /** Of a token for scripts: those of its owner that the token was made for. */
  readonly permissions: ReadonlySet<Permission>;
  /** Of the account itself. No answer names the configured address to others. */
  readonly isPrimaryAdmin: boolean;
  /** As stored, since few calls ask for them. */
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
  /** Of a session. */
  proven_at?: string;
  /** Of a token: what it was made for. */
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

/** Tells somebody, beside the note behind the bell, of a sign-in from a browser that is new. In the transaction of the sign-in. */
export type NotifyNewBrowser = (
  db: Kysely<Schema>,
  account: {
    readonly user: { readonly name: string; readonly email: string };
    readonly browser: string;
    readonly origin: Origin;
  },
) => Promise<void>;

/** The way in which a session was opened. */
interface SessionDetails {
  /** For the security log. */
  readonly detail?: string;
  readonly provider?: ProviderSession | undefined;
}

const isScriptToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

interface SessionLookup {
  readonly token_hash: string;
  readonly now: string;
  /** A session that was not seen since has ended; blank where that ends none. */
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
 * The sessions and tokens of users. Tokens are opaque and stored hashed; every look-up asks the database, so ending
 * one is immediate.
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
    /** Points of costly calls that each user has. */
    readonly pointsPerMinute?: number | undefined;
  },
) {
  const lastActivity = createSeen(relaxed);
  const isFirst = createOnceAMinute();
  const budget = createCostBudget({ pointsPerMinute });

  const toSessionUser = (row: CredentialRow): SessionUser => {
    const owned = permissionsOf(row, adminEmail);
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      avatar: mediaUrl(row.avatar_key),
      permissions: new Set(row.scope === undefined ? owned : permissionsWithin(owned, row.scope)),
      isPrimaryAdmin: row.email === adminEmail,
      preferences: row.preferences,
      credential: {
        kind: row.scope === undefined ? 'session' : 'token',
        id: row.credential_id,
        provenAt: row.proven_at ?? '',
      },
    };
  };

  /** Sessions that were not seen since have ended. What was seen is written now and then, and nobody is put out for that. */
  function idleSince(): string {
    const { idle_minutes } = rules();
    return idle_minutes === 0
      ? ''
      : new Date(Date.now() - idle_minutes * MINUTE_MS - UNWRITTEN_MS).toISOString();
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
     * Begins a session, for the account as it was checked: a password changed or an account suspended meanwhile wins.
     * @param checked its row, as it was when the password was looked at
     * @throws AppError 401
     */
    async open(
      at: Kysely<Schema>,
      checked: UserRow & { readonly password_hash: string },
      { origin, detail = '', provider }: { readonly origin: Origin } & SessionDetails,
    ): Promise<Session> {
      const token = newToken();
      const now = Date.now();
      const life = rules().session_hours * 3600;
      const begun_at = new Date(now).toISOString();
      const inserted = await at
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
            .where('users.id', '=', checked.id)
            .where('users.password_hash', '=', checked.password_hash)
            .where('users.is_suspended', '=', 0),
        )
        .returning('id')
        .executeTakeFirst();
      if (!inserted) throw appError(knownErrors.wrongCredentials);
      const newBrowser = await recordBrowser(at, { userId: checked.id, sessionId: inserted.id, origin });
      if (newBrowser !== undefined)
        await notifyNewBrowser?.(at, { user: checked, browser: newBrowser, origin });
      await recordSecurityEvent(at, {
        kind: 'signed_in',
        userId: checked.id,
        actorId: checked.id,
        origin,
        detail: newBrowser === undefined ? detail : [detail, 'New browser'].filter(Boolean).join('. '),
      });
      lastActivity.note('session', inserted.id, checked.id);
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: life,
        user: toProfile(toSessionUser({ ...checked, credential_id: inserted.id })),
      };
    },

    /** The user of a live token; undefined when it is unknown, expired, revoked or the account suspended. */
    async find(token: string): Promise<SessionUser | undefined> {
      const row = await findRow(token);
      if (!row) return undefined;
      const user = toSessionUser(row);
      lastActivity.note(user.credential.kind, user.credential.id, user.id);
      return user;
    },

    /** The same as `find`, but asking is no use of the token: for what goes on without a request. */
    async peek(token: string): Promise<SessionUser | undefined> {
      const row = await findRow(token);
      return row && toSessionUser(row);
    },

    /**
     * Asks again inside a write's transaction, since its body may have taken long to arrive. What ends the session from then on
     * comes after the write. @throws AppError 401 when the session has ended
     */
    async confirm(trx: Transaction<Schema>, token: string): Promise<SessionUser> {
      const [row]: CredentialRow[] = await (isScriptToken(token)
        ? holdToken(trx, lookupOf(token))
        : holdSession(trx, lookupOf(token)));
      if (!row) throw unauthenticated();
      return toSessionUser(row);
    },

    /** @returns the provider of the session, where it has one */
    async signOut(
      token: string,
      origin: Origin,
    ): Promise<{ readonly provider: string; readonly idToken: string } | undefined> {
      const ended = await db
        .deleteFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .returning(['user_id', 'provider', 'id_token'])
        .executeTakeFirst();
      if (!ended) return undefined;
      const { user_id: userId, provider, id_token: idToken } = ended;
      await recordSecurityEvent(db, { kind: 'signed_out', userId, actorId: userId, origin });
      return provider === '' ? undefined : { provider, idToken };
    },

    /** Takes points of the user for a call. @throws AppError 429 when there are too few */
    spend: ({ id }: Pick<SessionUser, 'id'>, call: CostlyCall): void => budget.spend(id, call),

    /** Waits until few costly calls of the user run. @returns what ends this one @throws AppError 429 */
    begin: ({ id }: Pick<SessionUser, 'id'>): Promise<() => void> => budget.begin(id),

    /** @returns what ends an export of the user @throws AppError 429 when too many are being sent */
    beginExport: ({ id }: Pick<SessionUser, 'id'>): (() => void) => budget.beginExport(id),

    /** Writes down that somebody was refused what she may not do, of the same call once a minute. */
    async recordError({ id }: SessionUser, detail: string, origin: Origin): Promise<void> {
      if (!isFirst(`refused ${id} ${detail}`)) return;
      await recordSecurityEvent(db, { kind: 'rejected', userId: id, actorId: id, origin, detail });
    },

    /** Writes down who was seen since the last time, and ends what nobody has used for too long. */
    async flushSeen(): Promise<void> {
      await lastActivity.flush();
      const idle_since = idleSince();
      if (idle_since !== '')
        await db.deleteFrom('sessions').where('last_seen_at', '<=', idle_since).execute();
    },

    /** Housekeeping: what has expired, and attempts outside the window. */
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
