import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { nodePath, root } from './node-version.mjs';

/** @typedef {{ executablePath: string, env: Record<string, string> }} Browser */

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const startWithinMs = 60_000;
const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const howToGetOne =
  'No browser starts here. Set CHROME_BIN to the path of a Chromium or Chrome, or install one: apt-get install chromium.';

/**
 * @param {string} name
 * @returns {string[]} where the program is in PATH
 */
function inPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file));
}

/**
 * True if it opens a page. A browser may be installed but lack a library or a permission, and its `--dump-dom` is not in every build.
 * @param {Browser} browser
 */
async function starts({ executablePath, env }) {
  const { chromium } = await import('playwright-core');
  const options = {
    executablePath,
    args: browserFlags,
    env: { ...process.env, ...env },
    timeout: startWithinMs,
  };
  try {
    const browser = await chromium.launch(options);
    try {
      const page = await browser.newPage();
      await page.setContent('<p>shown</p>', { timeout: startWithinMs });
      return (await page.textContent('p')) === 'shown';
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
}

/** The package's own settings look for its fonts in fixed places, none of them ours. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * The browser that comes as a package. It unpacks itself into the temporary folder and takes whatever lies there already,
 * even another user's or a half of one; so it gets a folder of its own, which appears under its name only when complete.
 * @returns {Browser | undefined}
 */
function packaged() {
  const home = join(root, 'node_modules', '@sparticuz', 'chromium');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(home)) return undefined;
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const making = mkdtempSync(`${folder}-`);
    const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    const env = { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
    try {
      execFileSync(nodePath(), ['--eval', unpack], {
        cwd: root,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      writeFileSync(join(making, 'fonts', 'fonts.conf'), fontSettings);
      renameSync(making, folder);
    } catch {
      rmSync(making, { recursive: true, force: true });
      if (!existsSync(folder)) return undefined;
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: process.env['HOME'] ?? folder,
    },
  };
}

/** Debian's own, where we may install it. */
function fromDebian() {
  if (process.getuid?.() !== 0 || inPath('apt-get').length === 0) return [];
  console.error('Installing a browser …');
  const quiet = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {const} */ ('ignore'),
  };
  try {
    execFileSync('apt-get', ['update'], quiet);
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], quiet);
  } catch {
    return [];
  }
  return inPath('chromium');
}

/**
 * The first browser that exists and starts: the named one, else the packaged one, which is the same on every machine.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  const named = process.env['CHROME_BIN'];
  /** @type {(() => (string | Browser | undefined)[])[]} */
  const sources = [
    () => [named || undefined],
    () => [packaged()],
    () => installed.flatMap(inPath),
    fromDebian,
  ];
  for (const source of sources) {
    for (const found of source()) {
      const browser = typeof found === 'string' ? { executablePath: found, env: {} } : found;
      if (browser && (await starts(browser))) return browser;
    }
  }
  throw new Error(howToGetOne);
}
