import { existsSync } from 'node:fs';
import { inPath } from './browser.mjs';

const howToGetOne =
  'Firefox was not found. Install the Debian package firefox-esr, or set FIREFOX_PATH to the path of Firefox.';

/**
 * The named Firefox, else the first in PATH.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findFirefox(env = process.env) {
  const namedPath = env['FIREFOX_PATH'];
  const candidates = namedPath
    ? [namedPath]
    : ['firefox-esr', 'firefox'].flatMap((name) => inPath(name, env));
  const file = candidates.find((path) => existsSync(path));
  if (!file) throw new Error(howToGetOne);
  return file;
}
