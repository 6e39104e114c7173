import type { AddedEntry, Changed, MovedEntry, StoredListChange, RemovedEntry } from './stored-change.ts';

/** An entry of a list: its key, its name for users, and further fields. */
export interface ListItem {
  readonly key: string;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Stored with the entry when it is added or removed. For a remaining entry, the contents have a list of their own. */
  readonly contents?: Readonly<Record<string, unknown>>;
}

/** The lists of a record by their keys. A key with a colon is a list inside an entry of the list before the colon. */
export type Lists = ReadonlyMap<string, readonly ListItem[]>;

/** The number of names per list that the audit log stores: as many as users see. */
const MAX_NAMES = 200;

/** The separator between a key and its number if several keys are equal. Typed text does not contain it. */
const MARK = '\u001f';
const numberSuffix = new RegExp(`${MARK}\\d+$`);

/** Returns the key without its number. */
export const plainKey = (key: string): string => key.replace(numberSuffix, '');

/** Returns a unique key for each entry: the second of two equal keys has the number 2. */
export function uniqueKeys(items: readonly ListItem[]): string[] {
  const occurrences = new Map<string, number>();
  return items.map(({ key }) => {
    const count = (occurrences.get(key) ?? 0) + 1;
    occurrences.set(key, count);
    return count === 1 ? key : `${key}${MARK}${count}`;
  });
}

function byUniqueKey(
  items: readonly ListItem[],
): Map<string, { readonly item: ListItem; readonly at: number }> {
  const keys = uniqueKeys(items);
  return new Map(items.map((item, index) => [keys[index] ?? item.key, { item, at: index }]));
}

/** Returns the indexes of the longest increasing subsequence: the entries that do not move. */
function longestRise(numbers: readonly number[]): Set<number> {
  /** The index that ends the best sequence of each length. */
  const ends: number[] = [];
  const previous = numbers.map(() => -1);
  for (const [index, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) rise.add(index);
  return rise;
}

const nameIfShown = (count: number, name: string): [] | [string] => (count < MAX_NAMES ? [name] : []);

/**
 * Returns the added, removed, moved and changed entries between two states of a list; undefined if there are none. Moves are the
 * fewest that explain the order.
 */
export function listChange(
  field: string,
  before: readonly ListItem[],
  after: readonly ListItem[],
): StoredListChange | undefined {
  const old = byUniqueKey(before);
  const next = byUniqueKey(after);
  const addedEntries: AddedEntry[] = [];
  const removedEntries: RemovedEntry[] = [];
  const movedEntries: MovedEntry[] = [];
  const changedEntries: Changed[] = [];
  const withDetails = (count: number, { name, details, contents }: ListItem) =>
    (details ?? contents) ? ([name, { ...details, ...contents }] as const) : nameIfShown(count, name);
  for (const [key, { item, at }] of old)
    if (!next.has(key)) removedEntries.push([key, at, ...withDetails(removedEntries.length, item)]);
  const unmovedEntries: { key: string; from: number; to: number }[] = [];
  for (const [key, { item, at: to }] of next) {
    const present = old.get(key);
    if (!present) {
      addedEntries.push([key, to, ...withDetails(addedEntries.length, item)]);
      continue;
    }
    unmovedEntries.push({ key, from: present.at, to });
    if (JSON.stringify(present.item.details) !== JSON.stringify(item.details))
      changedEntries.push([key, present.at, to, item.name, present.item.details ?? {}, item.details ?? {}]);
  }
  const still = longestRise(unmovedEntries.map(({ from }) => from));
  for (const [index, { key, from, to }] of unmovedEntries.entries())
    if (!still.has(index))
      movedEntries.push([key, from, to, ...nameIfShown(movedEntries.length, next.get(key)?.item.name ?? '')]);
  if (addedEntries.length + removedEntries.length + movedEntries.length + changedEntries.length === 0)
    return undefined;
  return {
    type: 'list',
    field,
    added: addedEntries,
    removed: removedEntries,
    moved: movedEntries,
    changed: changedEntries,
  };
}

/** Returns the list before a change. Entries whose name is not stored have their key as name. */
export function beforeChange(list: readonly ListItem[], change: StoredListChange): ListItem[] {
  const present = byUniqueKey(list);
  const isRemoved = new Set([...change.added, ...change.moved].map(([key]) => key));
  const before = new Map(change.changed.map(([key, , , , details]) => [key, details]));
  const old = (key: string): ListItem => {
    const item = present.get(key)?.item ?? { key: plainKey(key), name: plainKey(key) };
    const details = before.get(key);
    return details ? { ...item, details } : item;
  };
  const remainingItems = [...present.keys()].filter((key) => !isRemoved.has(key)).map(old);
  const put = [
    ...change.moved.map(([key, from]) => ({ from, item: old(key) })),
    ...change.removed.map(([key, from, name, details]) => ({
      from,
      item: { key: plainKey(key), name: name ?? plainKey(key), ...(details && { details }) },
    })),
  ].toSorted((a, b) => a.from - b.from);
  for (const { from, item } of put) remainingItems.splice(from, 0, item);
  return remainingItems;
}

/** Returns the changes in the lists of a record. The contents of an added or removed entry are stored with the entry. */
export function listChanges(before: Lists, after: Lists): StoredListChange[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields].flatMap((field) => {
    const isInside = field.includes(':');
    if (isInside && !(before.has(field) && after.has(field))) return [];
    return listChange(field, before.get(field) ?? [], after.get(field) ?? []) ?? [];
  });
}

/** Returns the lists before the changes. */
export function beforeChanges(
  lists: Lists,
  changes: readonly StoredListChange[],
): Map<string, readonly ListItem[]> {
  const before = new Map(lists);
  for (const change of changes) before.set(change.field, beforeChange(lists.get(change.field) ?? [], change));
  return before;
}

/** Returns the change that reverses a change. */
const inverse = ({ field, added, removed, moved, changed }: StoredListChange): StoredListChange => ({
  type: 'list',
  field,
  added: removed,
  removed: added,
  moved: moved.map(([key, from, to, ...name]) => [key, to, from, ...name]),
  changed: changed.map(([key, from, to, name, before, after]) => [key, to, from, name, after, before]),
});

/** Returns the list after a change. Entries that are already in it, or already removed, stay as they are. */
function afterChange(list: readonly ListItem[], change: StoredListChange): ListItem[] {
  const keys = new Set(uniqueKeys(list));
  return beforeChange(
    list,
    inverse({
      ...change,
      added: change.added.filter(([key]) => !keys.has(key)),
      moved: change.moved.filter(([key]) => keys.has(key)),
    }),
  );
}

/** Returns the lists after the changes. */
export function afterChanges(
  lists: Lists,
  changes: readonly StoredListChange[],
): Map<string, readonly ListItem[]> {
  const after = new Map(lists);
  for (const change of changes) after.set(change.field, afterChange(lists.get(change.field) ?? [], change));
  return after;
}
