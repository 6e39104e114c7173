import type { Kysely } from 'kysely';
import type { OwnSession, OwnToken } from '#contract/auth/profile';
import { browserName } from '#server/core/auth/browsers';
import { readPermissions } from '#server/core/auth/permissions';
import type { Credential } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';

/** Returns the sessions of a user, latest first. */
export async function sessionsOf(
  db: Kysely<Schema>,
  userId: number,
  current: Credential,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, address, user_agent, created_at, last_seen_at, expires_at }) => ({
    id,
    address,
    browser: browserName(user_agent),
    created_at,
    last_seen_at,
    expires_at,
    is_current: current.kind === 'session' && current.id === id,
  }));
}

/** Returns API tokens, the newest first, including expired ones. */
export async function tokensOf(db: Kysely<Schema>, userId: number): Promise<OwnToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ token_hash: _hash, user_id: _user, permissions, ...shown }) => ({
    ...shown,
    permissions: readPermissions(permissions),
  }));
}
