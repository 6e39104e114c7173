import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { readXml, textIn } from './s3-xml.ts';

/** A slow listener holds a connection, so there are many. */
const MAX_SOCKETS = 512;
const CONNECT_MS = 5_000;
/** For connections that are kept by listeners who pause. */
const IDLE_SOCKET_MS = 5 * 60_000;

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** An answer of the store that is not the one that was asked for. */
export class S3ErrorResponse extends Error {
  override readonly name = 'S3ErrorResponse';
  /** Of HTTP; 503 for a failure that the store found after it had answered 200. */
  readonly httpStatus: number;
  /** The error code of S3; empty if the response has no body. */
  readonly reason: string;
  /** When the store says it answered. */
  readonly date: Date | undefined;

  constructor(httpStatus: number, reason: string, date?: string) {
    super(`The store answered ${httpStatus} ${reason}`.trimEnd());
    this.httpStatus = httpStatus;
    this.reason = reason;
    this.date = date === undefined ? undefined : new Date(date);
  }
}

/** The reason in a body that reports a failure. */
function reasonIn(body: string): string | undefined {
  if (!body.includes('<Error')) return undefined;
  const root = readXml(body);
  return root.name === 'Error' ? (textIn(root, 'Code') ?? 'Error') : undefined;
}

/** @throws S3ErrorResponse unless the answer is a success, whose body is left to the caller */
export async function requireSuccess(answer: IncomingMessage): Promise<IncomingMessage> {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 200 && statusCode < 300) return answer;
  const body = await readText(answer);
  throw new S3ErrorResponse(statusCode, reasonIn(body) ?? '', headers.date);
}

/**
 * Reads the body of a success to its end. A store that copies or joins parts may answer 200 before it knows whether it
 * succeeds, and report a failure in the body.
 */
export async function readSuccess(answer: IncomingMessage): Promise<string> {
  const body = await readText(answer);
  const reason = reasonIn(body);
  if (reason !== undefined) throw new S3ErrorResponse(503, reason, answer.headers.date);
  return body;
}

export interface Transport {
  /** Sends one request, once. Resolves with the beginning of the answer, whatever its status is. */
  send(request: SignedRequest, signal: AbortSignal): Promise<IncomingMessage>;
  close(): void;
}

/** Connections to the store, which are used again. */
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
          const giveUp = () => request.destroy(new Error('The store accepts no connection.'));
          const timer = setTimeout(giveUp, CONNECT_MS);
          for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
        });
        request.setTimeout(IDLE_SOCKET_MS, () => request.destroy(new Error('The connection was idle.')));
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}
