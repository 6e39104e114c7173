import type { Kysely, Transaction } from 'kysely';
import type { Session, User } from '#contract/auth';
import { type Permission, allPermissions } from '#contract/permissions';
import type { Database } from '#server/db/open';
import { prepare } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { forbidden, unauthenticated } from '#server/errors';
import { foldEmail, readPermissions } from './accounts.ts';
import { isPassword } from './passwords.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import { hashToken, newToken } from './tokens.ts';

/** Seconds. */
export const SESSION_LIFE = 12 * 60 * 60;

const WRONG_CREDENTIALS = 'The e-mail or the password is wrong.';

export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly adminEmails: readonly string[];
}

interface UserRow {
  id: number;
  email: string;
  name: string;
  avatar_key: string | null;
  permissions: string;
}

export function toProfile(user: SessionUser): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar,
    permissions: [...user.permissions],
    admin_emails: [...user.adminEmails],
  };
}

interface Sought {
  readonly token_hash: string;
  readonly now: string;
}

const userOfSession = (db: Kysely<Schema>, { token_hash, now }: Sought) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.avatar_key', 'users.permissions'])
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .where('users.is_suspended', '=', 0);

const liveSession = prepare(userOfSession);

const soughtNow = (token: string): Sought => ({
  token_hash: hashToken(token),
  now: new Date().toISOString(),
});

/** Signs people in and out. Tokens are opaque and stored hashed; every look-up asks the database, so ending one is immediate. */
export function createSessions({ kysely: db, dialect }: Database, adminEmail: string) {
  const throttle = createSignInThrottle(db);

  const toSessionUser = (row: UserRow): SessionUser => ({
    id: row.id,
    email: row.email,
    name: row.name,
    avatar: row.avatar_key === null ? null : `/media/${row.avatar_key}`,
    // The configured admin holds everything, whatever the row says (the specification's allow-list).
    permissions: new Set(row.email === adminEmail ? allPermissions : readPermissions(row.permissions)),
    adminEmails: [adminEmail],
  });

  const keptSession = prepare((trx, sought: Sought) =>
    userOfSession(trx, sought).modifyEnd(dialect.keepsRows('sessions')),
  );

  return {
    /** @throws AppError 401 on wrong credentials (never saying which part), 429 when throttled. */
    async signIn(email: string, password: string, address: string): Promise<Session> {
      const folded = foldEmail(email);
      const attempt = await throttle.begin(folded, address);
      const row = await db.selectFrom('users').selectAll().where('email', '=', folded).executeTakeFirst();
      const isRight = await isPassword(password, row?.password_hash);
      if (!row || !isRight || row.is_suspended === 1)
        throw unauthenticated(WRONG_CREDENTIALS, 'session.wrong_credentials');
      await throttle.succeed(attempt);
      const token = newToken();
      const now = Date.now();
      // Only for the account as it was checked: a password changed or an account suspended meanwhile wins.
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('sessions')
        .columns(['token_hash', 'user_id', 'created_at', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select([
              eb.val(hashToken(token)).as('token_hash'),
              'users.id',
              eb.val(new Date(now).toISOString()).as('created_at'),
              eb.val(new Date(now + SESSION_LIFE * 1000).toISOString()).as('expires_at'),
            ])
            .where('users.id', '=', row.id)
            .where('users.password_hash', '=', row.password_hash)
            .where('users.is_suspended', '=', 0),
        )
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw unauthenticated(WRONG_CREDENTIALS, 'session.wrong_credentials');
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: SESSION_LIFE,
        user: toProfile(toSessionUser(row)),
      };
    },

    /** The user of a live token; undefined when it is unknown, expired, revoked or the account suspended. */
    async find(token: string): Promise<SessionUser | undefined> {
      const [row] = await liveSession(db, soughtNow(token));
      return row && toSessionUser(row);
    },

    /**
     * Asks again inside a write's transaction, since its body may have taken long to arrive. What ends the session from then on
     * comes after the write. @throws AppError 401 when the session has ended, 403 when the account lacks the permission
     */
    async confirm(
      trx: Transaction<Schema>,
      token: string,
      permission: Permission | undefined,
    ): Promise<void> {
      const [row] = await keptSession(trx, soughtNow(token));
      if (!row) throw unauthenticated();
      if (permission && !toSessionUser(row).permissions.has(permission)) throw forbidden();
    },

    async signOut(token: string): Promise<void> {
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    },

    /** Housekeeping: expired sessions and attempts outside the window. */
    async forgetOld(): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', new Date().toISOString()).execute();
      await throttle.forgetOld();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
