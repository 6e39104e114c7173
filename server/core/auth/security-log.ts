import type { Kysely } from 'kysely';
import { limits } from '#contract/core/limits';
import type { SecurityEventKind } from '#contract/users/security-events';
import type { Schema } from '#server/core/db/schema';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_USER_AGENT = 300;
const MAX_DETAIL = 500;

/** The network address and browser of a request. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** The origin of events from the command line. */
export const noOrigin: Origin = { address: '', userAgent: '' };

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The affected user. */
  readonly userId: number | null;
  /** The user who acted. */
  readonly actorId: number | null;
  readonly origin: Origin;
  /** A text for users. It must not contain passwords, tokens, or text typed into the email field. */
  readonly detail?: string;
}

/** Stores a security event, in the transaction of its cause if there is one. */
export async function recordSecurityEvent(db: Kysely<Schema>, securityEvent: SecurityEvent): Promise<void> {
  const { kind, userId, actorId, origin, detail = '' } = securityEvent;
  await db
    .insertInto('security_events')
    .values({
      at: new Date().toISOString(),
      kind,
      user_id: userId,
      actor_id: actorId,
      address: origin.address,
      user_agent: origin.userAgent.slice(0, MAX_USER_AGENT),
      detail: detail.slice(0, MAX_DETAIL),
    })
    .execute();
}

/** Deletes events older than `limits.securityLogDays`. */
export async function deleteOldSecurityEvents(db: Kysely<Schema>): Promise<void> {
  const oldest = new Date(Date.now() - limits.securityLogDays * DAY_MS).toISOString();
  await db.deleteFrom('security_events').where('at', '<', oldest).execute();
}
