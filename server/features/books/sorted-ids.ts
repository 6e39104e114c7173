const SPARE = 64;
/** More changes than this are applied in one pass. */
const MAX_SINGLE = 20;

export interface IdEntry {
  readonly id: number;
  readonly key: number;
}

/** Ids in ascending order of a key, then of the id. */
export interface OrderedIds {
  readonly length: number;
  /** The memory of the list. */
  readonly bytes: number;
  /** Returns a part of the list, from either end. */
  slice(offset: number, limit: number, direction: 'asc' | 'desc'): number[];
  /** Removes the `changedIds` ids that the list contains, and inserts these entries. */
  replace(changedIds: ReadonlySet<number>, entries: readonly IdEntry[]): void;
}

/** Ids in memory. Single ids can be removed and inserted without copying the list. */
export class SortedIds implements OrderedIds {
  #ids: Uint32Array;
  /** Keys of the ids; undefined when the list is sorted by id only. */
  #keys: Uint32Array | undefined;
  #length: number;

  constructor(ids: Uint32Array, keys: Uint32Array | undefined) {
    this.#ids = ids;
    this.#keys = keys;
    this.#length = ids.length;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#ids.byteLength + (this.#keys?.byteLength ?? 0);
  }

  slice(offset: number, limit: number, direction: 'asc' | 'desc'): number[] {
    const size = Math.max(0, Math.min(limit, this.#length - offset));
    return Array.from({ length: size }, (_, index) =>
      direction === 'asc' ? this.#at(offset + index) : this.#at(this.#length - 1 - offset - index),
    );
  }

  replace(changedIds: ReadonlySet<number>, entries: readonly IdEntry[]): void {
    if (changedIds.size > MAX_SINGLE) {
      this.#merge(changedIds, entries);
      return;
    }
    for (const id of changedIds) this.remove(id);
    for (const { id, key } of entries) this.insert(id, key);
  }

  /** Does the same in one pass, which is faster than moving the rest of the list for each of many changes. */
  #merge(changedIds: ReadonlySet<number>, entries: readonly IdEntry[]): void {
    const hasKeys = this.#keys !== undefined;
    const addedEntries = entries.toSorted((a, b) => (hasKeys ? a.key - b.key : 0) || a.id - b.id);
    const size = this.#length + addedEntries.length + SPARE;
    const ids = new Uint32Array(size);
    const keys = this.#keys && new Uint32Array(size);
    let length = 0;
    const put = (id: number, key: number) => {
      ids[length] = id;
      if (keys) keys[length] = key;
      length++;
    };
    let next = 0;
    for (let index = 0; index < this.#length; index++) {
      const id = this.#at(index);
      if (changedIds.has(id)) continue;
      const key = this.#keys?.[index] ?? 0;
      for (let entry = addedEntries[next]; entry; entry = addedEntries[++next]) {
        if (((hasKeys ? entry.key - key : 0) || entry.id - id) > 0) break;
        put(entry.id, entry.key);
      }
      put(id, key);
    }
    for (const { id, key } of addedEntries.slice(next)) put(id, key);
    this.#ids = ids;
    this.#keys = keys;
    this.#length = length;
  }

  remove(id: number): void {
    // Without keys the position is found by binary search. With keys the key of the id is unknown.
    const index = this.#keys ? this.#ids.subarray(0, this.#length).indexOf(id) : this.indexOf(id, 0);
    if (index < 0 || index >= this.#length || this.#ids[index] !== id) return;
    this.#ids.copyWithin(index, index + 1, this.#length);
    this.#keys?.copyWithin(index, index + 1, this.#length);
    this.#length--;
  }

  /** The id must not be in the list. */
  insert(id: number, key: number): void {
    if (this.#length === this.#ids.length) this.#grow();
    const index = this.indexOf(id, key);
    this.#ids.copyWithin(index + 1, index, this.#length);
    this.#ids[index] = id;
    this.#keys?.copyWithin(index + 1, index, this.#length);
    if (this.#keys) this.#keys[index] = key;
    this.#length++;
  }

  #at(index: number): number {
    return this.#ids[index] ?? 0;
  }

  /** Returns the first index whose entry is not before (key, id). */
  indexOf(id: number, key: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const difference = (this.#keys?.[middle] ?? 0) - (this.#keys ? key : 0) || this.#at(middle) - id;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const size = this.#length + SPARE + (this.#length >> 6);
    const enlarge = (array: Uint32Array) => {
      const larger = new Uint32Array(size);
      larger.set(array);
      return larger;
    };
    this.#ids = enlarge(this.#ids);
    this.#keys &&= enlarge(this.#keys);
  }
}
