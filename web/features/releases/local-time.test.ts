import { expect, it } from 'vitest';
import { toFutureUtc, toUtc } from './local-time.ts';

const localTime = (local: string, occurrence?: 0 | 1) => ({ local, occurrence });

it.each([
  ['2026-07-01T09:00', 'Europe/Istanbul', '2026-07-01T06:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T09:00', 'America/Sao_Paulo', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01T09:00', 'Australia/Lord_Howe', '2026-06-30T22:30:00.000Z'],
])('converts %s in %s', (local, zone, utc) => {
  expect(toUtc(localTime(local), zone)).toEqual({ at: utc });
});

it('rejects an hour that a clock change skips', () => {
  expect(toUtc(localTime('2026-03-08T02:30'), 'America/New_York')).toEqual({ problem: 'skipped' });
});

it('asks which time of a repeated hour is meant', () => {
  const zone = 'America/New_York';
  expect(toUtc(localTime('2026-11-01T01:30'), zone)).toEqual({ problem: 'repeated' });
  expect(toUtc(localTime('2026-11-01T01:30', 0), zone)).toEqual({ at: '2026-11-01T05:30:00.000Z' });
  expect(toUtc(localTime('2026-11-01T01:30', 1), zone)).toEqual({ at: '2026-11-01T06:30:00.000Z' });
});

it('rejects a missing and a past time', () => {
  expect(toUtc(localTime(''), 'UTC')).toEqual({ problem: 'timeRequired' });
  const now = Date.parse('2026-07-01T06:00:00Z');
  expect(toFutureUtc(localTime('2026-07-01T09:00'), 'Europe/Istanbul', now)).toEqual({ problem: 'past' });
  expect(toFutureUtc(localTime('2026-07-01T09:01'), 'Europe/Istanbul', now)).toEqual({
    at: '2026-07-01T06:01:00.000Z',
  });
});
