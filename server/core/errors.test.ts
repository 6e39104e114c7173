import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#contract/core/error-codes';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { packageRoot } from './package-root.ts';

/** Example values for messages that are made of lists. */
const values: Readonly<Record<string, unknown[]>> = {
  backupFailed: ['The backup is damaged in the header.'],
  customFieldInvalid: ['Mood', 'Must be a number.'],
  noBooks: [['A', 'B']],
  spreadsheetUnreadable: ['The file has no rows.'],
  inUse: ['category', ['1 user', '2 others']],
  fileUnsupported: ['image', ['PNG', 'JPEG']],
};

const all = Object.entries(knownErrors).map(([name, errorInfo]): [string, ErrorInfo] => {
  if (typeof errorInfo !== 'function') return [name, errorInfo];
  const make = errorInfo as (...values: unknown[]) => ErrorInfo;
  return [name, make(...(values[name] ?? [3, 'A', 'B']))];
});

test.each(all)('%s has a known code and a message that is a sentence', (_name, { code, message }) => {
  expect(errorCodes).toHaveProperty([code]);
  expect(message).toMatch(/^[A-Z\d].*\.$/);
});

/** Folders that may not contain messages. Others have messages for system administrators, or texts that are part of a message. */
const folders = [
  'core/auth',
  'core/blobs',
  'core/db',
  'core/http',
  'core/jobs',
  'core/media',
  'core/resource',
  'features',
];

function sourcesOf(folder: string): string[] {
  return readdirSync(join(packageRoot, 'server', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join('server', folder, file));
}

test.each(folders.flatMap(sourcesOf))('%s uses the error messages of the catalogue', (file) => {
  const text = readFileSync(join(packageRoot, file), 'utf8');
  const errorTexts = text.match(
    /\b(?:AppError|invalid|conflict|appError|fieldError|unavailable)\((?:[^()]|\([^()]*\))*?['"`][A-Z][^'"`]* [^'"`]*['"`]/g,
  );
  expect(errorTexts).toBeNull();
});
