import { expect, it } from 'vitest';
import { listFormats, readChapterList, writeChapterList } from './chapter-list.ts';

const timedTitles = [
  { title: 'Dawn; "early" = 4', start: 0 },
  { title: 'Noon', start: 751.25 },
  { title: 'Dusk #2', start: 3_725 },
];

it.each([
  ['titles', 'Dawn\n\n  Noon \n', [undefined, undefined], ['Dawn', 'Noon']],
  ['numbered titles', '1. Dawn\n2. Noon', [undefined, undefined], ['Dawn', 'Noon']],
  ['a number that is a title', '1984\nNoon', [undefined, undefined], ['1984', 'Noon']],
  ['times first, in any order', '00:12:31 Noon\n[0:00] - Dawn', [0, 751], ['Dawn', 'Noon']],
  ['times last', 'Dawn 0:00\nNoon (1:02:05.5)', [0, 3725.5], ['Dawn', 'Noon']],
  [
    'a cue sheet',
    'TITLE "Book"\nFILE "a.mp3" MP3\n TRACK 01 AUDIO\n  TITLE "Dawn"\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  TITLE "Noon"\n  INDEX 00 09:00:00\n  INDEX 01 12:31:37',
    [0, 751 + 37 / 75],
    ['Dawn', 'Noon'],
  ],
  ['a JSON list of titles', '["Dawn", "Noon"]', [undefined, undefined], ['Dawn', 'Noon']],
  [
    'JSON of ffprobe',
    '{"chapters":[{"start_time":"0.000","tags":{"title":"Dawn"}},{"start_time":"751.5","tags":{"title":"Noon"}}]}',
    [0, 751.5],
    ['Dawn', 'Noon'],
  ],
  [
    'JSON in milliseconds',
    '[{"name":"Dawn","start_offset_ms":0},{"name":"Noon","start_offset_ms":1500}]',
    [0, 1.5],
    ['Dawn', 'Noon'],
  ],
])('parses %s', (_, text, starts, titles) => {
  const chapters = readChapterList(text);
  expect(chapters.map(({ title }) => title)).toEqual(titles);
  expect(chapters.map(({ start }) => start)).toEqual(starts);
});

it.each(listFormats)('parses its own output: %s', (format) => {
  const chapters = timedTitles.map((title, index) => ({
    ...title,
    code: `CH-${index}`,
    end: timedTitles[index + 1]?.start ?? 4_000,
  }));
  const parsedChapters = readChapterList(
    writeChapterList(format, { chapters, bookName: 'A book', fileName: 'a.mp3' }),
  );
  const titles = timedTitles.map(({ title }) => (format === 'cue' ? title.replaceAll('"', "'") : title));
  expect(parsedChapters.map(({ title }) => title)).toEqual(titles);
  if (format === 'titles') return;
  parsedChapters.forEach(({ start }, index) => expect(start).toBeCloseTo(timedTitles[index]?.start ?? -1, 1));
});
