/** Returns the next integer of a seeded sequence, from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Creates a Mulberry32 generator, which returns the same sequence on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % below;
  };
}
