import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Returns an ID of the current boot and process namespace. Process IDs are visible only within it. */
function readHost(): string | undefined {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start}${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

const location = readHost();

/** Returns a unique worker name. Other processes in the same namespace can check whether the worker still runs. */
export const createWorkerName = (pid = process.pid): string => `${location ?? ''}/${pid}/${randomUUID()}`;

/** Returns true if the process of a worker has ended. Returns false if that is unknown. */
export function hasEnded(worker: string): boolean {
  const [ownerHost, pid] = worker.split('/');
  if (location === undefined || ownerHost !== location || !/^[1-9]\d*$/.test(pid ?? '')) return false;
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
