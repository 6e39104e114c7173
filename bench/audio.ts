import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.mjs';
import { sumCpuMs } from './server-process.ts';

/** Writes a WAV file of silence in chunks. @param bytes the approximate size */
export async function writeWav(path: string, bytes: number): Promise<void> {
  const data = bytes - 44;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
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
  const boundary = 'bench-boundary-0123456789';
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nAn upload\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
  ].join('');
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      `${origin}/api/books/create`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => {
          const body = JSON.parse(text) as { message: string; data: { audio_url: string } | null };
          if (body.data) resolve(body.data.audio_url);
          else reject(new Error(body.message));
        });
      },
    );
    clientRequest.once('error', reject);
    clientRequest.write(head);
    const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
    file.once('error', reject);
    file.on('end', () => clientRequest.end(`\r\n--${boundary}--\r\n`));
    file.pipe(clientRequest, { end: false });
  });
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
      const responses = await fetch(origin).then(
        () => true,
        () => false,
      );
      if (responses) return false;
      await new Promise((resolve) => setTimeout(resolve, 50));
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
      bytes += await readRange(agent, { url, start, end: start + length - 1 });
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

function readRange(
  agent: Agent,
  { url, start, end }: { readonly url: string; readonly start: number; readonly end: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { range: `bytes=${start}-${end}` };
    const clientRequest = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`${url} answered ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.once('error', reject);
    });
    clientRequest.once('error', reject);
    clientRequest.end();
  });
}
