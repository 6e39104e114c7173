import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageSettings } from '#contract/settings/page';
import { packageRoot } from '#server/core/package-root';
import { serveWebApplication } from './static.ts';

const adminEmail = 'boss@example.org';
const folder = await mkdtemp(join(tmpdir(), 'lectern-page-'));
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  await cp(join(packageRoot, 'web', 'index.html'), join(folder, 'index.html'));
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await rm(folder, { recursive: true });
});

/** Returns the page that a newly started server sends. */
async function readPage(): Promise<string> {
  const app = Fastify();
  apps.push(app);
  const settings = () => pageSettings.parse({});
  const send = await serveWebApplication(app, { folder, settings, mediaOrigins: [], adminEmail });
  app.setNotFoundHandler((_request, reply) => send(reply));
  return (await app.inject('/books')).body;
}

const listIn = (page: string) => /<meta name="lectern-allow-list" content="([^"]*)"/.exec(page)?.[1] ?? '';

test('contains the salted hash of the address, and the address nowhere', async () => {
  const page = await readPage();
  const [salt = '', hash = ''] = listIn(page).split(':');
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(hash).toBe(createHash('sha256').update(`${salt}:${adminEmail}`).digest('hex'));
  expect(page.toLowerCase()).not.toContain('boss');
  expect(page).not.toContain('__ALLOW_LIST__');
});

test('uses a different salt for each start', async () => {
  const [first, second] = [listIn(await readPage()), listIn(await readPage())];
  expect(first).not.toBe(second);
});
