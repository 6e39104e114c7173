import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { invalid } from '#server/core/errors';

/** Returns the error code of the work, or `allowed` if it succeeds. */
async function errorOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** Reads a file in a thread. */
const readInThread = (path: string) =>
  new Promise((resolve, reject) => {
    const thread = new Worker("require('fs').readFileSync(require('worker_threads').workerData)", {
      eval: true,
      workerData: path,
    });
    thread.once('error', reject).once('exit', resolve);
  });

/** Attempts everything that a sandbox denies. @param folder contains the file `note` */
const tryAll = async (folder: string) => ({
  read: await errorOf(() => readFile(`${folder}/note`)),
  write: await errorOf(() => writeFile(`${folder}/new`, 'x')),
  long: await errorOf(() => writeFile(`${folder}/long`, 'x'.repeat(100_000))),
  thread: await errorOf(() => readInThread(`${folder}/note`)),
  program: await errorOf(() => spawn('true')),
  interfaces: Object.keys(networkInterfaces()),
});

/** Writes a file with native code, which the permissions of Node.js do not limit. */
async function writeNatively(folder: string): Promise<unknown> {
  const { default: sharp } = await import('sharp');
  const image = sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } });
  return errorOf(() => image.png().toFile(`${folder}/native.png`));
}

/** Returns the task of a test: the input, or the field `task` of the input for a file. */
const taskOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'task' in input ? input.task : input;

/** Runs in a child process in tests. */
export async function run(order: unknown, progress: (fraction: number, stage?: string) => void) {
  const input = taskOf(order);
  if (input === 'answer') {
    progress(0.5, 'Halfway');
    return { pid: process.pid, secret: process.env['ADMIN_PASSWORD'] ?? null, given: process.env['GIVEN'] };
  }
  if (typeof input === 'object' && input !== null && 'folder' in input) return tryAll(String(input.folder));
  if (input === 'native') return writeNatively(dirname((order as { path: string }).path));
  if (input === 'all') return tryAll(dirname((order as { path: string }).path));
  if (input === 'chatter') return 'x'.repeat(2 * 1024 * 1024);
  if (input === 'refuse') throw invalid({}, 'The file is damaged.', 'file.damaged');
  if (input === 'break') throw new Error('Broken.');
  if (input === 'die') process.kill(process.pid, 'SIGKILL');
  if (input === 'grow') {
    const buffers: Buffer[] = [];
    for (;;) {
      buffers.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await delay(5);
    }
  }
  if (input === 'talk') for (;;) await delay(20).then(() => progress(Math.random()));
  return new Promise(() => setInterval(() => undefined, 1000));
}
