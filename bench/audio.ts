import { spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, get } from 'node:http';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';
import { makeWav } from '#server/testing/media-files';
import { sumCpuMs } from './server-process.ts';

/** The samples per second of the WAV file. */
const RATE = 16_000;

/** Writes a WAV file of silence in chunks. @param bytes the approximate size */
export async function writeWav(path: string, bytes: number): Promise<void> {
  const data = bytes - 44;
  const header = makeWav(0, RATE);
  header.writeUInt32LE(36 + data, 4);
  header.writeUInt32LE(data, 40);
  const handle = await open(path, 'w');
  const piece = Buffer.alloc(1024 * 1024);
  try {
    await handle.write(header);
    for (let remainingBytes = data; remainingBytes > 0; remainingBytes -= piece.length)
      await handle.write(piece, 0, Math.min(piece.length, remainingBytes));
  } finally {
    await handle.close();
  }
}

/** Sends a book with an audio file as one streamed multipart request. */
export async function uploadBook(origin: string, token: string, path: string): Promise<string> {
  const form = new FormData();
  form.set('name', 'An upload');
  form.set('audio', await openAsBlob(path), basename(path));
  const response = await fetch(`${origin}/api/books/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { message, data } = (await response.json()) as {
    message: string;
    data: { audio_url: string } | null;
  };
  if (!data) throw new Error(message);
  return data.audio_url;
}

export interface FileServer {
  readonly origin: string;
  /** Returns the CPU time of all processes in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Starts nginx as the baseline of range requests. @returns undefined when nginx is not installed */
export async function startNginx(folder: string): Promise<FileServer | undefined> {
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'www'), { recursive: true });
  await writeFile(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http { access_log off; sendfile on; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
server { listen 127.0.0.1:${port}; root ${folder}/www; } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'nginx.log')], { stdio: 'ignore' });
  const spawnError = new Promise<boolean>((resolve) => child.once('error', () => resolve(true)));
  const origin = `http://127.0.0.1:${port}`;
  const isUp = (async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const response = await fetch(origin).catch(() => undefined);
      if (response) return false;
      await pause(50);
    }
    return true;
  })();
  if (await Promise.race([spawnError, isUp])) return undefined;
  return {
    origin,
    cpuMs: () => sumCpuMs((process) => process.parent === child.pid || process.id === child.pid),
    stop: async () => {
      const processExit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await processExit;
    },
  };
}

export interface Ranged {
  readonly megabytesPerSecond: number;
  readonly cpuSecondsPerGb: number;
}

/** Reads ranges of a file for some seconds over eight keep-alive connections. */
export async function readRanges(
  url: string,
  { size, seconds, cpuMs }: { readonly size: number; readonly seconds: number; readonly cpuMs: () => number },
): Promise<Ranged> {
  const length = 1024 * 1024;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const startedAt = performance.now();
  const cpuBefore = cpuMs();
  const until = startedAt + seconds * 1000;
  let bytes = 0;
  let round = 0;
  const reader = async () => {
    while (performance.now() < until) {
      const start = (round++ * 7_919_000) % Math.max(size - length, 1);
      const headers = { range: `bytes=${start}-${start + length - 1}` };
      const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
      if (response.statusCode !== 206) throw new Error(`${url} answered ${response.statusCode}`);
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      await once(response, 'end');
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return {
    megabytesPerSecond: bytes / 1e6 / elapsedSeconds,
    cpuSecondsPerGb: (cpuMs() - cpuBefore) / 1000 / (bytes / 1e9),
  };
}
