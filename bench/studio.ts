import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type CDPSession, type Page, type Route } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { uploadBook, writeWav } from './audio.ts';
import { signedIn } from './browser-cost.ts';
import { percentile } from './load.ts';
import { signIn, startLectern } from './server-process.ts';

/*
 * What the chapter studio costs a browser: a book of ten hours with 3,000 chapters and 20,000 texts is opened, zoomed, scrolled and played,
 * and a small one beside it as the baseline. What the server would answer is made here, so that only the browser is measured. Needs a build:
 *   node --conditions=source bench/studio.ts
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
const OPENINGS = 5;
const FRAMES = 90;
const HEADER = 64;
const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;
const words = 'the keeper wrote down every ship that passed below her window in the long grey morning'.split(
  ' ',
);

/** A file of peaks as the server makes it. */
function makePeaks(seconds: number): Buffer {
  const levels = [
    Buffer.from(
      Array.from({ length: seconds * 100 }, (_, at) => (at % 350 < 40 ? 4 : 60 + ((at * 37) % 180))),
    ),
  ];
  for (let last = levels[0]; last && last.length > 64 && levels.length < 12; last = levels.at(-1)) {
    const below = last;
    levels.push(
      Buffer.from(
        Array.from({ length: Math.ceil(below.length / 4) }, (_, at) =>
          Math.max(...below.subarray(at * 4, at * 4 + 4)),
        ),
      ),
    );
  }
  const head = Buffer.alloc(HEADER);
  head.write('LPK1');
  head.writeUInt32LE(levels.length, 4);
  levels.forEach(({ length }, at) => head.writeUInt32LE(length, 8 + at * 4));
  return Buffer.concat([head, ...levels]);
}

function makeInside(id: number, audioUrl: string, { seconds, chapters, texts }: Shape) {
  const each = texts / chapters;
  const length = seconds / chapters;
  let made = 0;
  const items = (chapter: number) => {
    const count = Math.round((chapter + 1) * each) - Math.round(chapter * each);
    return Array.from({ length: count }, (_, at) => {
      made += 1;
      const text = `${Array.from({ length: 24 }, (_word, place) => words[(made + place) % words.length]).join(' ')}.`;
      const start = chapter * length + (at * length) / count;
      const times = { start, end: start + (0.9 * length) / count, confidence: 0.9, state: 'aligned' };
      return {
        id: made,
        code: `T-${made}`,
        text,
        ...times,
        sentences: [{ from: 0, to: text.length, ...times }],
      };
    });
  };
  return {
    id,
    version: 1,
    updated_at: new Date().toISOString(),
    name: 'A long book',
    code: 'BK-000001',
    language: 3,
    audio_url: audioUrl,
    chapter_count: chapters,
    duration: seconds,
    reading_time: seconds,
    revision: 0,
    chapters: Array.from({ length: chapters }, (_, at) => ({
      id: at + 1,
      code: `CH-${at + 1}`,
      name: `Chapter ${at + 1}`,
      start: at * length,
      end: (at + 1) * length,
      audio_url: null,
      duration: Math.round(length),
      is_locked: false,
      name_by: null,
      times_by: null,
      sound_without_text: [],
      text_items: items(at),
    })),
  };
}

function makeScan(audioUrl: string, seconds: number) {
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
    speech_db: -20,
    peaks_url: '/media/bench.peak',
    faults: [],
    // A pause every three and a half seconds, as people speak.
    silences: Array.from({ length: Math.floor(seconds / 3.5) }, (_, at) => [at * 3.5, at * 3.5 + 0.4]).flat(),
    error: null,
  };
}

async function answerWith(page: Page, id: number, audioUrl: string, shape: Shape): Promise<void> {
  const json = (data: unknown) => {
    const body = JSON.stringify({ success: true, message: 'OK', data });
    return (route: Route) => route.fulfill({ contentType: 'application/json', body });
  };
  await page.route(/\/inside\?|\/inside$/, json(makeInside(id, audioUrl, shape)));
  await page.route(/\/inside\/draft/, json(null));
  await page.route(/\/scans/, json({ items: [makeScan(audioUrl, shape.seconds)] }));
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

/** Milliseconds between frames while something is done in each, and what the main thread works for one. */
async function frames(page: Page, session: CDPSession, act: string) {
  const before = await busyMs(session);
  const gaps = await page.evaluate(
    async ({ code, count }) => {
      const run = (globalThis as unknown as { acts: Record<string, (at: number) => void> }).acts[code];
      const found: number[] = [];
      let last = performance.now();
      for (let at = 0; at < count; at += 1) {
        run?.(at);
        await new Promise((next) => requestAnimationFrame(next));
        found.push(performance.now() - last);
        last = performance.now();
      }
      return found;
    },
    { code: act, count: FRAMES },
  );
  return { median: percentile(gaps, 0.5), work: ((await busyMs(session)) - before) / FRAMES };
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
        zooming: (at: number) => wheel({ deltaY: at % 60 < 40 ? -60 : 120 }),
        panning: () => wheel({ deltaX: 40 }),
        scrolling: (at: number) => {
          for (const list of lists()) list.scrollTop = at * 300;
        },
        playing: () => undefined,
      },
    });
  });
}

/** Milliseconds until the dialog with a book's chapters shows all of them, and how much sound it has asked for by then. */
async function openChapters(page: Page, origin: string, audioUrl: string, count: number) {
  await page.route(/\/api\/books\/1(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    const chapters = Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      code: `CH-${at + 1}`,
      name: `Chapter ${at + 1}`,
      duration: 90,
      track_url: `${audioUrl}#t=${at * 90},${(at + 1) * 90}`,
      text_items: [1, 2, 3].map((item) => ({
        id: at * 3 + item,
        code: `T-${at * 3 + item}`,
        text: `${words.join(' ')}. `.repeat(4).trim(),
      })),
    }));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, chapters } } });
  });
  await page.goto(`${origin}/books`);
  await page.locator('tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
  let sounds = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'media') sounds += 1;
  });
  const started = performance.now();
  await page.getByRole('button', { name: /^View chapters/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: `Chapter ${count}`, exact: true })
    .waitFor();
  return { ms: performance.now() - started, sounds };
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
const server = await startLectern({ DATA_DIR: join(root, 'data') });
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
  const audioUrl = await uploadBook(server.origin, await signIn(server.origin), join(root, 'a.wav'));
  const storageState = await signedIn(browser, server.origin);
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await answerWith(page, 1, audioUrl, shape);
    const [opened, worked]: [number[], number[]] = [[], []];
    // Within the application, as people come from the list; the first loads the code too.
    for (let turn = 0; turn <= OPENINGS; turn += 1) {
      await page.goto(`${server.origin}/books`);
      await page.locator('tbody tr').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      const before = await busyMs(session);
      const started = performance.now();
      await page.getByRole('menuitem', { name: 'Studio' }).click();
      await page.getByRole('textbox', { name: 'Name of chapter 1', exact: true }).waitFor();
      if (turn === 0) continue;
      opened.push(performance.now() - started);
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
        await page.getByRole('button', { name: 'Fit', exact: true }).click();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
      }
      const { median, work } = await frames(page, session, act);
      row[`${act}: frame ms`] = round(median, 1);
      row[`${act}: work ms`] = round(work, 1);
    }
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    row['heap MiB'] = round(usedSize / 1024 ** 2);
    row['load'] = round(loadavg()[0] ?? 0, 1);
    rows[name] = row;
    const { ms, sounds } = await openChapters(page, server.origin, audioUrl, Math.min(400, shape.chapters));
    row['chapters dialog ms'] = round(ms);
    row['sounds it loads'] = sounds;
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
