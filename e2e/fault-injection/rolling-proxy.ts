import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const ASK_EVERY_MS = 200;

interface Dependencies {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

/**
 * Starts a minimal load balancer. It reuses connections to its servers and checks their readiness. It sends each request to the
 * next ready server and never retries.
 */
export async function openProxy() {
  let backends: Dependencies[] = [];
  let round = 0;

  async function openConfirmation(dependencies: Dependencies): Promise<void> {
    const response = await fetch(`${dependencies.url}/api/health/ready`).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    dependencies.isReady = response?.status === 200;
  }

  function pass(clientRequest: IncomingMessage, clientResponse: ServerResponse): void {
    const ready = backends.filter(({ isReady }) => isReady);
    const dependencies = ready[round++ % ready.length];
    if (!dependencies) {
      clientResponse.writeHead(502).end();
      return;
    }
    const { method, headers, url = '' } = clientRequest;
    const { host: _host, connection: _connection, ...passed } = headers;
    const onward = request(`${dependencies.url}${url}`, {
      agent: dependencies.agent,
      headers: passed,
      ...(method !== undefined && { method }),
    });
    onward.on('response', (responseBody) => {
      const { connection: _own, ...responseHeaders } = responseBody.headers;
      clientResponse.writeHead(responseBody.statusCode ?? 502, responseHeaders);
      responseBody.pipe(clientResponse);
    });
    onward.on('error', () => clientResponse.destroy());
    clientRequest.pipe(onward);
  }

  const timer = setInterval(() => void Promise.all(backends.map(openConfirmation)), ASK_EVERY_MS);
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Adds a server and resolves after its first readiness check. */
    async add(url: string): Promise<void> {
      const dependencies = { url, agent: new Agent({ keepAlive: true }), isReady: false };
      backends.push(dependencies);
      await openConfirmation(dependencies);
    },
    remove(url: string): void {
      backends = backends.filter((dependencies) => dependencies.url !== url);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      for (const { agent } of backends) agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
