/** Returns the next integer of a seeded sequence, from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Creates a Mulberry32 generator, which returns the same sequence on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
