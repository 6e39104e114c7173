import { expect, test } from 'vitest';
import type { Release } from '#contract/releases/releases';
import { toICalendar } from './release-events.ts';

const now = Date.parse('2030-06-01T00:00:00.000Z');
const site = { name: 'Lectern: Releases', address: 'https://books.example.org' };

const releaseWith = (fields: Partial<Release>): Release => ({
  id: 7,
  name: 'Summer',
  note: '',
  colour: 'blue',
  status: 'draft',
  time_zone: 'Europe/Istanbul',
  publish_at: null,
  ends_at: null,
  published_at: null,
  rolled_back_at: null,
  failure: null,
  owner: null,
  change_count: 1,
  entry_id: null,
  version: 3,
  created_at: '2030-05-01T10:00:00.000Z',
  updated_at: '2030-05-02T10:00:00.000Z',
  ...fields,
});
const linesOf = (...releases: Release[]) => toICalendar(releases, site, now).split('\r\n');
const valuesOf = (name: string, ...releases: Release[]) =>
  linesOf(...releases).flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1) : []));

test('is an iCalendar file with UTC times and a stable identity', () => {
  const text = toICalendar(
    [releaseWith({ status: 'scheduled', publish_at: '2030-07-01T06:00:00.000Z', note: 'For all.' })],
    site,
    now,
  );
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Releases//EN',
    'NAME:Lectern: Releases',
    'X-WR-CALNAME:Lectern: Releases',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:release-7-1903860000000-publish@lectern',
    'SEQUENCE:3',
    'DTSTAMP:20300502T100000Z',
    'DTSTART:20300701T060000Z',
    'SUMMARY:Summer: Scheduled',
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:For all.',
    'URL;VALUE=URI:https://books.example.org/releases/7',
    'STATUS:TENTATIVE',
    'CREATED:20300501T100000Z',
    'LAST-MODIFIED:20300502T100000Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

const publish_at = '2030-07-01T06:00:00.000Z';
const ends_at = '2030-07-08T06:00:00.000Z';
const published_at = '2030-05-10T06:00:00.000Z';
const rolled_back_at = '2030-05-11T06:00:00.000Z';

test.each<[string, Partial<Release>, string[], string[]]>([
  ['a draft', {}, [], []],
  [
    'a scheduled release',
    { status: 'scheduled', publish_at, ends_at },
    ['Summer: Scheduled', 'Summer: Ends'],
    ['TENTATIVE', 'TENTATIVE'],
  ],
  [
    'a failed release',
    { status: 'failed', publish_at, ends_at },
    ['Summer: Failed', 'Summer: Ends'],
    ['CANCELLED', 'CANCELLED'],
  ],
  [
    'a published release',
    { status: 'published', publish_at, published_at, ends_at },
    ['Summer: Published', 'Summer: Ends'],
    ['CONFIRMED', 'TENTATIVE'],
  ],
  [
    'a release that was rolled back',
    { status: 'rolled_back', published_at, ends_at, rolled_back_at },
    ['Summer: Published', 'Summer: Rolled back'],
    ['CONFIRMED', 'CONFIRMED'],
  ],
  [
    'a release of two years ago',
    { status: 'rolled_back', published_at: '2028-05-10T06:00:00.000Z', rolled_back_at },
    ['Summer: Rolled back'],
    ['CONFIRMED'],
  ],
])('contains the events of %s', (_what, fields, summaries, statuses) => {
  expect(valuesOf('SUMMARY', releaseWith(fields))).toEqual(summaries);
  expect(valuesOf('STATUS', releaseWith(fields))).toEqual(statuses);
});

test('retains the identity of an event when its release is moved, renamed and published', () => {
  const uids = [
    releaseWith({ status: 'scheduled', publish_at }),
    releaseWith({ status: 'scheduled', publish_at: ends_at, name: 'Late summer', version: 9 }),
    releaseWith({ status: 'published', published_at }),
  ].flatMap((release) => valuesOf('UID', release));
  expect(new Set(uids).size).toBe(1);
  const several = [
    releaseWith({ status: 'scheduled', publish_at, ends_at }),
    releaseWith({ id: 8, status: 'scheduled', publish_at }),
  ];
  expect(new Set(valuesOf('UID', ...several)).size).toBe(3);
});

test('escapes texts, and folds lines at 75 octets between characters', () => {
  const name = `A, b; c \\ ${'漢字🎉'.repeat(12)}`;
  const note = 'One\r\nTwo\u0000\rBEGIN:VEVENT\nEND:VCALENDAR';
  const lines = linesOf(releaseWith({ status: 'scheduled', publish_at, name, note }));
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const text = lines.join('\r\n');
  expect(text.replaceAll('\r\n ', '')).toContain(
    `SUMMARY:A\\, b\\; c \\\\ ${'漢字🎉'.repeat(12)}: Scheduled`,
  );
  expect(text.replaceAll('\r\n ', '')).toContain('DESCRIPTION:One\\nTwoBEGIN:VEVENT\\nEND:VCALENDAR\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(text).not.toContain('�');
});
