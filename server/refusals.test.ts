import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failures } from '#contract/failures';
import { type Refusal, refusals } from '#contract/refusals';
import { packageRoot } from '#server/package-root';

/** Of sentences that are made of lists. */
const values: Readonly<Record<string, unknown[]>> = {
  noBooks: [['A', 'B']],
  sheetUnreadable: ['The file has no rows.'],
  inUse: ['category', ['1 user', '2 others']],
  fileUnsupported: ['picture', ['PNG', 'JPEG']],
};

const all = Object.entries(refusals).map(([name, refusal]): [string, Refusal] => {
  if (typeof refusal !== 'function') return [name, refusal];
  const make = refusal as (...values: unknown[]) => Refusal;
  return [name, make(...(values[name] ?? [3, 'A', 'B']))];
});

test.each(all)('%s has a known code and is a sentence', (_name, { code, message }) => {
  expect(failures).toHaveProperty([code]);
  expect(message).toMatch(/^[A-Z\d].*\.$/);
});

/** What stands at its place: sentences for operators, and what people only read as a part of something else. */
const folders = [
  'auth',
  'blobs',
  'db',
  'export',
  'http',
  'import',
  'media',
  'job-calls',
  'jobs',
  'mobile',
  'people',
  'reports',
  'resources',
  'uploads',
  'views',
];

function sourcesOf(folder: string): string[] {
  return readdirSync(join(packageRoot, 'server', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join('server', folder, file));
}

test.each(folders.flatMap(sourcesOf))('%s takes the sentences of its refusals from the catalogue', (file) => {
  const text = readFileSync(join(packageRoot, file), 'utf8');
  const written = text.match(
    /\b(?:AppError|invalid|conflict|refused|refusedField|unavailable)\((?:[^()]|\([^()]*\))*?['"`][A-Z][^'"`]* [^'"`]*['"`]/g,
  );
  expect(written).toBeNull();
});
