import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..', '..');

it('is the only link back to a parent screen', () => {
  const files = globSync('**/*.tsx', { cwd: web }).filter((file) => !file.includes('.test.'));
  const others = files.filter((file) => /IconArrowLeft\b|[←‹]/.test(readFileSync(join(web, file), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(others).toEqual(['core/components/back-link.tsx']);
});
