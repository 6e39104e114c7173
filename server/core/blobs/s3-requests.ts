import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { readXml, textIn } from './s3-xml.ts';

/** A slow player uses a connection for a long time, so many are allowed. */
const MAX_SOCKETS = 512;
const CONNECT_MS = 5_000;
/** Long enough for players that pause. */
const IDLE_SOCKET_MS = 5 * 60_000;

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** An error response of the store. */
export class S3ErrorResponse extends Error {
  override readonly name = 'S3ErrorResponse';
  /** The HTTP status; 503 for an error in a response with status 200. */
  readonly httpStatus: number;
  /** The error code of S3; empty if the response has no body. */
  readonly reason: string;
  /** The `Date` header of the response. */
  readonly date: Date | undefined;

  constructor(httpStatus: number, reason: string, date?: string) {
    super(`The file storage responded with ${httpStatus} ${reason}`.trimEnd());
    this.httpStatus = httpStatus;
    this.reason = reason;
    this.date = date === undefined ? undefined : new Date(date);
  }
}

/** Returns the error code in a response body; undefined if the body contains no error. */
function reasonIn(body: string): string | undefined {
  if (!body.includes('<Error')) return undefined;
  const root = readXml(body);
  return root.name === 'Error' ? (textIn(root, 'Code') ?? 'Error') : undefined;
}

/** Returns a successful response, whose body the caller reads. @throws S3ErrorResponse for other responses */
export async function requireSuccess(response: IncomingMessage): Promise<IncomingMessage> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const body = await readText(response);
  throw new S3ErrorResponse(statusCode, reasonIn(body) ?? '', headers.date);
}

/**
 * Reads the body of a successful response to its end. A store that copies an object or completes an upload can return 200 before
 * it knows the result, and report an error in the body.
 */
export async function readSuccess(response: IncomingMessage): Promise<string> {
  const body = await readText(response);
  const reason = reasonIn(body);
  if (reason !== undefined) throw new S3ErrorResponse(503, reason, response.headers.date);
  return body;
}

export interface Transport {
  /** Sends one request without retries. Resolves with the response of any status, before its body. */
  send(request: SignedRequest, signal: AbortSignal): Promise<IncomingMessage>;
  close(): void;
}

/** Creates connections to the store, which are reused. */
export function createTransport(isSecure: boolean): Transport {
  const { Agent, request: makeRequest } = isSecure ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  return {
    send: ({ method, url, headers, body }, signal) =>
      new Promise((resolve, reject) => {
        const request = makeRequest(url, { method, headers, agent, signal });
        request.once('response', resolve);
        request.on('error', reject);
        request.once('socket', (socket) => {
          if (!socket.connecting) return;
          const abortConnect = () =>
            request.destroy(new Error('The file storage doesn’t accept connections.'));
          const timer = setTimeout(abortConnect, CONNECT_MS);
          for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
        });
        request.setTimeout(IDLE_SOCKET_MS, () => request.destroy(new Error('The connection was idle.')));
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}
