import { createHash } from 'node:crypto';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';

/**
 * Returns the hash of an entry: SHA-256 over the previous hash and all fields of the entry. The bytes are a JSON list in a fixed
 * order, so that equal entries have equal bytes. JSON columns are hashed as they are stored.
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
