import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './create-http-server.ts';

const secret = 'nine-small-otters-swim';

/** Creates a server that logs into `lines`. */
function openLoggedServer() {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      lines.push(chunk.toString());
      callback();
    },
  });
  const { app } = createHttpServer({
    trustProxy: false,
    logger: pino({ level: 'trace' }, output),
    lifecycle: { phase: 'serving' },
    explain: () => undefined,
  });
  app.post('/api/works', async () => ({ success: true }));
  app.post('/api/fails', async () => {
    throw new Error('The disk is full');
  });
  return { app, lines };
}

test.each(['/api/works', '/api/fails', '/api/unknown'])(
  'contain no headers, query or body of a request to %s',
  async (path) => {
    const { app, lines } = openLoggedServer();
    for (const payload of [JSON.stringify({ password: secret }), `{"password": "${secret}`]) {
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        cookie: secret,
      };
      await app.inject({ method: 'POST', url: `${path}?token=${secret}`, headers, payload });
    }
    await app.close();
    const text = lines.join('');
    expect(text).not.toContain(secret);
    expect(text.match(/"path":"\/api\/\w+"/g)).toHaveLength(2);
    expect(text.includes('The disk is full')).toBe(path === '/api/fails');
  },
);
