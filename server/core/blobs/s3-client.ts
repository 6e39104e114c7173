import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Credentials } from './s3-address.ts';
import {
  createTransport,
  readSuccess,
  requireSuccess,
  S3ErrorResponse,
  type SignedRequest,
} from './s3-requests.ts';

const ATTEMPTS = 3;
const RETRY_MS = 100;
/** An overloaded store gets more time before a retry. */
const BUSY_RETRY_MS = 500;
const BUSY = new Set([429, 503]);
const TRANSIENT = new Set([429, 500, 502, 503, 504]);
/** The store rejects signatures with a time that differs more than this from its own. */
const MAX_SKEW_MS = 5 * 60_000;

type Values = Readonly<Record<string, string>>;

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The name of the object; absent for a request about the bucket. */
  readonly name?: string;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: Buffer;
}

export interface S3Response {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends requests and retries transient errors until `signal` aborts. Throws S3ErrorResponse, or the error of the connection. */
export interface S3Client {
  /** Sends a request and reads the whole response. */
  send(request: S3Request, signal: AbortSignal): Promise<S3Response>;
  /** Sends a request. The caller reads the body of the response. */
  open(request: S3Request, signal: AbortSignal): Promise<IncomingMessage>;
  /** Returns a URL at which anyone can read an object for the given time. */
  presign(name: string, query: Values, seconds: number): Promise<string>;
  close(): void;
}

export interface S3ClientOptions {
  /** The result of `bucketAddress`. */
  readonly address: string;
  readonly region: string;
  readonly credentials: S3Credentials;
}

/** Returns the time before the next attempt in milliseconds; undefined if a retry would have the same result. */
function retryDelay(attempt: number, error: unknown): number | undefined {
  const s3Error = error instanceof S3ErrorResponse ? error : undefined;
  if (s3Error && !TRANSIENT.has(s3Error.httpStatus) && s3Error.reason !== 'RequestTimeout') return undefined;
  const isBusy = s3Error !== undefined && BUSY.has(s3Error.httpStatus);
  return Math.random() * (isBusy ? BUSY_RETRY_MS : RETRY_MS) * 2 ** attempt;
}

/** Creates a client that sends signed requests to one bucket. */
export function createS3Client({ address, region, credentials }: S3ClientOptions): S3Client {
  const transport = createTransport(address.startsWith('https:'));
  const cache = new Map<string, ArrayBuffer>();
  /** The clock of the store minus the clock of this machine, in milliseconds. */
  let skewMs = 0;

  const urlOf = (name: string | undefined, query: Values = {}): string => {
    const path = name === undefined ? '' : `/${name.split('/').map(encodeURIComponent).join('/')}`;
    const search = new URLSearchParams(query).toString();
    return `${address}${path}${search && `?${search}`}`;
  };

  async function sign(options: { method: string; url: string; headers?: Values; signQuery?: boolean }) {
    const now = new Date(Date.now() + skewMs).toISOString();
    const datetime = now.replaceAll(/[:-]|\.\d{3}/g, '');
    const signer = new AwsV4Signer({ ...options, ...credentials, service: 's3', region, cache, datetime });
    const { url, headers } = await signer.sign();
    // Some stores do not decode a plus sign as a space.
    url.search = url.search.replaceAll('+', '%20');
    return { url, headers: Object.fromEntries(headers) };
  }

  async function signedHeaders({ method, name, query, headers, body }: S3Request): Promise<SignedRequest> {
    const bodyHash = { 'x-amz-content-sha256': hash('sha256', body ?? '') };
    const url = urlOf(name, query);
    return { method, body, ...(await sign({ method, url, headers: { ...headers, ...bodyHash } })) };
  }

  /** Returns true if the store rejected a signature because the clocks differ. Later signatures use the time of the store. */
  function followClock(error: unknown): boolean {
    if (!(error instanceof S3ErrorResponse) || error.httpStatus !== 403 || !error.date) return false;
    const clockSkew = error.date.getTime() - Date.now();
    if (!(Math.abs(clockSkew - skewMs) > MAX_SKEW_MS)) return false;
    skewMs = clockSkew;
    return true;
  }

  async function repeatRequest<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await act();
      } catch (error) {
        const wait = followClock(error) ? 0 : retryDelay(attempt, error);
        if (wait === undefined || attempt + 1 >= ATTEMPTS || signal.aborted) throw error;
        await delay(wait, undefined, { signal });
      }
    }
  }

  const begin = async (request: S3Request, signal: AbortSignal) =>
    requireSuccess(await transport.send(await signedHeaders(request), signal));

  return {
    send: (request, signal) =>
      repeatRequest(signal, async () => {
        const response = await begin(request, signal);
        return { headers: response.headers, body: await readSuccess(response) };
      }),
    open: (request, signal) => repeatRequest(signal, () => begin(request, signal)),
    async presign(name, query, seconds) {
      const url = urlOf(name, { ...query, 'X-Amz-Expires': String(seconds) });
      return (await sign({ method: 'GET', url, signQuery: true })).url.href;
    },
    close: () => transport.close(),
  };
}
