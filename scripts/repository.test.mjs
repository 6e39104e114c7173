import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDockerfile } from './dockerfile.mjs';
import { isRecentEnough, root } from './node-version.mjs';

/** @param {...string} path */
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const stages = readDockerfile(read('Dockerfile'));

test('uses the same Node version for packages, version managers and containers', () => {
  const version = read('.nvmrc').trim();
  expect(isRecentEnough(version)).toBe(true);
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([version]));
  expect(stages.map(({ base }) => base)).toEqual([
    `node:${version}-bookworm-slim`,
    `node:${version}-bookworm-slim`,
  ]);
});

test('tests the oldest Node version of package.json and the README', () => {
  const [, oldest] = /^>=(\d+)$/.exec(manifest.engines.node) ?? [];
  expect(oldest).toBeDefined();
  expect(read('.github', 'workflows', 'test.yml')).toContain(`node-version: ${oldest}\n`);
  expect(read('README.md')).toContain(`Node ${oldest} or newer`);
});

test('builds the container with the commands of the README', () => {
  const readme = read('README.md');
  const commands = stages[0]?.instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest) ?? [];
  expect(commands.length).toBeGreaterThan(1);
  for (const text of commands) expect(readme).toContain(`\n${text}\n`);
});

test('runs the container as an unprivileged user with a health check', () => {
  const names = stages.at(-1)?.instructions.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(['USER', 'HEALTHCHECK', 'CMD']));
  expect(names.indexOf('USER')).toBeLessThan(names.indexOf('CMD'));
});

test('every decision has a unique number, a date and a status', () => {
  const files = readdirSync(join(root, 'docs', 'decisions')).filter((file) => file !== 'README.md');
  const numbers = files.map((file) => file.slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
  const all = Array.from({ length: Number(numbers.toSorted().at(-1)) }, (_, index) =>
    String(index + 1).padStart(3, '0'),
  );
  const freeNumbers = all.filter((number) => !numbers.includes(number));
  expect(read('docs', 'decisions', 'README.md').match(/\b\d{3}\b/g)).toEqual(freeNumbers);
  for (const file of files) {
    const text = read('docs', 'decisions', file);
    expect(text, file).toMatch(new RegExp(`^# ${file.slice(0, 3)}\\. `));
    expect(text, file).toMatch(/^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \d{3})\.$/m);
  }
});
