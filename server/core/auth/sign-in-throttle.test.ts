import { expect, test } from 'vitest';
import { eachDatabase } from '#server/testing/databases';
import { usualRules } from './rules.ts';
import { createSignInThrottle, networksOf } from './sign-in-throttle.ts';

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['203.0.113.9']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0db8:0001:0002::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
])('%s belongs to the networks %j', (address, networks) => expect(networksOf(address)).toEqual(networks));

eachDatabase('attempts from changing networks of one site', (openEmpty) => {
  test('are limited to five per account for a /64 and four times as many for a /48', async () => {
    let now = Date.now();
    const { kysely } = await openEmpty();
    const throttle = createSignInThrottle(kysely, {
      rules: usualRules,
      now: () => (now += 1),
      wait: async () => undefined,
    });
    const isLetIn = (address: string, email = 'a@example.org') =>
      throttle.begin(email, address).then(
        () => true,
        () => false,
      );
    const letIn = async (count: number, addressOf: (index: number) => string) => {
      let total = 0;
      for (let index = 0; index < count; index++) total += Number(await isLetIn(addressOf(index)));
      return total;
    };
    expect(await letIn(8, (index) => `2001:db8:1:1::${index}`)).toBe(5);
    expect(await letIn(40, (index) => `2001:db8:1:${(index + 2).toString(16)}::1`)).toBe(15);
    expect(await isLetIn('2001:db8:2::1')).toBe(true);
    // Other accounts can be tried from that site, up to four times the limit of one network.
    expect(await isLetIn('2001:db8:1:77::1', 'b@example.org')).toBe(true);
  });

  test('are cleared for an account by a correct password', async () => {
    let now = Date.now();
    const { kysely } = await openEmpty();
    const throttle = createSignInThrottle(kysely, {
      rules: usualRules,
      now: () => (now += 1),
      wait: async () => undefined,
    });
    for (let index = 0; index < 19; index++)
      await throttle.begin('a@example.org', `2001:db8:1:${index.toString(16)}::1`);
    await throttle.succeed(await throttle.begin('a@example.org', '2001:db8:1:99::1'));
    const next = await throttle.begin('a@example.org', '2001:db8:1:98::1');
    expect(next.networks.at(-1)).toBe('address:2001:db8:1::/48');
  });
});

eachDatabase('attempts on one account from many addresses', (openEmpty) => {
  test('are delayed increasingly but never rejected', async () => {
    const waits: number[] = [];
    let now = Date.now();
    const wait = async (ms: number) => waits.push(ms);
    const throttle = createSignInThrottle((await openEmpty()).kysely, {
      rules: usualRules,
      now: () => now,
      wait,
    });
    const guess = (email = 'a@example.org') => throttle.begin(email, `203.0.113.${(now += 1) % 256}`);
    // Attempts 1 to 10 are not delayed.
    for (let count = 0; count < 11; count++) await guess();
    expect(waits).toEqual([]);
    for (let count = 0; count < 60; count++) await guess();
    expect(waits.slice(0, 3)).toEqual([100, 200, 300]);
    expect(waits.slice(-2)).toEqual([5_000, 5_000]);

    // Other accounts are not delayed.
    const before = waits.length;
    await guess('b@example.org');
    expect(waits).toHaveLength(before);

    // A correct password is delayed but accepted, and does not clear the attempts from other addresses.
    await throttle.succeed(await guess());
    expect(waits.at(-1)).toBe(5_000);
    now += 16 * 60_000;
    const after = waits.length;
    await guess();
    expect(waits).toHaveLength(after);
  });
});
