import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assertFreeSpace } from './move-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-move-target-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = {
  databaseUrl: `file:${join(folder, 'catalogue.db')}`,
  blobStoreUrl: `file:${join(folder, 'blobs')}`,
};
const elsewhere = { databaseUrl: 'postgres://db.example.org/lectern', blobStoreUrl: 's3://lectern' };
const exabyte = 1e18;
const fails = /^The move needs .*, and the disk of .* has .* free\.$/;

test.each([
  ['the database', { reader: { bytes: exabyte }, files: { bytes: 0 } }],
  ['the files', { reader: { bytes: 0 }, files: { bytes: exabyte } }],
])('rejects a disk with too little space for %s', async (_name, { reader, files }) => {
  await expect(assertFreeSpace(inFolder, reader, files)).rejects.toThrow(fails);
  await expect(assertFreeSpace(elsewhere, reader, files)).resolves.toBeUndefined();
});

test('accepts a disk with space for database and files', async () => {
  await expect(assertFreeSpace(inFolder, { bytes: 1_000 }, { bytes: 1_000 })).resolves.toBeUndefined();
});
