import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { alone } from './lock.mjs';

test('runs two bodies one after the other, and releases the lock after an error', async () => {
  /** @type {string[]} */
  const events = [];
  const body = (/** @type {string} */ name) => async () => {
    events.push(`${name} begins`);
    await delay(20);
    events.push(`${name} ends`);
    throw new Error(name);
  };
  await Promise.allSettled([alone(body('one')), alone(body('other'))]);
  expect(events).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});
