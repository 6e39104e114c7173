import type { Transaction } from 'kysely';
import {
  type CreatedReleaseCalendar,
  type ReleaseCalendar,
  permissionToReadCalendar,
  releaseCalendarEndpoints,
} from '#contract/releases/release-calendar';
import { permissionsOf } from '#server/core/auth/permissions';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import { hashToken, newToken } from '#server/core/auth/tokens';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { lockForUserChange } from '#server/core/db/user-lock';
import { notFound } from '#server/core/errors';

interface CallContext {
  /** Returns the caller as stored now. @throws AppError 401, 403 */
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

const noCalendar = () => notFound('calendar address');

/**
 * The secret addresses at which calendar programs read the releases. A user has at most one, and only the hash of its secret is stored. It
 * ends when its user is suspended or has no permission to edit releases.
 */
export function createReleaseCalendars({
  database,
  adminEmail,
}: {
  readonly database: Database;
  readonly adminEmail: string;
}) {
  const { kysely } = database;
  return {
    async get({ id }: Pick<SessionUser, 'id'>): Promise<ReleaseCalendar | null> {
      const row = await kysely
        .selectFrom('release_calendars')
        .select('created_at')
        .where('user_id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Creates the address of the user, and ends the previous one.
     * @param siteAddress the public address of the server, without a trailing slash
     */
    create: ({ authorize, origin }: CallContext, siteAddress: string): Promise<CreatedReleaseCalendar> =>
      inTransaction(database, async (trx) => {
        await lockForUserChange(trx);
        const { id: user_id } = await authorize(trx);
        const secret = newToken();
        const values = { token_hash: hashToken(secret), created_at: new Date().toISOString() };
        await trx
          .insertInto('release_calendars')
          .values({ user_id, ...values })
          .onConflict((present) => present.column('user_id').doUpdateSet(values))
          .execute();
        const event = { userId: user_id, actorId: user_id, origin };
        await recordSecurityEvent(trx, { kind: 'calendar_address_created', ...event });
        const path = releaseCalendarEndpoints.file.path.replace(':secret', secret);
        return { created_at: values.created_at, address: `${siteAddress}/api${path}` };
      }),

    /** @throws AppError 404 if the user has no address */
    revoke: ({ authorize, origin }: CallContext): Promise<void> =>
      inTransaction(database, async (trx) => {
        const { id } = await authorize(trx);
        const { numDeletedRows } = await trx
          .deleteFrom('release_calendars')
          .where('user_id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw noCalendar();
        const event = { userId: id, actorId: id, origin };
        await recordSecurityEvent(trx, { kind: 'calendar_address_revoked', ...event });
      }),

    /** @throws AppError 404 if the secret is unknown or was revoked, or its user may not edit releases; always the same */
    async assertValid(secret: string): Promise<void> {
      const user = await kysely
        .selectFrom('release_calendars')
        .innerJoin('users', 'users.id', 'release_calendars.user_id')
        .select(['users.email', 'users.permissions'])
        .where('release_calendars.token_hash', '=', hashToken(secret))
        .where('users.is_suspended', '=', 0)
        .executeTakeFirst();
      if (!user || !permissionsOf(user, adminEmail).includes(permissionToReadCalendar)) throw noCalendar();
    },
  };
}

export type ReleaseCalendars = ReturnType<typeof createReleaseCalendars>;
