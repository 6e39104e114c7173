import {
  type AuditLogChange,
  type AuditLogEntry,
  type ListEntry,
  MAX_SHOWN_ENTRIES,
} from '#contract/audit-log/audit-log';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { plainKey } from './list-change.ts';
import {
  type Changed,
  type NamedFile,
  readFields,
  type StoredChange,
  type StoredListChange,
} from './stored-change.ts';

/** An entry with the names of its user and API token. */
export interface NamedRow extends Omit<AuditLogRow, 'changes'> {
  readonly actor_name: string | null;
  readonly token_name: string | null;
  readonly undone_by: number | null;
}

export function toEntry(row: NamedRow): AuditLogEntry {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    request_id: row.request_id,
    kind: row.kind,
    record: { id: row.record_id, name: row.name },
    version: row.version,
    action: row.action,
    cause_id: row.cause_id,
    undoes_id: row.undoes_id,
    undone_by: row.undone_by,
    fields: readFields(row.fields),
    hash: row.hash,
  };
}

const shownEntry = (
  key: string,
  {
    name,
    from,
    to,
  }: { readonly name: string | undefined; readonly from: number | null; readonly to: number | null },
): ListEntry => ({ key: plainKey(key), name: name ?? plainKey(key), from, to });

function changedEntry([key, from, to, name, before, after]: Changed): ListEntry {
  return { ...shownEntry(key, { name, from, to }), before: { ...before }, after: { ...after } };
}

function toListChange({ field, added, removed, moved, changed }: StoredListChange): AuditLogChange {
  const firstEntries = <Entry>(entries: readonly Entry[]) => entries.slice(0, MAX_SHOWN_ENTRIES);
  return {
    type: 'list',
    field,
    added: firstEntries(added).map(([key, to, name, details]) => ({
      ...shownEntry(key, { name, from: null, to }),
      ...(details && { after: { ...details } }),
    })),
    removed: firstEntries(removed).map(([key, from, name, details]) => ({
      ...shownEntry(key, { name, from, to: null }),
      ...(details && { before: { ...details } }),
    })),
    moved: firstEntries(moved).map(([key, from, to, name]) => shownEntry(key, { name, from, to })),
    changed: firstEntries(changed).map(changedEntry),
    counts: { added: added.length, removed: removed.length, moved: moved.length, changed: changed.length },
  };
}

/** Returns the changes of an entry. @param availableKeys the keys of its existing files */
export function toChanges(
  changes: readonly StoredChange[],
  availableKeys: ReadonlySet<string>,
): AuditLogChange[] {
  const file = (namedFile: NamedFile | null) =>
    namedFile && { ...namedFile, is_retained: availableKeys.has(namedFile.key) };
  return changes.map((change): AuditLogChange => {
    if (change.type === 'list') return toListChange(change);
    if (change.type === 'file') return { ...change, before: file(change.before), after: file(change.after) };
    return change;
  });
}

/** Returns the keys of the files in changes. */
export const keysIn = (changes: readonly StoredChange[]): string[] =>
  changes.flatMap((change) =>
    change.type === 'file' ? [change.before?.key, change.after?.key].filter((key) => key !== undefined) : [],
  );
