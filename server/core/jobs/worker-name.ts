import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** This start of this machine, and which processes can be seen by their ids: of a container only its own. */
function readPlace(): string | undefined {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start}${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

const place = readPlace();

/** A name that no other worker has, by which others of the same place can tell whether its process still lives. */
export const createWorkerName = (pid = process.pid): string => `${place ?? ''}/${pid}/${randomUUID()}`;

/** True if the process of a worker is known to have ended. False if nothing is known. */
export function isGone(worker: string): boolean {
  const [itsPlace, pid] = worker.split('/');
  if (place === undefined || itsPlace !== place || !/^[1-9]\d*$/.test(pid ?? '')) return false;
  try {
    // Nothing is sent.
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
