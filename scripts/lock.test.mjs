import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { alone } from './lock.mjs';

test('two at once take turns, and a failure frees the lock', async () => {
  /** @type {string[]} */
  const seen = [];
  const body = (/** @type {string} */ name) => async () => {
    seen.push(`${name} begins`);
    await delay(20);
    seen.push(`${name} ends`);
    throw new Error(name);
  };
  await Promise.allSettled([alone(body('one')), alone(body('other'))]);
  expect(seen).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});
