const SPARE = 64;

/** Ids in ascending order of a key and then of themselves. Single ones can be taken out and put in without a new list. */
export class SortedIds {
  #ids: Uint32Array;
  /** Beside the ids; undefined when the order is that of the ids alone. */
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

  /** A part of the list, from either end. */
  slice(offset: number, limit: number, direction: 'asc' | 'desc'): number[] {
    const size = Math.max(0, Math.min(limit, this.#length - offset));
    return Array.from({ length: size }, (_, index) =>
      direction === 'asc' ? this.#at(offset + index) : this.#at(this.#length - 1 - offset - index),
    );
  }

  remove(id: number): void {
    // Without keys the place can be searched; with them nobody knows under which key the id stands.
    const index = this.#keys ? this.#ids.subarray(0, this.#length).indexOf(id) : this.#placeOf(id, 0);
    if (index < 0 || index >= this.#length || this.#ids[index] !== id) return;
    this.#ids.copyWithin(index, index + 1, this.#length);
    this.#keys?.copyWithin(index, index + 1, this.#length);
    this.#length--;
  }

  /** The id must not be in the list. */
  insert(id: number, key: number): void {
    if (this.#length === this.#ids.length) this.#grow();
    const index = this.#placeOf(id, key);
    this.#ids.copyWithin(index + 1, index, this.#length);
    this.#ids[index] = id;
    this.#keys?.copyWithin(index + 1, index, this.#length);
    if (this.#keys) this.#keys[index] = key;
    this.#length++;
  }

  #at(index: number): number {
    return this.#ids[index] ?? 0;
  }

  /** The first index whose entry is not before (key, id). */
  #placeOf(id: number, key: number): number {
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
