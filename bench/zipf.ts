import type { Random } from './random.ts';

const STEPS = 2 ** 31;

/**
 * Returns a function that draws integers from 0 to `count` - 1 by Zipf's law. The n-th integer is drawn about 1/n as often as the
 * first. Word and author frequencies follow this law.
 */
export function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const target = (random(STEPS) / STEPS) * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
