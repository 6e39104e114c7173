import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { statusError } from './error-handler.ts';
import { securityHeaders } from './security.ts';

const statusByCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Returns an error response outside of any route, with the headers of every response. */
function rawErrorResponse(status: number): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(statusError(status));
  const headers = {
    ...securityHeaders(randomUUID()),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}

/** Writes a complete response to a connection without a readable request, and closes it. */
function rejectConnection(socket: Socket, status: number): void {
  const { headers, body } = rawErrorResponse(status);
  const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroySoon(),
  );
}

/** The latest response of each connection. */
const latestResponses = new WeakMap<Socket, ServerResponse>();

function isResponding(socket: Socket): boolean {
  const latest = latestResponses.get(socket);
  return latest !== undefined && latest.headersSent && !latest.writableFinished;
}

/** Responds in the error envelope to requests that the parser of Node.js rejects. */
export function handleParserError(error: Error & { code?: string }, socket: Socket): void {
  // A second response would corrupt one that is partly sent.
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) socket.destroy();
  else rejectConnection(socket, statusByCode[error.code ?? ''] ?? 400);
}

/** Responds to requests that Node.js does not pass to the application: an unknown `Expect`, `CONNECT`, and HTTP/1.1 without `Host`. */
export function handleBrokenRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    const { headers, body } = rawErrorResponse(417);
    response.writeHead(417, headers).end(body);
    request.resume();
  });
  app.server.on('connect', (_request, socket: Socket) => rejectConnection(socket, 405));
  app.addHook('onRequest', (request, reply, callback) => {
    const { raw } = request;
    latestResponses.set(raw.socket, reply.raw);
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      void reply.code(400).header('connection', 'close').send(statusError(400));
    } else callback();
  });
}
