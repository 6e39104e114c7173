import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

/** The folder that contains package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The minimum version. Below it, the database driver crashes instead of reporting an error. */
const requiredVersion = { major: 22, minor: 22 };

/** @param {string} version such as "24.21.0" */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > requiredVersion.major || (major === requiredVersion.major && minor >= requiredVersion.minor);
}

/** Returns the path of Node: the running one if it is recent enough, else the one that npm installed. */
export function nodePath() {
  if (isRecentEnough(process.versions.node) && existsSync(process.execPath)) return process.execPath;
  const installedNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(installedNode)) return installedNode;
  throw new Error(
    `Lectern needs Node ${requiredVersion.major}.${requiredVersion.minor} or newer; this is ${process.versions.node}, and npm has no newer one for ${process.platform} on ${process.arch}.`,
  );
}

/** Returns environment variables in which PATH starts with the folders of `node` and the installed tools. */
export function toolEnvironment(env = process.env) {
  const folders = [dirname(nodePath()), join(root, 'node_modules', '.bin'), env['PATH'] ?? ''];
  return { ...env, PATH: folders.join(delimiter) };
}

/**
 * Returns if the running Node is recent enough. Otherwise runs the program again on a recent Node and exits with its exit code.
 */
export async function ensureNode() {
  if (isRecentEnough(process.versions.node)) return;
  const code = await run(nodePath(), process.argv.slice(1), { env: toolEnvironment() });
  process.exit(code);
}
