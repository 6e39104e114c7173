import { expect, it } from 'vitest';
import type { Release } from '#contract/releases/releases';
import { periodsOf } from './timeline-periods.ts';

const day = (number: number) => `2030-07-${String(number).padStart(2, '0')}T06:00:00.000Z`;
const now = day(10);

const releaseWith = (name: string, fields: Partial<Release>): Release => ({
  id: name.length,
  name,
  note: '',
  colour: 'blue',
  status: 'draft',
  time_zone: 'UTC',
  publish_at: null,
  ends_at: null,
  published_at: null,
  rolled_back_at: null,
  failure: null,
  owner: null,
  change_count: 1,
  entry_id: null,
  version: 1,
  created_at: day(1),
  updated_at: day(1),
  ...fields,
});
const summaryOf = (...releases: Release[]) =>
  periodsOf(releases, now).map(({ start, live, phase }) => [
    start?.slice(8, 10),
    live.map(({ name }) => name).join(),
    phase,
  ]);

it('has one current period without releases', () => {
  expect(summaryOf(releaseWith('Draft', {}))).toEqual([[undefined, '', 'current']]);
});

it('returns the releases that were, are and will be live', () => {
  expect(
    summaryOf(
      releaseWith('Easter', {
        status: 'rolled_back',
        published_at: day(2),
        rolled_back_at: day(4),
        ends_at: day(20),
      }),
      releaseWith('May', { status: 'published', published_at: day(3) }),
      releaseWith('Old', { status: 'archived', published_at: day(5) }),
      releaseWith('Late', {
        status: 'published',
        publish_at: day(5),
        published_at: day(6),
        ends_at: day(12),
      }),
      releaseWith('Autumn sale', { status: 'scheduled', publish_at: day(11), ends_at: day(14) }),
    ),
  ).toEqual([
    [undefined, '', 'past'],
    ['02', 'Easter', 'past'],
    ['03', 'May,Easter', 'past'],
    ['04', 'May', 'past'],
    ['05', 'May', 'past'],
    ['06', 'Late,May', 'current'],
    ['11', 'Autumn sale,Late,May', 'future'],
    ['12', 'Autumn sale,May', 'future'],
    ['14', 'May', 'future'],
  ]);
});

it('has one period for releases at the same time, with their times', () => {
  const [, last] = periodsOf(
    [
      releaseWith('One', { status: 'scheduled', publish_at: day(11) }),
      releaseWith('Other', { status: 'scheduled', publish_at: day(11) }),
    ],
    now,
  );
  expect(last?.entries.map(({ release }) => release.name)).toEqual(['One', 'Other']);
});

it('ignores releases that failed, and ends that did not happen', () => {
  expect(
    summaryOf(
      releaseWith('Failed', { status: 'failed', publish_at: day(11), ends_at: day(12) }),
      releaseWith('Stays', { status: 'published', published_at: day(2), ends_at: day(3), failure: 'No.' }),
    ),
  ).toEqual([
    [undefined, '', 'past'],
    ['02', 'Stays', 'current'],
  ]);
});
