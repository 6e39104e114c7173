import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';

/* Tests that docs/security.md names as proofs exist. */

const text = readFileSync(join(packageRoot, 'docs', 'security.md'), 'utf8');
const proofs = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.(?:tsx?|mjs)) › ([^`]+)`/g)].map(
  ([, file = '', title = '']) => ({
    file,
    title,
  }),
);

test('every proof is a test that exists', () => {
  expect(proofs.length).toBeGreaterThan(100);
  const missing = proofs.filter(({ file, title }) => {
    if (file === 'server/app/security-lines.test.ts' || !existsSync(join(packageRoot, file))) return true;
    return !readFileSync(join(packageRoot, file), 'utf8').includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});

test('every line of a table has a level, and says where it is met', () => {
  const lines = text.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line));
  expect(lines.length).toBeGreaterThan(150);
  const numbers = lines.map((line) => line.split('|', 2)[1]);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const line of lines) expect(line).toMatch(/^\| \d+\.\d+\.\d+ \| [12] \| \S.+ \| .*\|$/);
});
