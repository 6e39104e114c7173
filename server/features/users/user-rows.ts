import { type Kysely, sql } from 'kysely';
import type { UserEntry, UsersQuery } from '#contract/users/users';
import { foldText } from '#contract/core/slug';
import { permissionsOf, readPermissions } from '#server/core/auth/permissions';
import { stateOf } from '#server/core/auth/user-state';
import { asPattern } from '#server/core/db/like-pattern';
import type { Schema } from '#server/core/db/schema';
import { mediaUrl } from '#server/core/media/media-url';

/** Counts the two-factor methods of a user. */
const twoFactor = sql<number>`(select count(*) from totp_factors where totp_factors.user_id = users.id)
  + (select count(*) from passkeys where passkeys.user_id = users.id)`;

/** Selects users that are not deleted. Rows of deleted users remain for references. */
const presentUsers = (db: Kysely<Schema>, now: string) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('users.deleted_at', 'is', null)
    .selectAll('users')
    .select(['roles.name as role_name', 'roles.permissions as role_permissions'])
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.expires_at', '>', now)
        .as('session_count'),
      eb
        .selectFrom('account_links')
        .select((inner) => inner.fn.max('account_links.expires_at').as('expires_at'))
        .whereRef('account_links.user_id', '=', 'users.id')
        .where('account_links.kind', '=', 'invitation')
        .where('account_links.expires_at', '>', now)
        .as('invitation_expires_at'),
      twoFactor.as('two_factor_count'),
    ]);

export type UserRow = Awaited<ReturnType<typeof readUser>> & {};

export const readUser = (db: Kysely<Schema>, id: number) =>
  presentUsers(db, new Date().toISOString()).where('users.id', '=', id).executeTakeFirst();

export function presentUser(row: UserRow, adminEmail: string): UserEntry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    avatar: mediaUrl(row.avatar_key),
    role: { id: row.role_id, name: row.role_name },
    added: readPermissions(row.added),
    removed: readPermissions(row.removed),
    permissions: [...permissionsOf(row, adminEmail)],
    state: stateOf(row),
    is_primary_admin: row.email === adminEmail,
    has_two_factor: row.two_factor_count > 0,
    last_seen_at: row.last_seen_at,
    session_count: row.session_count ?? 0,
    invitation_expires_at: row.is_invited === 1 ? row.invitation_expires_at : null,
    created_at: row.created_at,
    version: row.version,
    updated_at: row.updated_at,
  };
}

/** Returns a page of users by name, with the exact total. */
export async function listUsers(db: Kysely<Schema>, query: UsersQuery, adminEmail: string) {
  const foldedSearch = foldText(query.search);
  const { role_id, state, permission } = query;
  let userQuery = presentUsers(db, new Date().toISOString());
  if (foldedSearch !== '')
    userQuery = userQuery.where(sql<boolean>`users.search_key like ${asPattern(foldedSearch)} escape '\\'`);
  if (role_id !== undefined) userQuery = userQuery.where('users.role_id', '=', role_id);
  if (state !== undefined)
    userQuery = userQuery.where('users.is_suspended', '=', state === 'suspended' ? 1 : 0);
  if (state === 'active' || state === 'invited')
    userQuery = userQuery.where('users.is_invited', '=', state === 'invited' ? 1 : 0);
  if (permission !== undefined)
    userQuery = userQuery.where((eb) =>
      eb.or([eb('users.permissions', 'like', `%"${permission}"%`), eb('users.email', '=', adminEmail)]),
    );
  const { total } = await userQuery
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await userQuery
    .orderBy('users.id', 'desc')
    .limit(query.items_per_page)
    .offset((query.page - 1) * query.items_per_page)
    .execute();
  return { items: rows.map((row) => presentUser(row, adminEmail)), total };
}
