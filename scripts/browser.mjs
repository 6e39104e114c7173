import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const howToGetOne =
  'No browser starts here. Set CHROME_BIN to the path of a Chromium or Chrome, or install one: apt-get install chromium.';

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string[]} where the program is in PATH
 */
export function inPath(name, env = process.env) {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file));
}

/**
 * Returns true if the browser opens a page. An installed browser may lack a library or a permission. Some builds do not support
 * `--dump-dom`.
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

const packageFolder = join(root, 'node_modules', '@sparticuz', 'chromium');

/**
 * Unpacks a part of the browser package into its own folder. The package unpacks into the temporary folder and reuses existing
 * files there, even incomplete files or files of another user. So the folder gets its final name only when it is complete.
 * @param {string} name
 * @param {string} program unpacks with the functions of the package
 * @returns {string | undefined} the folder of the part
 */
function unpackBrowser(name, program) {
  if (process.platform !== 'linux' || !existsSync(packageFolder)) return undefined;
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules', '.cache', `${name}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const incomplete = mkdtempSync(`${folder}-`);
  const env = { ...process.env, TMPDIR: incomplete, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  try {
    execFileSync(nodePath(), ['--input-type=module', '--eval', program], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(incomplete, folder);
  } catch {
    rmSync(incomplete, { recursive: true, force: true });
  }
  return existsSync(folder) ? folder : undefined;
}

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const unpackFonts = `
  import { writeFileSync } from 'node:fs';
  import { inflate } from '@sparticuz/chromium';
  await inflate(${JSON.stringify(join(packageFolder, 'bin', 'fonts.tar.br'))});
  writeFileSync(process.env.TMPDIR + '/fonts.conf', ${JSON.stringify(fontSettings)});
`;

/**
 * Returns environment variables that limit browsers to the fonts of the package. Pages then look the same on every machine.
 */
function packagedFonts() {
  const folder = unpackBrowser('browser-fonts', unpackFonts);
  /** @type {Record<string, string>} */
  const env = folder ? { FONTCONFIG_FILE: join(folder, 'fonts.conf') } : {};
  return env;
}

/** @returns {Browser | undefined} the browser of the package */
function packagedBrowser() {
  if (process.arch !== 'x64') return undefined;
  const folder = unpackBrowser(
    'chromium',
    "import chromium from '@sparticuz/chromium'; await chromium.executablePath();",
  );
  if (!folder) return undefined;
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), HOME: process.env['HOME'] ?? folder },
  };
}

/** Installs the Chromium of Debian with apt-get if the process runs as root. */
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
 * Returns the first browser that exists and starts: the configured one, then the packaged one, which is the same on every
 * machine.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  const namedPath = process.env['CHROME_BIN'];
  /** @type {(() => (string | Browser | undefined)[])[]} */
  const sources = [
    () => [namedPath || undefined],
    () => [packagedBrowser()],
    () => installedNames.flatMap((name) => inPath(name)),
    fromDebian,
  ];
  const fonts = packagedFonts();
  for (const source of sources) {
    for (const candidate of source()) {
      if (!candidate) continue;
      const { executablePath, env } =
        typeof candidate === 'string' ? { executablePath: candidate, env: {} } : candidate;
      const browser = { executablePath, env: { ...env, ...fonts } };
      if (await starts(browser)) return browser;
    }
  }
  throw new Error(howToGetOne);
}
