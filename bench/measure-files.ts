import { mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Ranged, readRanges, startNginx, uploadBook, writeWav } from './audio.ts';
import { load, openClient, percentile, round } from './load.ts';
import { type ServerProcess, startSignedIn } from './server-process.ts';

const MEBIBYTE = 1024 ** 2;
/** The number of short runs, alternating with a baseline. The median is used. */
const ROUNDS = 3;
/** The duration of range requests before the measurement. */
const WARM_UP_SECONDS = 20;

export interface FileOptions {
  /** The size of the uploaded file in bytes. */
  readonly size: number;
  readonly seconds: number;
  readonly hasRanges: boolean;
}

/** Measures the memory of a large upload, other requests during it, and range requests of its file. */
export async function measureUpload(root: string, { size, seconds, hasRanges }: FileOptions) {
  const folder = await mkdtemp(join(root, 'upload-'));
  const path = join(folder, 'long.wav');
  await writeWav(path, size);
  const { server, token } = await startSignedIn({ env: { DATA_DIR: folder } });
  const client = openClient(server.origin, token);
  // The baseline is the same request with a small file, because loading and startup do not depend on the size.
  const idle = server.rss();
  const small = join(folder, 'short.wav');
  await writeWav(small, MEBIBYTE);
  await uploadBook(server.origin, token, small);
  const before = server.rss();
  let peak = before;
  const over = new AbortController();
  const times: number[] = [];
  const watch = async () => {
    while (!over.signal.aborted) {
      times.push((await client.send({ path: '/api/user/me' })).ms);
      peak = Math.max(peak, server.rss());
      await pause(10);
    }
  };
  const watchLoop = watch();
  const startedAt = performance.now();
  const audioUrl = await uploadBook(server.origin, token, path);
  const elapsedMs = performance.now() - startedAt;
  over.abort();
  await watchLoop;
  client.close();
  const upload = {
    mebibytes: size / MEBIBYTE,
    seconds: round(elapsedMs / 1000, 1),
    'RSS added by 1 MiB': round((before - idle) / MEBIBYTE, 1),
    'RSS added by the rest': round((peak - before) / MEBIBYTE, 1),
    othersP99Ms: round(percentile(times, 0.99), 1),
  };
  const ranges = hasRanges ? await measureRanges(server, { folder, audioUrl, size, seconds }) : undefined;
  await server.stop();
  return { upload, ranges };
}

async function measureRanges(
  server: ServerProcess,
  {
    folder,
    audioUrl,
    size,
    seconds,
  }: { readonly folder: string; readonly audioUrl: string; readonly size: number; readonly seconds: number },
) {
  const nginx = await startNginx(folder);
  if (!nginx) return { note: 'nginx is not installed, so ranged reads have no baseline' };
  const key = audioUrl.replace('/media/', '');
  await symlink(join(folder, 'blobs', key.slice(0, 2), key), join(folder, 'www', key));
  const readOurs = (duration: number) =>
    readRanges(`${server.origin}${audioUrl}`, { size, seconds: duration, cpuMs: server.cpuMs });
  const ours: Ranged[] = [];
  const baseline: Ranged[] = [];
  // Warms up the code. Compilation would otherwise dominate the cost.
  await readOurs(WARM_UP_SECONDS);
  for (let iteration = 0; iteration < ROUNDS; iteration += 1) {
    ours.push(await readOurs(seconds / ROUNDS));
    const request = { size, seconds: seconds / ROUNDS, cpuMs: nginx.cpuMs };
    baseline.push(await readRanges(`${nginx.origin}/${key}`, request));
  }
  await nginx.stop();
  const median = (items: readonly Ranged[], what: keyof Ranged) =>
    round(
      percentile(
        items.map((item) => item[what]),
        0.5,
      ),
    );
  return {
    'CPU s a GB': median(ours, 'cpuSecondsPerGb'),
    'nginx CPU s a GB': median(baseline, 'cpuSecondsPerGb'),
    'MB a second': median(ours, 'megabytesPerSecond'),
    'nginx MB a second': median(baseline, 'megabytesPerSecond'),
    load: load(),
  };
}
