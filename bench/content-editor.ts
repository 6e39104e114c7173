import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type CDPSession, type Locator, type Page, chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { uploadBook, writeWav } from './audio.ts';
import { signedIn } from './browser-cost.ts';
import { percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * Measures the cost of the content editor in a browser. A book of ten hours with 3,000 chapters and 20,000 text items is opened, zoomed,
 * scrolled and played. A small book is the baseline. The books are stored on a server; only their waveforms are generated here.
 * `--minutes N` continues to edit the large book for N minutes and prints the memory of the tab before and after. `--profile FILE`
 * writes a CPU profile of the browser for the large book. Requires a build:
 *   node bench/content-editor.ts [--minutes N] [--profile FILE]
 */

interface Shape {
  readonly seconds: number;
  readonly chapters: number;
  readonly texts: number;
}
const shapes: Readonly<Record<string, Shape>> = {
  'half an hour, 12 chapters, 120 texts': { seconds: 1_800, chapters: 12, texts: 120 },
  '10 hours, 3,000 chapters, 20,000 texts': { seconds: 36_000, chapters: 3_000, texts: 20_000 },
};
const large = Object.values(shapes).at(-1);
const { values } = parseArgs({ options: { minutes: { type: 'string' }, profile: { type: 'string' } } });
const commandOptions = { minutes: Number(values.minutes ?? 0), profile: values.profile };
const OPENINGS = 5;
const FRAMES = 90;
const FRAME_MARK = 'frame';
const TRACED = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];
const HEADER = 64;
const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;
const words = 'the keeper wrote down every ship that passed below her window in the long grey morning'.split(
  ' ',
);

/** Returns a peaks file in the format of the server. */
function makePeaks(seconds: number): Buffer {
  const levels = [
    Buffer.from(
      Array.from({ length: seconds * 100 }, (_, index) => (index % 350 < 40 ? 4 : 60 + ((index * 37) % 180))),
    ),
  ];
  for (let last = levels[0]; last && last.length > 64 && levels.length < 12; last = levels.at(-1)) {
    const below = last;
    levels.push(
      Buffer.from(
        Array.from({ length: Math.ceil(below.length / 4) }, (_, index) =>
          Math.max(...below.subarray(index * 4, index * 4 + 4)),
        ),
      ),
    );
  }
  const head = Buffer.alloc(HEADER);
  head.write('LPK1');
  head.writeUInt32LE(levels.length, 4);
  levels.forEach(({ length }, index) => head.writeUInt32LE(length, 8 + index * 4));
  return Buffer.concat([head, ...levels]);
}

function makeChapters({ seconds, chapters, texts }: Shape) {
  const length = seconds / chapters;
  const textsPerChapter = texts / chapters;
  let createdCount = 0;
  const items = (chapter: number) => {
    const count = Math.round((chapter + 1) * textsPerChapter) - Math.round(chapter * textsPerChapter);
    return Array.from({ length: count }, (_, index) => {
      createdCount += 1;
      const text = `${Array.from({ length: 24 }, (_word, wordIndex) => words[(createdCount + wordIndex) % words.length]).join(' ')}.`;
      const start = chapter * length + (index * length) / count;
      const times = { start, end: start + (0.9 * length) / count, confidence: 0.9, state: 'aligned' };
      return { text, ...times, sentences: [{ from: 0, to: text.length, ...times }] };
    });
  };
  return Array.from({ length: chapters }, (_, index) => ({
    name: `Chapter ${index + 1}`,
    start: index * length,
    end: (index + 1) * length,
    text_items: items(index),
  }));
}

/** Replaces the content of the only book with content of this shape. */
async function saveBookContent(origin: string, token: string, shape: Shape): Promise<void> {
  const response = await fetch(`${origin}/api/books/1/content`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ chapters: makeChapters(shape) }),
  });
  if (!response.ok) throw new Error(`The inside was not saved: ${response.status} ${await response.text()}`);
}

function makeAnalysis(audioUrl: string, seconds: number) {
  return {
    audio_url: audioUrl,
    state: 'done',
    seconds,
    sample_rate: 44_100,
    channels: 1,
    codec: 'AAC',
    lufs: -19,
    true_peak_db: -1,
    floor_db: -60,
    rms_db: -20,
    speech_db: -20,
    peaks_url: '/media/bench.peak',
    problems: [],
    // A pause every 3.5 seconds, as in speech.
    silences: Array.from({ length: Math.floor(seconds / 3.5) }, (_, index) => [
      index * 3.5,
      index * 3.5 + 0.4,
    ]).flat(),
    error: null,
  };
}

async function respondWith(page: Page, audioUrl: string, shape: Shape): Promise<void> {
  await page.route(/\/audio-analyses/, (route) =>
    route.fulfill({
      json: { success: true, message: 'OK', data: { items: [makeAnalysis(audioUrl, shape.seconds)] } },
    }),
  );
  const peaks = makePeaks(shape.seconds);
  await page.route('**/media/bench.peak', (route) => {
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
    const from = Number(first ?? 0);
    const body = peaks.subarray(from, Number(last ?? peaks.length - 1) + 1);
    const range = `bytes ${from}-${from + body.length - 1}/${peaks.length}`;
    return route.fulfill({
      status: 206,
      body,
      headers: { 'content-range': range, 'accept-ranges': 'bytes' },
    });
  });
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The timestamp in microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

/** Returns the main-thread time between frames in milliseconds. */
function workOfFrames(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const marks = traceEvents.filter(({ name }) => name === FRAME_MARK).toSorted((a, b) => a.ts - b.ts);
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === marks[0]?.pid && tid === marks[0].tid)
    .map(({ ts, dur = 0 }) => ({ from: ts, to: ts + dur }));
  return marks.slice(1).map(({ ts }, index) => {
    const startTime = marks[index]?.ts ?? ts;
    const within = tasks.map(({ from, to }) => Math.max(0, Math.min(to, ts) - Math.max(from, startTime)));
    return within.reduce((sum, value) => sum + value, 0) / 1_000;
  });
}

/** Runs an action in each of several frames. @returns the milliseconds between frames */
const actOn = (page: Page, act: string): Promise<number[]> =>
  page.evaluate(
    async ({ code, count, mark }) => {
      const run = (globalThis as unknown as { acts: Record<string, (index: number) => void> }).acts[code];
      const durations: number[] = [];
      let last = performance.now();
      for (let index = 0; index < count; index += 1) {
        run?.(index);
        await new Promise((next) => requestAnimationFrame(next));
        performance.mark(mark);
        durations.push(performance.now() - last);
        last = performance.now();
      }
      return durations;
    },
    { code: act, count: FRAMES, mark: FRAME_MARK },
  );

/** Measures the time between frames and the main-thread time for each frame during an action. */
async function frames(page: Page, act: string) {
  await page.context().browser()?.startTracing(page, { categories: TRACED });
  const gaps = await actOn(page, act);
  const work = workOfFrames((await page.context().browser()?.stopTracing()) ?? Buffer.from('{}'));
  return { median: percentile(gaps, 0.5), work: percentile(work, 0.5), most: percentile(work, 0.95) };
}

async function installActs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wave = () => document.querySelector('canvas[role=img]');
    const wheel = (options: WheelEventInit) =>
      wave()?.dispatchEvent(
        new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: 700, ...options }),
      );
    const lists = () => document.querySelectorAll('section[tabindex="0"]');
    Object.assign(globalThis, {
      acts: {
        zooming: (index: number) => wheel({ deltaY: index % 60 < 40 ? -60 : 120 }),
        panning: () => wheel({ deltaX: 40 }),
        scrolling: (index: number) => {
          for (const list of lists()) list.scrollTop = index * 300;
        },
        playing: () => undefined,
      },
    });
  });
}

/** Returns the memory of the tab after garbage collection. */
async function heldBy(session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (metricName: string) => metrics.find(({ name }) => name === metricName)?.value ?? 0;
  return {
    'heap MiB': round(usedSize / 1024 ** 2, 1),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/** Zooms, pans, scrolls, plays and selects fields for the given number of minutes. */
async function workOn(page: Page, minutes: number): Promise<void> {
  const until = Date.now() + minutes * 60_000;
  for (let iteration = 0; Date.now() < until; iteration += 1) {
    for (const act of ['zooming', 'panning', 'scrolling', 'playing']) await actOn(page, act);
    await page
      .locator('section[tabindex="0"] tbody input')
      .nth(iteration % 5)
      .focus();
    await page
      .getByRole('button', { name: iteration % 2 === 0 ? 'Zoom to fit' : 'Zoom in', exact: true })
      .click();
  }
}

async function beginProfile(session: CDPSession): Promise<void> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await session.send('Profiler.start');
}

async function writeProfile(session: CDPSession, path: string): Promise<void> {
  const { profile } = await session.send('Profiler.stop');
  await writeFile(path, JSON.stringify(profile));
}

/**
 * Returns the milliseconds from the click of a button to the first frame with an element, for each selector. The measurement runs in
 * the page, because the driver polls for elements every half second.
 */
const timeInPage = (button: Locator, selectors: readonly string[]): Promise<number[]> =>
  button.evaluate(
    (element, expectedText) =>
      new Promise<number[]>((resolve) => {
        const startedAt = performance.now();
        const durations: number[] = [];
        const checkFrame = () => {
          while (
            durations.length < expectedText.length &&
            document.querySelector(expectedText[durations.length] ?? '')
          ) {
            const slot = durations.push(Number.NaN) - 1;
            requestAnimationFrame(() =>
              setTimeout(() => {
                durations[slot] = performance.now() - startedAt;
                if (slot === expectedText.length - 1) resolve(durations);
              }),
            );
          }
          if (durations.length < expectedText.length) requestAnimationFrame(checkFrame);
        };
        (element as HTMLElement).click();
        checkFrame();
      }),
    selectors,
  );

/** Measures the milliseconds until the chapters dialog shows the first and all chapters, and counts its audio requests until then. */
async function openChapters(
  page: Page,
  { origin, audioUrl, count }: { readonly origin: string; readonly audioUrl: string; readonly count: number },
) {
  await page.route(/\/api\/books\/1(\?|$)/, async (route) => {
    const chapters = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      code: `CH-${index + 1}`,
      name: `Chapter ${index + 1}`,
      duration: 90,
      track_url: `${audioUrl}#t=${index * 90},${(index + 1) * 90}`,
      text_items: [1, 2, 3].map((item) => ({
        id: index * 3 + item,
        code: `T-${index * 3 + item}`,
        text: `${words.join(' ')}. `.repeat(4).trim(),
      })),
    }));
    await route.fulfill({
      json: {
        success: true,
        message: 'OK',
        data: { id: 1, name: 'A long book', code: 'BK-000001', chapters },
      },
    });
  });
  await page.goto(`${origin}/books`);
  await page.locator('tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
  let audios = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'media') audios += 1;
  });
  const dialog = await timeInPage(page.getByRole('button', { name: /^View chapters/ }), [
    '[role="dialog"] h3',
    `[role="dialog"] section:nth-of-type(${count}) h3`,
  ]);
  return { first: dialog[0] ?? Number.NaN, all: dialog[1] ?? Number.NaN, audios };
}

async function ownKib(): Promise<number> {
  const folder = join(import.meta.dirname, '..', 'dist', 'web', 'assets');
  const names = (await readdir(folder)).filter((name) => /^studio-.*\.js$/.test(name));
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(join(folder, name))).length),
  );
  return Math.max(0, ...sizes) / 1024;
}

const root = await mkdtemp(join(tmpdir(), 'lectern-bench-studio-'));
// The audio file is shorter than the duration of the chapters.
const server = await startLectern({ DATA_DIR: join(root, 'data'), JOBS: 'off' });
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: [
    ...browserFlags,
    '--autoplay-policy=no-user-gesture-required',
    '--mute-audio',
    '--js-flags=--expose-gc',
  ],
  env: { ...process.env, ...env },
});
try {
  await writeWav(join(root, 'a.wav'), 4 * 1024 ** 2);
  const token = await signIn(server.origin);
  const audioUrl = await uploadBook(server.origin, token, join(root, 'a.wav'));
  const storageState = await signedIn(browser, server.origin);
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    await saveBookContent(server.origin, token, shape);
    const isLarge = shape === large;
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await respondWith(page, audioUrl, shape);
    if (isLarge && commandOptions.profile) await beginProfile(session);
    const [opened, worked]: [number[], number[]] = [[], []];
    // Opens the editor from the list, as users do. The first opening also loads the code.
    for (let iteration = 0; iteration <= OPENINGS; iteration += 1) {
      await page.goto(`${server.origin}/books`);
      await page.locator('tbody tr').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click();
      const before = await busyMs(session);
      const [ms = Number.NaN] = await timeInPage(page.getByRole('menuitem', { name: 'Content editor' }), [
        'input[aria-label="Name of chapter 1"]',
      ]);
      if (iteration === 0) continue;
      opened.push(ms);
      worked.push((await busyMs(session)) - before);
    }
    await page.waitForLoadState('networkidle');
    await installActs(page);
    const row: Record<string, number> = {
      'opened ms': round(percentile(opened, 0.5)),
      'of that main thread ms': round(percentile(worked, 0.5)),
    };
    for (const act of ['zooming', 'panning', 'scrolling', 'playing']) {
      if (act === 'playing') {
        await page.getByRole('button', { name: 'Zoom to fit', exact: true }).click();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
      }
      const { median, work, most } = await frames(page, act);
      row[`${act}: frame ms`] = round(median, 1);
      row[`${act}: work ms`] = round(work, 1);
      row[`${act}: work ms, 95 %`] = round(most, 1);
    }
    if (isLarge && commandOptions.profile) await writeProfile(session, commandOptions.profile);
    const heap = await heldBy(session);
    row['heap MiB'] = heap['heap MiB'] ?? 0;
    if (isLarge && commandOptions.minutes > 0) {
      await workOn(page, commandOptions.minutes);
      console.table({ before: heap, [`after ${commandOptions.minutes} minutes`]: await heldBy(session) });
    }
    row['load'] = round(loadavg()[0] ?? 0, 1);
    rows[name] = row;
    const count = Math.min(400, shape.chapters);
    const { first, all, audios } = await openChapters(page, { origin: server.origin, audioUrl, count });
    row['chapters dialog ms'] = round(first);
    row['all of them ms'] = round(all);
    row['sounds it loads'] = audios;
    await context.close();
  }
  const names = Object.keys(Object.values(rows)[0] ?? {});
  console.table(
    names.map((figure) => ({
      figure,
      ...Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row[figure]])),
    })),
  );
  console.log(`The studio's own code: ${round(await ownKib(), 1)} KiB with gzip`);
} finally {
  await browser.close();
  await server.stop();
  await rm(root, { recursive: true, force: true });
}
