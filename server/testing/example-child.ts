import { setTimeout as delay } from 'node:timers/promises';
import { invalid } from '#server/core/errors';

/** Runs in a child process, in tests. */
export async function run(input: unknown, progress: (fraction: number, stage?: string) => void) {
  if (input === 'answer') {
    progress(0.5, 'Halfway');
    return { pid: process.pid, secret: process.env['ADMIN_PASSWORD'] ?? null, given: process.env['GIVEN'] };
  }
  if (input === 'refuse') throw invalid({}, 'The file is damaged.');
  if (input === 'break') throw new Error('Broken.');
  if (input === 'die') process.kill(process.pid, 'SIGKILL');
  if (input === 'grow') {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await delay(5);
    }
  }
  if (input === 'talk') for (;;) await delay(20).then(() => progress(Math.random()));
  return new Promise(() => setInterval(() => undefined, 1000));
}
