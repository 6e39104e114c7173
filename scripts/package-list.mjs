import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node-version.mjs';

/**
 * @typedef {{ version?: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean }} Locked
 * @typedef {{ name: string, version: string, licence: string }} ThirdPartyPackage
 */

const nameOf = (/** @type {string} */ path) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Returns the third-party packages of the product: those that the server loads, and those that are bundled into the web
 * application.
 * @param {Readonly<Record<string, Locked>>} packages of the lock file
 * @param {readonly string[]} web names
 * @param {(path: string) => boolean} isThere returns true if a package is installed here; packages of other platforms are not
 * @returns {ThirdPartyPackage[]}
 */
export function packagesOf(packages, web, isThere) {
  const inWeb = new Set(web);
  /** @type {Map<string, ThirdPartyPackage>} */
  const packageByName = new Map();
  for (const [path, { version, license, dev = false, devOptional = false, link = false }] of Object.entries(
    packages,
  )) {
    if (!path.includes('node_modules/') || version === undefined || link) continue;
    const name = nameOf(path);
    // The build provides only the names of the web packages. They are at the top level of node_modules.
    const isWeb = inWeb.has(name) && path === `node_modules/${name}`;
    if ((dev || devOptional) && !isWeb) continue;
    if (!isThere(path)) continue;
    packageByName.set(`${name} ${version}`, { name, version, licence: license ?? 'not stated' });
  }
  return [...packageByName.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** Writes `dist/packages.json`, which the server displays. Throws if THIRD_PARTY_NOTICES lacks a package of the web application. */
export function writePackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const web = JSON.parse(readFileSync(join(root, 'dist', 'web-packages.json'), 'utf8'));
  const notices = readFileSync(join(root, 'THIRD_PARTY_NOTICES'), 'utf8');
  for (const name of web)
    if (!notices.includes(`\n${name} `))
      throw new Error(`THIRD_PARTY_NOTICES lacks ${name}. Run: node scripts/notices.mjs`);
  const installedPackages = packagesOf(packages, web, (path) => existsSync(join(root, path)));
  writeFileSync(join(root, 'dist', 'packages.json'), JSON.stringify(installedPackages));
}
