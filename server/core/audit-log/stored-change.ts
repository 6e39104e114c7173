import type { ChangedField } from '#contract/audit-log/audit-log';

/* The stored form of changes: as in the API, but complete, and without values that can be looked up. */

export type Scalar = string | number | boolean | null;

export interface NamedRecord {
  readonly id: number;
  readonly name: string;
  readonly code?: string;
}

export interface NamedFile {
  readonly key: string;
  readonly name: string | null;
  readonly media_type: string;
  /** The key of the thumbnail, for images. */
  readonly thumbnail_key?: string;
  readonly size: number;
}

/** The identity of an entry of a list, its index, and further fields. */
type Details = Readonly<Record<string, unknown>>;
export type AddedEntry = readonly [key: string, to: number, name?: string, details?: Details];
export type RemovedEntry = readonly [key: string, from: number, name?: string, details?: Details];
export type MovedEntry = readonly [key: string, from: number, to: number, name?: string];
export type Changed = readonly [
  key: string,
  from: number,
  to: number,
  name: string,
  before: Details,
  after: Details,
];

export interface StoredListChange {
  readonly type: 'list';
  readonly field: string;
  readonly added: readonly AddedEntry[];
  readonly removed: readonly RemovedEntry[];
  readonly moved: readonly MovedEntry[];
  readonly changed: readonly Changed[];
}

export type StoredChange =
  | { readonly type: 'value'; readonly field: string; readonly before: Scalar; readonly after: Scalar }
  | {
      readonly type: 'record';
      readonly field: string;
      readonly before: NamedRecord | null;
      readonly after: NamedRecord | null;
    }
  | {
      readonly type: 'file';
      readonly field: string;
      readonly before: NamedFile | null;
      readonly after: NamedFile | null;
    }
  | StoredListChange;

/** Returns the changed fields without their values. */
export const summaryOf = (changes: readonly StoredChange[]): ChangedField[] =>
  changes.map((change) =>
    change.type === 'list'
      ? {
          field: change.field,
          type: 'list',
          counts: {
            added: change.added.length,
            removed: change.removed.length,
            moved: change.moved.length,
            changed: change.changed.length,
          },
        }
      : { field: change.field, type: change.type },
  );

/** The names of the parts of a list change in entries that were written before migration 048. */
interface FormerNames<List> {
  readonly came?: List;
  readonly went?: List;
}

/**
 * Returns a list change, or its counts, with the current names of its parts. The hash chain covers stored entries, so earlier entries
 * are not rewritten.
 */
function withListNames<Change, Value extends { readonly added: Change; readonly removed: Change }>(
  value: Value & FormerNames<Change>,
): Value {
  const { came, went, ...rest } = value;
  return came === undefined || went === undefined
    ? value
    : { ...(rest as Value), added: came, removed: went };
}

/** Returns the changes of a stored entry. */
export const readChanges = (json: string): StoredChange[] =>
  (JSON.parse(json) as StoredChange[]).map((change) =>
    change.type === 'list' ? withListNames(change) : change,
  );

/** Returns the changed fields of a stored entry. */
export const readFields = (json: string): ChangedField[] =>
  (JSON.parse(json) as ChangedField[]).map((field) =>
    field.counts ? { ...field, counts: withListNames(field.counts) } : field,
  );
