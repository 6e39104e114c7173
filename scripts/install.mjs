import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './node-version.mjs';

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Returns the locked packages that are not installed in their locked version. npm writes its record of installed packages at the
 * end of an install. So packages are missing here after an interrupted install.
 * @param {{ withDev: boolean }} options
 * @param {string} [folder]
 */
export function missingPackages({ withDev }, folder = root) {
  const lockedPackages = readPackages(join(folder, 'package-lock.json')) ?? {};
  const installedPackages = readPackages(join(folder, 'node_modules', '.package-lock.json')) ?? {};
  return Object.entries(lockedPackages)
    .filter(([path, entry]) => {
      if (path === '' || entry.link) return false;
      if (entry.dev && !withDev) return false;
      const installedPackage = installedPackages[path];
      // Optional packages of other platforms are not installed. An installed one must match the lock file.
      if (!installedPackage) return !entry.optional && !entry.devOptional;
      return installedPackage.version !== entry.version || installedPackage.integrity !== entry.integrity;
    })
    .map(([path]) => path);
}

/** Returns PATH without the tools of this project: npm must not run on a Node version that it replaces. */
function pathOutside() {
  const own = join(root, 'node_modules');
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(delimiter);
}

/**
 * Installs the locked dependencies if some are missing or stale.
 * @param {{ withDev: boolean }} options
 */
export async function ensureInstalled(options) {
  if (missingPackages(options).length === 0) return;
  console.error('Installing the locked dependencies (about a minute the first time)...');
  await installLocked();
  const missingNames = missingPackages(options);
  if (missingNames.length > 0)
    throw new Error(`npm ci left packages out: ${missingNames.slice(0, 5).join(', ')}.`);
}

async function installLocked() {
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  /** @type {string[]} */
  const output = [];
  const code = await new Promise((resolve, reject) => {
    const child = spawn('npm', flags, {
      cwd: root,
      env: { ...process.env, PATH: pathOutside() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const progress = process.stderr.isTTY ? setInterval(() => process.stderr.write('.'), 2000) : undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => output.push(text));
    }
    child.once('error', reject);
    child.once('close', (status) => {
      clearInterval(progress);
      if (progress) process.stderr.write('\n');
      resolve(status);
    });
  });
  if (code !== 0) {
    process.stderr.write(output.join(''));
    throw new Error('The dependencies could not be installed: npm ci failed as shown above.');
  }
}
