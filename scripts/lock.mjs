import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './node-version.mjs';

const folder = join(root, 'dist');
const lockFile = join(folder, '.lock');

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

function isLocked() {
  try {
    return isRunning(Number(readFileSync(lockFile, 'utf8')));
  } catch {
    return false;
  }
}

/**
 * Returns true if this process has acquired the lock. A hard link is created together with its content, so a lock file always
 * contains its owner.
 */
function take() {
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Runs the body in one process at a time, for installs and builds in this folder. Other processes wait until the lock is
 * released.
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function alone(body) {
  mkdirSync(folder, { recursive: true });
  while (!take()) {
    if (isLocked()) await delay(200);
    else rmSync(lockFile, { force: true });
  }
  try {
    return await body();
  } finally {
    rmSync(lockFile, { force: true });
  }
}
