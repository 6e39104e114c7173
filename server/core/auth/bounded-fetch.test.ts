import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderUnreachable, createBoundedFetch, isPrivateAddress } from './bounded-fetch.ts';

const server = createServer((request, response) => {
  if (request.url === '/redirect') response.writeHead(302, { location: '/ok' }).end();
  else if (request.url === '/large') response.end(Buffer.alloc(600 * 1024));
  else if (request.url === '/ok') response.end('fine');
});
let issuer: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
const fetchFrom = (url: string, from = issuer) => createBoundedFetch(from, 500)(url, request);

test('requests to the issuer are allowed', async () => {
  const response = await fetchFrom(`${issuer.origin}/ok`);
  expect([response.status, await response.text()]).toEqual([200, 'fine']);
});

test('redirects are not followed', async () => {
  expect((await fetchFrom(`${issuer.origin}/redirect`)).status).toBe(302);
});

test.each(['/large', '/silent'])('%s fails with ProviderUnreachable', async (path) => {
  await expect(fetchFrom(`${issuer.origin}${path}`)).rejects.toThrow(ProviderUnreachable);
});

test.each([
  'https://127.0.0.1/keys',
  'https://[::1]/keys',
  'https://169.254.169.254/latest',
  'https://localhost/keys',
  'http://id.example.org/keys',
  'file:///etc/passwd',
])('%s is rejected', async (url) => {
  await expect(fetchFrom(url, new URL('https://id.example.net'))).rejects.toThrow(/private|not allowed/);
});

test.each([
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['93.184.216.34', false],
  ['2606:4700::1111', false],
])('isPrivateAddress(%s) is %s', (address, isPrivate) => expect(isPrivateAddress(address)).toBe(isPrivate));
