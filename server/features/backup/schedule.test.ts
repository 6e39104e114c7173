import { afterAll, expect, test } from 'vitest';
import type { SettingValues } from '#contract/settings/declared';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { settingsOf } from '#server/testing/settings';
import { eachDatabase } from '#server/testing/databases';
import { expiredBackups } from './retention.ts';
import { lastTimeOfDay, nextTimeOfDay, startScheduledBackup } from './schedule.ts';

const dateOf = (iso: string) => new Date(iso);

test.each([
  // Istanbul is 3 hours ahead of UTC.
  ['2026-01-31T00:00:00Z', '02:00', 'Europe/Istanbul', '2026-01-30T23:00:00.000Z'],
  ['2026-01-30T22:59:59Z', '02:00', 'Europe/Istanbul', '2026-01-29T23:00:00.000Z'],
  ['2026-01-30T23:00:00Z', '02:00', 'Europe/Istanbul', '2026-01-30T23:00:00.000Z'],
  ['2026-01-01T01:59:00Z', '02:00', 'UTC', '2025-12-31T02:00:00.000Z'],
  // New York is 5 hours behind UTC in winter, and 4 hours in summer.
  ['2026-03-08T20:00:00Z', '12:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
  ['2026-03-07T20:00:00Z', '12:00', 'America/New_York', '2026-03-07T17:00:00.000Z'],
  // In Berlin the clocks change from 02:00 to 03:00 on this day, so 02:30 does not exist.
  ['2026-03-29T12:00:00Z', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('at %s returns for the last %s in %s the time %s', (now, time, timeZone, expected) => {
  expect(lastTimeOfDay(dateOf(now), { time, timeZone }).toISOString()).toBe(expected);
});

test('returns the next time of day within a day after now', () => {
  const timeOfDay = { time: '02:00', timeZone: 'Europe/Istanbul' };
  const next = (now: string) => nextTimeOfDay(dateOf(now), timeOfDay).toISOString();
  expect(next('2026-01-31T00:00:00Z')).toBe('2026-01-31T23:00:00.000Z');
  expect(next('2026-01-30T22:59:59Z')).toBe('2026-01-30T23:00:00.000Z');
  expect(next('2026-01-30T23:00:00Z')).toBe('2026-01-31T23:00:00.000Z');
});

test('keeps the newest backups of 7 days, 4 weeks and 12 months', () => {
  const nights = Array.from({ length: 500 }, (_, index) => ({
    created_at: new Date(Date.UTC(2026, 5, 30, 2) - index * 86_400_000).toISOString(),
  }));
  const expiredNights = new Set(expiredBackups(nights, 'UTC'));
  const retainedDays = nights
    .filter((night) => !expiredNights.has(night))
    .map(({ created_at }) => created_at.slice(0, 10));
  expect(retainedDays).toEqual([
    // The newest backups of 7 days. Two of them are also the newest of their weeks.
    '2026-06-30',
    '2026-06-29',
    '2026-06-28',
    '2026-06-27',
    '2026-06-26',
    '2026-06-25',
    '2026-06-24',
    // Sundays: the newest backups of their weeks.
    '2026-06-21',
    '2026-06-14',
    // The newest backups of their months.
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
    '2025-11-30',
    '2025-10-31',
    '2025-09-30',
    '2025-08-31',
    '2025-07-31',
  ]);
  // Periods without a backup do not count, so rare backups are kept longer.
  expect(
    expiredBackups(
      [nights[0], nights[90], nights[300]].filter((night) => night !== undefined),
      'UTC',
    ),
  ).toEqual([]);
  // The newer one of two backups of one night is kept.
  const twice = [{ created_at: '2026-01-31T02:00:00.000Z' }, { created_at: '2026-01-31T02:30:00.000Z' }];
  expect(expiredBackups(twice, 'UTC')).toEqual([twice[0]]);
});

eachDatabase('the backup schedule', async (openEmpty) => {
  const database = await openEmpty();
  afterAll(() => database.close());

  const values = { backup_is_scheduled: true, backup_time: '02:00', backup_time_zone: 'UTC' };
  const run = (now: string, changes: Partial<SettingValues> = {}) =>
    startScheduledBackup({
      database,
      jobs: createJobQueue(database),
      settings: settingsOf({ ...values, ...changes }),
      now: () => dateOf(now),
    });
  const countJobs = async () =>
    (await database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'backup').execute()).length;
  const endJobs = () => database.kysely.updateTable('jobs').set({ state: 'done' }).execute();

  test('starts one backup each night with two processes, and a missed backup later', async () => {
    // A new installation starts no backup before its first night.
    await run('2026-01-01T12:00:00Z');
    expect(await countJobs()).toBe(0);
    await run('2026-01-02T01:59:59Z');
    expect(await countJobs()).toBe(0);
    await Promise.all([run('2026-01-02T02:00:00Z'), run('2026-01-02T02:00:01Z')]);
    expect(await countJobs()).toBe(1);
    await endJobs();
    await Promise.all([run('2026-01-02T02:10:00Z'), run('2026-01-03T01:59:00Z')]);
    expect(await countJobs()).toBe(1);
    // The server did not run for some nights.
    await run('2026-01-06T09:00:00Z');
    await endJobs();
    await run('2026-01-06T09:00:30Z');
    expect(await countJobs()).toBe(2);
    const { payload, user_id } = await database.kysely
      .selectFrom('jobs')
      .select(['payload', 'user_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([JSON.parse(payload), user_id]).toEqual([{ isScheduled: true }, null]);
  });

  test('starts no backup when it is turned off', async () => {
    await run('2026-02-01T09:00:00Z', { backup_is_scheduled: false });
    expect(await countJobs()).toBe(2);
  });
});
