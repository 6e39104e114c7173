import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingPackages } from './install.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern install '));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {Record<string, object>} packages */
const lock = (packages) => writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
/** @param {Record<string, object>} packages */
const installPackages = (packages) =>
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

const server = { 'node_modules/server': { version: '1.0.0', integrity: 'a' } };
const tool = { 'node_modules/tool': { version: '1.0.0', integrity: 'b', dev: true } };
const foreign = { 'node_modules/foreign': { version: '1.0.0', integrity: 'c', optional: true } };

test('returns all packages before the first install and after an interrupted one', () => {
  lock({ '': { name: 'product' }, ...server, ...tool });
  expect(missingPackages({ withDev: true }, folder)).toEqual(['node_modules/server', 'node_modules/tool']);
});

test('ignores optional packages of other platforms', () => {
  lock({ '': { name: 'product' }, ...server, ...tool, ...foreign });
  installPackages({ ...server, ...tool });
  expect(missingPackages({ withDev: true }, folder)).toEqual([]);
});

test('returns packages with another version or another hash', () => {
  lock({ ...server, ...tool, ...foreign });
  installPackages({
    'node_modules/server': { version: '0.9.0', integrity: 'a' },
    'node_modules/tool': { version: '1.0.0', integrity: 'z', dev: true },
    'node_modules/foreign': { version: '0.1.0', integrity: 'c', optional: true },
  });
  expect(missingPackages({ withDev: true }, folder)).toHaveLength(3);
});

test('ignores development packages for a production install', () => {
  lock({ ...server, ...tool });
  installPackages(server);
  expect(missingPackages({ withDev: false }, folder)).toEqual([]);
  expect(missingPackages({ withDev: true }, folder)).toEqual(['node_modules/tool']);
});
