import { healthCheckNames } from '#contract/catalogue-health/health-checks';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { makeMp3 } from '#server/testing/audio-files';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { MAX_EXPORTS_AT_ONCE } from '#server/core/auth/cost-budget';

/** A file of 16 MB, which exceeds the buffers of a connection. */
const SECONDS = 1_000;

const otherExports = [
  '/audit-log/entries.csv',
  '/backups/1/download',
  '/profile/personal-data',
  `/reports/health/issues.csv?rule=${healthCheckNames[0]}`,
  '/spreadsheets/books/export',
];

/** A child process that cuts the audio starts in this time. */
const WAIT_MS = 60_000;

const api = await openSqliteApp();
const token = await api.tokenFor(allPermissions);
let id: number;

beforeAll(async () => {
  const form = { name: 'Long', audio: { bytes: makeMp3({ seconds: SECONDS }), name: 'long.mp3' } };
  ({ id } = (await api.call('POST', '/api/books/create', { token, form })).body.data);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

/** Starts a download that is not read. */
function begin(as: string, auth = token): Promise<IncomingMessage> {
  const { port } = api.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${auth}` };
  return new Promise((resolve, reject) => {
    get(
      { port, host: '127.0.0.1', path: `/api/books/${id}/export?as=${as}`, headers, agent: false },
      resolve,
    ).on('error', reject);
  });
}

test('limits the concurrent downloads of a user, and starts the next one when a client disconnects', async () => {
  const openExports = await Promise.all(Array.from({ length: MAX_EXPORTS_AT_ONCE }, () => begin('zip')));
  expect(openExports.map(({ statusCode }) => statusCode)).toEqual(openExports.map(() => 200));
  const rejectedExport = await begin('zip');
  expect([rejectedExport.statusCode, rejectedExport.headers['retry-after']]).toEqual([429, '10']);
  rejectedExport.resume();
  for (const path of otherExports) {
    const { status, headers } = await api.call('GET', `/api${path}`, { token });
    expect([status, headers['retry-after']], path).toEqual([429, '10']);
  }
  const others = [await begin('srt'), await begin('zip', await api.tokenFor(allPermissions))];
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const other of others) other.destroy();

  openExports[0]?.destroy();
  await vi.waitFor(
    async () => {
      const next = await begin('zip');
      openExports.push(next);
      expect(next.statusCode).toBe(200);
    },
    { timeout: WAIT_MS },
  );
  for (const openExport of openExports) openExport.destroy();
});
