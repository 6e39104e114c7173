import { expect, test } from 'vitest';
import { isTimeZone, localTimeOf, utcTimesOf } from './time-zones.ts';

test.each([
  ['Europe/Istanbul', '2026-07-01T09:00', ['2026-07-01T06:00:00.000Z']],
  ['America/New_York', '2026-07-01T09:00', ['2026-07-01T13:00:00.000Z']],
  // Clocks skip 02:00 to 03:00 on 8 March, and repeat 01:00 to 02:00 on 1 November.
  ['America/New_York', '2026-03-08T02:30', []],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  // Brazil had its last summer time until 17 February 2019: midnight was repeated from 23:00.
  ['America/Sao_Paulo', '2018-11-04T00:30', []],
  ['America/Sao_Paulo', '2019-02-16T23:30', ['2019-02-17T01:30:00.000Z', '2019-02-17T02:30:00.000Z']],
  ['America/Sao_Paulo', '2026-11-01T00:30', ['2026-11-01T03:30:00.000Z']],
  // Summer time of Lord Howe adds half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
])('%s %s', (timeZone, local, times) => {
  expect(utcTimesOf(local, timeZone)).toEqual(times);
  for (const time of times) expect(localTimeOf(time, timeZone)).toBe(local);
});

test('accepts names of zones only', () => {
  expect(['Europe/Istanbul', 'UTC', 'America/Argentina/Ushuaia'].filter(isTimeZone)).toHaveLength(3);
  expect(['', 'Mars/Phobos', 'Nowhere', '+03:00', 'EST'].filter(isTimeZone)).toEqual([]);
});
