import { expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { usualRules } from './rules.ts';
import { createSignInThrottle, networkOf } from './sign-in-throttle.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

eachDatabase('guesses at one account from many addresses', (openEmpty) => {
  test('wait longer and longer, and never keep the right user out', async () => {
    const waits: number[] = [];
    let now = Date.now();
    const wait = async (ms: number) => waits.push(ms);
    const throttle = createSignInThrottle((await openEmpty()).kysely, usualRules, () => now, wait);
    const guess = (email = 'a@example.org') => throttle.begin(email, `203.0.113.${(now += 1) % 256}`);
    // Ten attempts were made before the eleventh.
    for (let count = 0; count < 11; count++) await guess();
    expect(waits).toEqual([]);
    for (let count = 0; count < 60; count++) await guess();
    expect(waits.slice(0, 3)).toEqual([100, 200, 300]);
    expect(waits.slice(-2)).toEqual([5_000, 5_000]);

    // Another account waits for nothing.
    const before = waits.length;
    await guess('b@example.org');
    expect(waits).toHaveLength(before);

    // Signing in is delayed but not refused, and does not clear what the others did.
    await throttle.succeed(await guess());
    expect(waits.at(-1)).toBe(5_000);
    now += 16 * 60_000;
    const after = waits.length;
    await guess();
    expect(waits).toHaveLength(after);
  });
});
