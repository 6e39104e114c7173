import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Importer, type FileToUpload, openImporter, sendChunk } from './import-client.ts';
import { importRealFiles } from './import-real.ts';
import { makeMp3Of, makeText, writeM4b, writeTones } from './import-inputs.ts';
import { measureListWaits } from './list-waits.ts';
import { percentile } from './load.ts';
import { type ServerProcess, childrenOf, signIn, startLectern, startProcess } from './server-process.ts';

/*
 * Measures imports: the time until proposals are ready, the cost of audio analysis and uploads, and the effect on other requests. Each
 * value is compared with a baseline of the same run. Requires a build:
 *   node bench/import.ts [proposals] [upload] [audio-analysis] [latency] [bulk] [large] [tools] [real]
 */

/** The path in the Debian package. */
const EPUBCHECK = '/usr/share/java/epubcheck.jar';
const MEBIBYTE = 1024 ** 2;
const selectedNames = new Set(process.argv.slice(2));
const isWanted = (name: string) => selectedNames.size === 0 || selectedNames.has(name);
const round = (value: number, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;
const print = (rows: readonly object[]) =>
  console.table(rows.map((row) => ({ ...row, load: round(loadavg()[0] ?? 0, 1) })));

/** Disables FFmpeg, because only the built-in decoders are measured. */
const withoutFfmpeg = { FFMPEG_PATH: '/nowhere/ffmpeg' };

async function withServer<Result>(
  root: string,
  work: (server: ServerProcess, importer: Importer, token: string) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  const folder = await mkdtemp(join(root, 'server-'));
  const server = await startLectern({ DATA_DIR: folder, ...withoutFfmpeg, ...env });
  try {
    const token = await signIn(server.origin);
    return await work(server, openImporter(server.origin, token), token);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the minimum work: reads, hashes and copies the same bytes. @returns milliseconds */
async function bareMs(root: string, files: readonly FileToUpload[]): Promise<number> {
  const startedAt = performance.now();
  for (const { bytes } of files) {
    const copy = join(root, 'bare');
    if (typeof bytes === 'string') {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(bytes)) hash.update(chunk as Buffer);
      await copyFile(bytes, copy);
    } else {
      createHash('sha256').update(bytes).digest();
      await writeFile(copy, bytes);
    }
  }
  return performance.now() - startedAt;
}

async function measureProposals(root: string) {
  const m4b = join(root, 'ten-hours.m4b');
  const size = await writeM4b(m4b, { title: 'Ten hours', seconds: 36_000, chapters: 60 });
  const mp3 = await makeMp3Of(120);
  const inputs: [string, number, FileToUpload[]][] = [
    [
      `M4B of 10 hours, 60 chapters, ${round(size / MEBIBYTE, 0)} MiB`,
      2_000,
      [{ path: 'ten.m4b', bytes: m4b }],
    ],
    [
      'EPUB of 1 MB of text',
      1_000,
      [{ path: 'a.epub', bytes: await makeText('Text', { chapters: 30, passages: 80, characters: 430 }) }],
    ],
    [
      '100 MP3s of 2 minutes',
      3_000,
      Array.from({ length: 100 }, (_, index) => ({ path: `Book/${index + 1}.mp3`, bytes: mp3 })),
    ],
  ];
  await withServer(root, async (server, importer) => {
    const rows = [];
    for (const [what, limit, files] of inputs) {
      const { id, lastByteAt } = await importer.uploadBatch(files);
      const before = server.cpuMs();
      const [, { cpuMs }] = await watchChildren(server, () => importer.ready(id));
      const ms = performance.now() - lastByteAt;
      const serverMs = server.cpuMs() - before;
      rows.push({
        proposal: what,
        'ms after the last byte': round(ms, 0),
        'at most': limit,
        'CPU of the server': round(serverMs, 0),
        'of its children, scans too': round(cpuMs, 0),
        'read, hashed, copied': round(await bareMs(root, files), 0),
      });
    }
    print(rows);
  });
}

/** Returns the peak memory increase of a server during `work`. */
async function rssAdded(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  await pause(1_000);
  const before = server.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, server.rss())), 20);
  try {
    await work();
    await pause(2_000);
  } finally {
    clearInterval(timer);
  }
  return peak - before;
}

/** Measures time and memory of an upload in parts, and of a route that writes the same bytes to disk. */
async function measureUpload(root: string) {
  const size = 1024 * MEBIBYTE;
  const path = join(root, 'long.m4b');
  await writeM4b(path, { title: 'Long', seconds: 1, chapters: 0 });
  const file = await readFile(path);
  const handle = await open(path, 'a');
  // Players skip a `free` box, so the result is a valid audio file.
  const box = Buffer.from('....free');
  box.writeUInt32BE(size - file.length);
  await handle.write(box);
  for (let remainingBytes = size - file.length - box.length; remainingBytes > 0; remainingBytes -= MEBIBYTE)
    await handle.write(Buffer.alloc(Math.min(remainingBytes, MEBIBYTE), 7));
  await handle.close();
  const bare = await startProcess(['bench/bare-upload.ts'], { FOLDER: root }, '/ready');
  await withServer(
    root,
    async (server, importer) => {
      const speeds: number[] = [];
      const bareSpeeds: number[] = [];
      let addedCount = 0;
      let addedByOne = 0;
      const small = await importer.begin('small.bin', 20 * MEBIBYTE);
      await importer.upload(small, Buffer.alloc(20 * MEBIBYTE));
      for (let iteration = 0; iteration < 2; iteration += 1) {
        const id = await importer.begin('long.m4b', size);
        let seconds = 0;
        const upload = async () => {
          const startedAt = performance.now();
          await importer.upload(id, path);
          seconds = (performance.now() - startedAt) / 1000;
        };
        addedCount = Math.max(addedCount, await rssAdded(server, upload));
        speeds.push(size / 1e6 / seconds);
        const bareStarted = performance.now();
        for await (const chunk of createReadStream(path, { highWaterMark: 8 * MEBIBYTE }))
          await sendChunk(`${bare.origin}/upload`, chunk as Buffer, {
            'content-type': 'application/octet-stream',
          });
        bareSpeeds.push(size / 1e6 / ((performance.now() - bareStarted) / 1000));
        const inOne = () => importer.createWithAudio(`In one request ${iteration}`, path);
        addedByOne = Math.max(addedByOne, await rssAdded(server, inOne));
      }
      const [ours, theirs] = [percentile(speeds, 0.5), percentile(bareSpeeds, 0.5)];
      print([
        {
          upload: '1 GiB in parts of 8 MiB',
          'MB a second': round(ours, 0),
          'bare route': round(theirs, 0),
          ratio: round(ours / theirs),
          'at least': 0.6,
          'RSS added, MiB': round(addedCount / MEBIBYTE, 0),
          'in one request': round(addedByOne / MEBIBYTE, 0),
          'at most': 64,
        },
      ]);
    },
    { UPLOAD_QUOTA_BYTES: String(50 * 1024 * MEBIBYTE) },
  );
  await bare.stop();
}

interface AnalysisCost {
  readonly cpuMs: number;
  readonly rss: number;
}

/** Measures the CPU time and the peak memory of the child processes of a server during `work`. */
async function watchChildren<Result>(
  server: ServerProcess,
  work: () => Promise<Result>,
): Promise<[Result, AnalysisCost]> {
  const cpu = new Map<number, number>();
  // The CPU time of earlier work of a reused child is subtracted.
  const earlier = new Map(childrenOf(server.pid).map(({ pid, cpuMs }) => [pid, cpuMs]));
  let rss = 0;
  const timer = setInterval(() => {
    for (const { pid, cpuMs, rss: bytes } of childrenOf(server.pid)) {
      cpu.set(pid, cpuMs - (earlier.get(pid) ?? 0));
      rss = Math.max(rss, bytes);
    }
  }, 50);
  const result = await work();
  clearInterval(timer);
  return [result, { rss, cpuMs: [...cpu.values()].reduce((sum, ms) => sum + ms, 0) }];
}

async function hasAnalysis(importer: Importer): Promise<void> {
  for (;;) {
    const { objects } = await importer.call<{ objects: { total: number } }>(
      '/api/jobs?kind=audio-analysis&state=queued,running&all=true',
    );
    if (objects.total === 0) return;
    await pause(200);
  }
}

const RETENTION_MS = 6_000;
/** Durations in minutes. The cost of ten hours is computed from the difference, which excludes the start of processes. */
const SCANNED = { little: 0.1, much: 4 };

async function measureAnalysis(root: string) {
  const m4b = async (minutes: number) => {
    const path = join(root, `scan-${minutes}.m4b`);
    await writeM4b(path, { title: 'Listening', seconds: minutes * 60, chapters: 0 });
    return path;
  };
  const wav = async (minutes: number) => {
    const path = join(root, `scan-${minutes}.wav`);
    await writeTones(path, minutes * 60, 0.5);
    return path;
  };
  const kinds: [string, number | string, (minutes: number) => Promise<Buffer | string>][] = [
    ['MP3', 2, (minutes) => makeMp3Of(minutes * 60)],
    ['M4B', 8.3, m4b],
    ['WAV', '-', wav],
  ];
  await withServer(root, async (server, importer) => {
    for (const [kind, limit, make] of kinds) {
      const costs: AnalysisCost[] = [];
      for (const minutes of [SCANNED.little, SCANNED.much]) {
        const bytes = await make(minutes);
        // Idle children end within this time, so each duration has new ones.
        await pause(RETENTION_MS);
        const [, cost] = await watchChildren(server, async () => {
          const { id } = await importer.uploadBatch([{ path: `${minutes}.${kind}`, bytes }]);
          await importer.ready(id);
          await hasAnalysis(importer);
        });
        costs.push(cost);
      }
      const [little, much] = costs;
      const cpuMs = (much?.cpuMs ?? 0) - (little?.cpuMs ?? 0);
      print([
        {
          'listening to': kind,
          'CPU minutes for 10 hours': round((cpuMs / 60_000) * (600 / (SCANNED.much - SCANNED.little)), 1),
          'at most': limit,
          'RSS, MiB': round((much?.rss ?? 0) / MEBIBYTE, 0),
          'RSS at most': 400,
        },
      ]);
    }
  });
}

async function measureLatency(root: string) {
  const m4b = join(root, 'others.m4b');
  await writeM4b(m4b, { title: 'Others', seconds: 3_600, chapters: 12 });
  const big = Buffer.alloc(256 * MEBIBYTE, 3);
  await withServer(
    root,
    async (server, importer, token) => {
      const timeWork = async (work: () => Promise<unknown>) => {
        const end = await measureListWaits(server.origin, token);
        await work();
        return end();
      };
      await timeWork(() => pause(2_000));
      const idle = await timeWork(() => pause(8_000));
      const { id } = await importer.uploadBatch([{ path: 'others.m4b', bytes: m4b }]);
      await importer.ready(id);
      const busy = await timeWork(async () => {
        const upload = await importer.begin('big.bin', big.length);
        await Promise.race([
          Promise.all([importer.upload(upload, big), pause(8_000)]),
          hasAnalysis(importer),
        ]);
      });
      const [before, during] = [percentile(idle, 0.99), percentile(busy, 0.99)];
      print([
        {
          list: 'p99 ms while a scan and an upload run',
          idle: round(before, 1),
          busy: round(during, 1),
          ratio: round(during / before),
          'at most': 1.5,
          'median idle': round(percentile(idle, 0.5), 1),
          'median busy': round(percentile(busy, 0.5), 1),
          requests: busy.length,
        },
      ]);
    },
    { DEMO: '1' },
  );
}

/** Measures large import batches and the longest response time of concurrent requests. */
async function measureBatches(
  root: string,
  batches: readonly [string, readonly FileToUpload[]][],
  acceptAll: boolean,
) {
  await withServer(root, async (server, importer, token) => {
    for (const [what, files] of batches) {
      const end = await measureListWaits(server.origin, token);
      const { id, lastByteAt } = await importer.uploadBatch(files);
      const { proposals, failed } = await importer.ready(id);
      const readMs = performance.now() - lastByteAt;
      const startedAt = performance.now();
      let acceptedCount = 0;
      for (let remainingCount = acceptAll ? 1 : 0; remainingCount > 0; ) {
        const step = await importer.call<{ accepted: number; remaining: number; failed: unknown[] }>(
          '/api/imports/accept-ready',
          { batch_id: id },
        );
        acceptedCount += step.accepted;
        remainingCount = step.accepted > 0 ? step.remaining : 0;
      }
      if (!acceptAll) {
        await importer.call(`/api/imports/${id}/accept`, {});
        acceptedCount = 1;
      }
      const acceptMs = performance.now() - startedAt;
      const times = await end();
      print([
        {
          uploadBatch: what,
          'read, s': round(readMs / 1000, 1),
          proposals,
          failed: failed[0] ?? '-',
          accepted: acceptedCount,
          'accepted, s': round(acceptMs / 1000, 1),
          'list p99 ms': round(percentile(times, 0.99), 0),
          'longest list ms': round(Math.max(...times), 0),
        },
      ]);
    }
  });
}

async function measureBulk(root: string) {
  const epubs = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => ({
      path: `Texts/book ${index + 1}.epub`,
      bytes: await makeText(`Book number ${index + 1}`, { chapters: 12, passages: 20, characters: 300 }),
    })),
  );
  const m4bs: FileToUpload[] = [];
  for (let index = 1; index <= 50; index += 1) {
    const path = join(root, `bulk-${index}.m4b`);
    await writeM4b(path, { title: `Heard ${index}`, seconds: 600 + index, chapters: 10 });
    m4bs.push({ path: `Sounds/heard ${index}.m4b`, bytes: path });
  }
  await measureBatches(
    root,
    [
      ['200 EPUBs', epubs],
      ['50 M4Bs', m4bs],
    ],
    true,
  );
}

async function measureLarge(root: string) {
  const mp3 = await makeMp3Of(4);
  const text = await makeText('Large', { chapters: 3_000, passages: 32, characters: 60 });
  // With the EPUB, the batch has the maximum number of files.
  const files = Array.from({ length: 1_999 }, (_, index) => ({ path: `Many/${index + 1}.mp3`, bytes: mp3 }));
  const batches: [string, FileToUpload[]][] = [
    ['3,000 chapters, 99,000 texts', [{ path: 'large.epub', bytes: text }]],
    ['1,999 MP3s with such a text', [...files, { path: 'Many/large.epub', bytes: text }]],
  ];
  await measureBatches(root, batches, false);
}

/** Runs other programs on the same files. Programs that are not installed are skipped with a message. */
async function compareTools(root: string) {
  await withServer(root, async (server, importer, token) => {
    const isThere = (name: string, flag: string) => spawnSync(name, [flag]).status === 0;
    const exportBook = async (id: number, as: string) => {
      const response = await fetch(`${server.origin}/api/books/${id}/export?as=${as}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return Buffer.from(await response.arrayBuffer());
    };
    if (isThere('java', '-version') && existsSync(EPUBCHECK)) {
      const cover = await readFile(join(import.meta.dirname, '..', 'docs', 'cover.png')).catch(
        () => undefined,
      );
      const { id } = await importer.uploadBatch([
        {
          path: 'a/a.epub',
          bytes: await makeText('Fish & <Chips>', { chapters: 5, passages: 9, characters: 90 }),
        },
        ...(cover ? [{ path: 'a/cover.png', bytes: cover }] : []),
      ]);
      await importer.ready(id);
      const book = await importer.call<{ id: number }>(`/api/imports/${id}/accept`, {});
      const path = join(root, 'checked.epub');
      await writeFile(path, await exportBook(book.id, 'epub'));
      const { status, stdout, stderr } = spawnSync('java', ['-jar', EPUBCHECK, path], { encoding: 'utf8' });
      console.log(`epubcheck: ${status === 0 ? 'valid' : `${stdout}${stderr}`}`);
      if (status !== 0) process.exitCode = 1;
    } else console.log('epubcheck is not installed, so no EPUB was checked');

    if (isThere('ffmpeg', '-version')) {
      for (const level of [0.9, 0.1]) {
        const path = join(root, 'loud.wav');
        await writeTones(path, 60, level);
        const { id } = await importer.uploadBatch([{ path: `loud-${level}.wav`, bytes: path }]);
        const { failed } = await importer.ready(id);
        if (failed[0] !== undefined) throw new Error(failed[0]);
        const book = await importer.call<{ id: number }>(`/api/imports/${id}/accept`, {});
        await hasAnalysis(importer);
        const { items } = await importer.call<{ items: { lufs: number; true_peak_db: number }[] }>(
          `/api/books/${book.id}/audio-analyses`,
        );
        const args = ['-nostdin', '-hide_banner', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'];
        const output = spawnSync('ffmpeg', args, { encoding: 'utf8' }).stderr;
        const summary = output.slice(output.lastIndexOf('Summary:'));
        const [lufs, peak] = [/I:\s+(-?[\d.]+) LUFS/, /Peak:\s+(-?[\d.]+) dBFS/].map((number) =>
          Number(number.exec(summary)?.[1]),
        );
        const ours = items[0];
        const isSame =
          Math.abs((ours?.lufs ?? 0) - (lufs ?? 0)) <= 0.1 &&
          Math.abs((ours?.true_peak_db ?? 0) - (peak ?? 0)) <= 0.2;
        print([
          {
            'integrated LUFS': ours?.lufs,
            ebur128: lufs,
            'true peak dBTP': ours?.true_peak_db,
            'ebur128 peak': peak,
          },
        ]);
        if (!isSame) process.exitCode = 1;
      }
    } else console.log('ffmpeg is not installed, so no loudness was compared');
  });
}

/** Imports EPUBs and audio files of Debian packages, or the files in the folder `REAL_FILES`. */
async function readRealFiles(root: string) {
  await withServer(root, async (_server, importer) => {
    const { rows, failed } = await importRealFiles(importer, process.env['REAL_FILES'] ?? '/usr/share');
    if (rows.length > 0) print(rows);
    if (failed > 0) process.exitCode = 1;
  });
}

const root = await mkdtemp(join(tmpdir(), 'lectern-import-bench-'));
try {
  if (isWanted('proposals')) await measureProposals(root);
  if (isWanted('upload')) await measureUpload(root);
  if (isWanted('audio-analysis')) await measureAnalysis(root);
  if (isWanted('latency')) await measureLatency(root);
  if (isWanted('bulk')) await measureBulk(root);
  if (isWanted('large')) await measureLarge(root);
  if (isWanted('tools')) await compareTools(root);
  if (isWanted('real')) await readRealFiles(root);
} finally {
  await rm(root, { recursive: true, force: true });
}
