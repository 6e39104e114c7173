import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type ResponseBody, openApi, type SavedBook } from '../api.ts';
import { expect, test } from './dependencies.ts';
import { openProxy } from './rolling-proxy.ts';

const REQUESTS = 2_000;
const WORKERS = 10;
/** The pause after each request, so that the requests continue during all restarts. */
const REST_MS = 40;
const GRACE = { STOP_GRACE_MS: '2000' };

test('a rolling restart behind a proxy that checks readiness loses no request', async ({
  settingsOf,
  start,
}) => {
  const settings = { ...(await settingsOf('SQLite')), ...GRACE };
  const proxy = await openProxy();
  let servers = [await start(settings), await start(settings)];
  for (const { url } of servers) await proxy.add(url);
  const api = await openApi(proxy.url);

  let sentCount = 0;
  const lostRequests: string[] = [];
  const writtenNames: string[] = [];
  let restarts = 0;
  async function work(): Promise<void> {
    // The requests continue until the restarts are complete, so that each restart is tested.
    while (sentCount < REQUESTS || restarts < servers.length) {
      const number = sentCount++;
      const isWrite = number % 10 === 0;
      const name = `Book ${number}`;
      try {
        const { success, message } = isWrite
          ? await api.call('POST', '/books/create', { name })
          : await api.call('GET', '/books/list?items_per_page=10');
        if (!success) lostRequests.push(message);
        else if (isWrite) writtenNames.push(name);
      } catch (error) {
        lostRequests.push(String(error));
      }
      await delay(REST_MS);
    }
  }

  const workers = Promise.all(Array.from({ length: WORKERS }, work));
  for (const old of servers) {
    expect(await old.stop()).toBe(0);
    proxy.remove(old.url);
    const fresh = await start(settings);
    await proxy.add(fresh.url);
    servers = servers.map((server) => (server === old ? fresh : server));
    restarts += 1;
  }
  await workers;

  expect(lostRequests).toEqual([]);
  expect(sentCount).toBeGreaterThanOrEqual(REQUESTS);
  const { items } = await api.allBooks();
  expect(items.map(({ name }) => name).toSorted()).toEqual(writtenNames.toSorted());
  await proxy.close();
});

test('reports unavailable readiness during shutdown, and still serves new connections', async ({
  settingsOf,
  start,
}) => {
  const server = await start({ ...(await settingsOf('SQLite')), ...GRACE });
  const serverStop = server.stop();
  const readiness = () => fetch(`${server.url}/api/health/ready`, { headers: { connection: 'close' } });
  await expect.poll(async () => (await readiness()).status).toBe(503);
  const ready = await readiness();
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await ready.json()).toEqual({
    success: false,
    code: 'server.unavailable',
    message: 'The server is shutting down.',
    data: null,
  });
  const live = await fetch(`${server.url}/api/health/live`, { headers: { connection: 'close' } });
  expect(live.status).toBe(200);
  expect(await serverStop, server.output()).toBe(0);
});

test('completes a request in progress at shutdown, and closes its kept-alive connection', async ({
  settingsOf,
  start,
}) => {
  const server = await start(await settingsOf('SQLite'));
  const { authorization } = await openApi(server.url);
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ name: 'Half before, half after' });
  const call = request(`${server.url}/api/books/create`, {
    agent,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-length': body.length },
  });
  call.write(body.slice(0, 5));
  await once(call, 'socket');
  await delay(200);
  const serverStop = server.stop();
  await delay(200);
  call.end(body.slice(5));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  expect((await json(response)) as ResponseBody<SavedBook>).toMatchObject({ success: true });
  expect(await serverStop, server.output()).toBe(0);
  agent.destroy();
});

test('exits immediately on a second signal', async ({ settingsOf, start }) => {
  const server = await start({ ...(await settingsOf('SQLite')), STOP_GRACE_MS: '8000' });
  const serverStop = server.stop();
  await delay(500);
  server.signal('SIGTERM');
  expect(await serverStop).toBe(1);
});
