import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFirefox } from './firefox.mjs';

function folderWith(/** @type {string[]} */ ...names) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-firefox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

test('the named Firefox comes first, then the one of Debian', () => {
  const folder = folderWith('firefox', 'firefox-esr', 'other');
  const FIREFOX_PATH = join(folder, 'other');
  expect(findFirefox({ PATH: folder, FIREFOX_PATH })).toBe(FIREFOX_PATH);
  expect(findFirefox({ PATH: folder })).toBe(join(folder, 'firefox-esr'));
  expect(findFirefox({ PATH: folderWith('firefox') })).toMatch(/firefox$/);
});

test('an error names the package when Firefox is not found', () => {
  const PATH = folderWith();
  expect(() => findFirefox({ PATH })).toThrow('Install the Debian package firefox-esr');
  expect(() => findFirefox({ PATH, FIREFOX_PATH: join(PATH, 'firefox') })).toThrow('FIREFOX_PATH');
});
