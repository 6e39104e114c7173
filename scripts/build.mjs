import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { alone } from './lock.mjs';
import { root, toolEnvironment } from './node-version.mjs';
import { writePackages } from './package-list.mjs';
import { command, run } from './run.mjs';

const stampFile = join(root, 'dist', '.stamp');
const folders = ['contract', 'server', 'web'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
];
/** Files other than compiled code that the server reads at run time. */
const servedFiles = ['page/styles', 'page/reference.js', 'example-responses.json'].map(
  (file) => `server/core/http/api-docs/${file}`,
);
/** Files that are read only at run time or by tests, so a change does not make a build stale. */
const unbuilt = /\.test\.tsx?$|^(server|web)\/testing\/|^server\/demo\/media\//;

function sources() {
  const sourceFiles = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  return [...sourceFiles.filter((path) => !unbuilt.test(path)), ...files].toSorted();
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of sources()) {
    const file = join(root, path);
    if (existsSync(file)) hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Returns true if dist/ is complete and was built from the current sources. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
}

/** Deletes previous output and builds, so that no output of removed sources or interrupted builds remains. */
async function build() {
  const print = fingerprint();
  rmSync(stampFile, { force: true });
  for (const output of ['server', 'types', 'web']) {
    rmSync(join(root, 'dist', output), { recursive: true, force: true });
  }
  await tool('tsc', '-b', 'contract', 'server');
  await tool('vite', 'build', '--logLevel', 'warn', '--config', 'vite.server.config.ts');
  for (const file of servedFiles) cpSync(join(root, file), join(root, 'dist', file), { recursive: true });
  await tool('vite', 'build', '--logLevel', 'warn');
  writePackages();
  writeFileSync(stampFile, print);
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 */
async function tool(name, ...args) {
  const options = { cwd: root, env: { ...toolEnvironment(), NODE_ENV: 'production' } };
  const code = await run(join(root, 'node_modules', '.bin', name), args, options);
  if (code !== 0) throw new Error(`The build failed: ${name} found the faults above.`);
}

/**
 * Installs missing dependencies and builds if the build is stale. A built folder needs no development dependencies.
 * @param {{ quiet?: boolean }} [options]
 */
export async function ensureBuilt({ quiet = false } = {}) {
  await alone(async () => {
    const isUpToDate = isBuilt();
    await ensureInstalled({ withDev: !isUpToDate });
    if (isUpToDate) return;
    if (!quiet) console.error('Building...');
    await build();
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await command(() => ensureBuilt());
