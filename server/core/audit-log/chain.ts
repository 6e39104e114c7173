import { createHash } from 'node:crypto';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';

/**
 * The hash of an entry: SHA-256 over the hash before it and everything the entry says, as JSON of a list in a fixed order, so
 * that equal entries have equal bytes. Texts that are JSON themselves are hashed as they are stored.
 */
export function hashOf(previous: string, entry: Omit<AuditLogRow, 'hash'>): string {
  const canonical = JSON.stringify([
    previous,
    entry.id,
    entry.at,
    entry.actor_id,
    entry.token_id,
    entry.request_id,
    entry.kind,
    entry.record_id,
    entry.name,
    entry.version,
    entry.action,
    entry.cause_id,
    entry.undoes_id,
    entry.fields,
    entry.changes,
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}
