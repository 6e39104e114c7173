import { expect, it } from 'vitest';
import { handles, type LineMark } from '../model/marks-on-line.ts';
import { arrange } from '../model/timeline.ts';
import { likelyCuts, suggestCuts } from '../model/silences.ts';
import { loudnessOf, paintWave, RULER_HEIGHT } from './paint.ts';
import { fillColumns, levelFor, readPeaksHeader } from './peaks.ts';
import { columnsOf } from './use-peaks.ts';
import { endOf, fitView, panView, rulerTicks, viewOf, timeAt, zoomView } from './viewport.ts';

const file = {
  seconds: 10,
  silences: [],
  peaksUrl: undefined,
  loudness: undefined,
  error: undefined,
};
const hours = (count: number) => count * 3_600;

it('zooms from ten hours to a tenth of a second, and keeps the time under the pointer', () => {
  let view = fitView(hours(10), 1_000);
  expect(endOf(view)).toBe(hours(10));
  const under = timeAt(view, 400);
  for (let round = 0; round < 60; round += 1) view = zoomView(view, 0.7, 400);
  expect(view.perPixel * view.width).toBeCloseTo(0.1);
  expect(timeAt(view, 400)).toBeCloseTo(under, 6);
  for (let round = 0; round < 60; round += 1) view = zoomView(view, 1.5, 400);
  expect(view).toEqual(fitView(hours(10), 1_000));
  expect(panView(view, 5_000).from).toBe(0);
  expect(viewOf(view, { start: 100, end: 110 })).toMatchObject({ from: 99, perPixel: 0.012 });
});

it('has ticks at round times, with enough space for their labels', () => {
  for (const perPixel of [0.0001, 0.01, 0.5, 36]) {
    const { step, times } = rulerTicks({ from: 100, perPixel, width: 1_000, total: hours(10) });
    expect(step / perPixel).toBeGreaterThanOrEqual(84);
    expect(times.length).toBeGreaterThan(1);
    for (const time of times) expect(time / step).toBeCloseTo(Math.round(time / step), 6);
  }
});

it('shows the highest value of each pixel, from a coarser level if a finer one is not loaded', () => {
  const bytes = new ArrayBuffer(64);
  new Uint32Array(bytes).set([0x314b504c, 2, 800, 200]);
  const levels = readPeaksHeader(bytes) ?? [];
  expect(levels).toEqual([
    { rate: 100, length: 800, offset: 64 },
    { rate: 25, length: 200, offset: 864 },
  ]);
  expect(readPeaksHeader(new ArrayBuffer(64))).toBeUndefined();
  expect([0.001, 0.02, 0.04, 9].map((perPixel) => levelFor(levels, perPixel))).toEqual([0, 0, 1, 1]);
  const columns = new Float32Array(4);
  const read = (level: number, position: number) =>
    level === 0 ? (position < 400 ? position % 100 : undefined) : 255;
  fillColumns(columns, { levels, read, view: { from: 3, perPixel: 0.02 * 25 } });
  expect([...columns].map((value) => Math.round(value * 255))).toEqual([255, 255, 255, 255]);
  fillColumns(columns, { levels, read, view: { from: 3.5, perPixel: 0.25 / 8 } });
  expect([...columns].map((value) => Math.round(value * 255))).toEqual([53, 56, 59, 62]);
});

it('draws pauses, the selected chapter and marks at their positions, and nothing outside', () => {
  const rects: [string, number, number][] = [];
  const paper = {
    fillStyle: '',
    strokeStyle: '',
    font: '',
    lineWidth: 1,
    globalAlpha: 1,
    textBaseline: 'middle' as const,
    clearRect: () => undefined,
    fillText: () => undefined,
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => undefined,
    fillRect(x: number, y: number, width: number) {
      if (y >= RULER_HEIGHT) rects.push([this.fillStyle, x, width]);
    },
  };
  const colors = {
    wave: 'wave',
    quiet: 'quiet',
    silence: 'silence',
    line: 'line',
    text: 'text',
    chosen: 'chosen',
    mark: 'mark',
  };
  paintWave(
    paper,
    {
      view: { from: 10, perPixel: 0.1, width: 100, total: 60 },
      height: 100,
      columns: new Float32Array(100).fill(0.25),
      silences: [
        { start: 9, end: 12 },
        { start: 19, end: 30 },
      ],
      marks: [15],
      chosen: { start: 12, end: 14 },
      missingInText: [{ start: 40, end: 50 }],
      loudness: loudnessOf(new Float32Array(100).fill(0.25), 5),
    },
    colors,
  );
  const of = (ink: string) => rects.filter(([style]) => style === ink).map(([, x, width]) => [x, width]);
  expect(of('silence')).toEqual([
    [0, 20],
    [90, 10],
  ]);
  expect(of('chosen')).toEqual([[20, 20]]);
  expect(of('mark')).toEqual([[50, 1]]);
  expect(of('wave')).toHaveLength(100);
});

it('returns one handle for overlapping marks, preferring the selected one', () => {
  const marks = Array.from(
    { length: 3_000 },
    (_, index): LineMark => ({
      key: `c${index}`,
      edge: 'start',
      time: index * 12,
      name: '',
      isLocked: false,
      offset: 0,
    }),
  );
  const visibleHandles = handles(marks, {
    from: 0,
    perPixel: 36,
    width: 1_000,
    chosen: 'c1501',
    minDistancePx: 44,
  });
  expect(visibleHandles.length).toBeLessThanOrEqual(1_000 / 44 + 2);
  expect(visibleHandles.some(({ key }) => key === 'c1501')).toBe(true);
  // After scrolling, the marks that are still visible are the same.
  const movedMarks = handles(marks, {
    from: 3_600,
    perPixel: 36,
    width: 1_000,
    chosen: 'c1501',
    minDistancePx: 44,
  });
  const both = (list: readonly LineMark[]) =>
    list.filter(({ time }) => time > 5_000 && time < 35_000).map(({ key }) => key);
  expect(both(movedMarks)).toEqual(both(visibleHandles));
  // Marks that do not overlap are all returned.
  const [first, , third] = marks;
  const apart = [first, third].flatMap((mark) => mark ?? []);
  expect(
    handles(apart, { from: 0, perPixel: 1, width: 1_000, chosen: undefined, minDistancePx: 24 }),
  ).toEqual(apart);
  // At a common border the mark has the name of the chapter that starts.
  const adjoiningMarks = apart.flatMap((mark) => [
    { ...mark, key: `before ${mark.key}`, edge: 'end' as const },
    mark,
  ]);
  expect(
    handles(adjoiningMarks, { from: 0, perPixel: 1, width: 1_000, chosen: undefined, minDistancePx: 24 }),
  ).toEqual(apart);
});

it('suggests the longest pauses in order, at least a minute apart', () => {
  const silences = Array.from({ length: 100 }, (_, index) => ({
    start: index * 20,
    end: index * 20 + (index % 10 === 5 ? 2 : 0.5),
  }));
  const cuts = suggestCuts(silences, { seconds: 2_000, count: 5 });
  expect(cuts).toHaveLength(5);
  expect(cuts.every((cut, index) => index === 0 || cut - (cuts[index - 1] ?? 0) >= 60)).toBe(true);
  expect(cuts.every((cut) => (Math.round((cut - 1.85) / 20) - 5) % 10 === 0)).toBe(true);
  expect(likelyCuts(silences, 2_000)).toBe(10);
});

it('shows the start of the next chapter beside the end of the selected one', () => {
  const mark = (key: string, edge: LineMark['edge'], time: number, offset: number): LineMark => ({
    key,
    edge,
    time,
    name: key,
    isLocked: false,
    offset,
  });
  // Each chapter has its own file, so one ends where the next one starts.
  const marks = [mark('one', 'start', 0, 0), mark('one', 'end', 49, 0), mark('two', 'start', 49, 49)];
  const edges = (chosenChapter: string) =>
    handles(marks, { from: 0, perPixel: 0.1, width: 1_000, chosen: chosenChapter, minDistancePx: 24 }).map(
      ({ key, edge }) => `${key} ${edge}`,
    );
  expect(edges('one')).toEqual(['one start', 'one end', 'two start']);
  expect(edges('two')).toEqual(['one start', 'two start']);
});

it('draws nothing where the audio is not analysed yet', () => {
  const timeline = arrange([
    { ...file, file: 'one.mp3', isWaiting: true },
    { ...file, file: 'two.mp3', isWaiting: false },
  ]);
  const columns = columnsOf(new Map(), timeline, { from: 0, perPixel: 1, width: 20, total: 20 });
  expect(columns.slice(0, 10).every(Number.isNaN)).toBe(true);
  expect(columns.slice(10)).toEqual(new Float32Array(10));
  expect(loudnessOf(columns, 2).some(Number.isNaN)).toBe(false);
});
