import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Below this the database driver crashes instead of refusing. */
const needed = { major: 22, minor: 22 };

/** @param {string} version such as "24.21.0" */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
}

/** The Node that runs everything: the running one when it is recent enough, else the one that npm installed. */
export function nodePath() {
  if (isRecentEnough(process.versions.node) && existsSync(process.execPath)) return process.execPath;
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(installed)) return installed;
  throw new Error(
    `Lectern needs Node ${needed.major}.${needed.minor} or newer; this is ${process.versions.node}, and npm has no newer one for ${process.platform} on ${process.arch}.`,
  );
}

/** The environment in which `node` and the installed tools are found first. */
export function toolEnvironment(env = process.env) {
  const folders = [dirname(nodePath()), join(root, 'node_modules', '.bin'), env['PATH'] ?? ''];
  return { ...env, PATH: folders.join(delimiter) };
}

/**
 * Runs the program again on a recent Node when the running one is too old, and ends with its exit code.
 * Returns only when the running Node will do.
 */
export async function ensureNode() {
  if (isRecentEnough(process.versions.node)) return;
  const code = await run(nodePath(), process.argv.slice(1), { env: toolEnvironment() });
  process.exit(code);
}
