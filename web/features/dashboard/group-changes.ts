import type { AuditLogEntry, AuditLogKind } from '#contract/audit-log/audit-log';

/** A record in a list of changes. */
export interface ChangedRecord {
  readonly id: number;
  readonly name: string;
  /** False after it was deleted. */
  readonly isThere: boolean;
}

/** The changed records of one type, newest first. */
export interface KindChanges {
  readonly kind: AuditLogKind;
  readonly records: readonly ChangedRecord[];
}

/** The changes of one user; `actor` is null for the system. */
export interface UserChanges {
  readonly actor: AuditLogEntry['actor'];
  readonly count: number;
  readonly kinds: readonly KindChanges[];
}

const isDeleted = ({ action }: AuditLogEntry) => action === 'deleted' || action === 'purged';

function kindsOf(entries: readonly AuditLogEntry[]): KindChanges[] {
  return [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    records: [...Map.groupBy(ofKind, ({ record }) => record.id).values()].flatMap(([latest]) =>
      latest ? [{ ...latest.record, isThere: !isDeleted(latest) && latest.record.id > 0 }] : [],
    ),
  }));
}

/** Groups entries, newest first, by user and type of record. Entries caused by another one are omitted. */
export function groupChanges(entries: readonly AuditLogEntry[]): UserChanges[] {
  const direct = entries.filter(({ cause_id }) => cause_id === null);
  return [...Map.groupBy(direct, ({ actor }) => actor?.id ?? 0).values()].map((ofUser) => ({
    actor: ofUser[0]?.actor ?? null,
    count: ofUser.length,
    kinds: kindsOf(ofUser),
  }));
}
