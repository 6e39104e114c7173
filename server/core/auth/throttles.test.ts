import { expect, test } from 'vitest';
import { AppError } from '#server/core/errors';
import { eachDatabase } from '#server/testing/databases';
import { createThrottles } from './throttles.ts';

const rule = { by: 'address', max: 3, minutes: 15 } as const;

eachDatabase('a throttle', async (openEmpty) => {
  const database = await openEmpty();
  let now = Date.parse('2026-03-01T10:00:00.000Z');
  const clock = () => now;

  const knownErrors = (responses: PromiseSettledResult<void>[]) =>
    responses.flatMap((response) => (response.status === 'rejected' ? [response.reason as AppError] : []));

  test('allows exactly the maximum number of requests across processes', async () => {
    const processes = [createThrottles(database.kysely, clock), createThrottles(database.kysely, clock)];
    const responses = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => processes[index % 2]!.take('call', rule, '192.0.2.1')),
    );
    const errors = knownErrors(responses);
    expect(errors).toHaveLength(7);
    for (const error of errors)
      expect(error).toMatchObject({ status: 429, code: 'request.throttled', retryAfter: 900 });
  });

  test('counts requests, networks and accounts separately', async () => {
    const throttles = createThrottles(database.kysely, clock);
    await throttles.take('other', rule, '192.0.2.1');
    await throttles.take('call', rule, '192.0.2.2');
    await throttles.take('call', { ...rule, by: 'account' }, '192.0.2.1');
    for (const end of ['1', '2', '3']) await throttles.take('call', rule, `2001:db8:1:2::${end}`);
    await expect(throttles.take('call', rule, '2001:db8:1:2:ffff::9')).rejects.toBeInstanceOf(AppError);
  });

  test('counts all networks of one site together, with four times the limit', async () => {
    const throttles = createThrottles(database.kysely, clock);
    const calls = Array.from({ length: 12 }, (_, index) => `2001:db8:9:${index + 1}::1`);
    for (const address of calls) await throttles.take('call', rule, address);
    await expect(throttles.take('call', rule, '2001:db8:9:ff::1')).rejects.toBeInstanceOf(AppError);
    await throttles.take('call', rule, '2001:db8:a::1');
  });

  test('starts again after its window', async () => {
    const throttles = createThrottles(database.kysely, clock);
    now += 14 * 60_000;
    await expect(throttles.take('call', rule, '192.0.2.1')).rejects.toMatchObject({ retryAfter: 60 });
    now += 60_000;
    await throttles.take('call', rule, '192.0.2.1');
  });
});
