import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ResponseBody } from '../api.ts';

const MAX_TRIES = 600;
const REST_MS = 100;

type Body = FormData | object;

/**
 * Returns a client of several servers that share one catalogue, as a client behind a load balancer. A request without a response,
 * or with a response that requests a retry, is sent to the next server. All attempts of a create have the same Idempotency-Key.
 */
export function createPatientClient(servers: readonly { readonly url: string }[], authorization: string) {
  let round = 0;
  let retries = 0;

  async function read<Result>(
    path: string,
    init: () => RequestInit,
    take: (response: Response) => Promise<Result>,
  ): Promise<{ status: number; result: Result }> {
    let last: unknown;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { url } = servers[round++ % servers.length] ?? { url: '' };
      try {
        const response = await fetch(`${url}${path}`, init());
        const result = await take(response);
        if (response.status < 500) return { status: response.status, result };
        last = result;
      } catch (error) {
        last = error;
      }
      retries += 1;
      await delay(REST_MS);
    }
    throw new Error(`${path} was not answered in ${MAX_TRIES} tries`, { cause: last });
  }

  async function call<Data>(
    method: 'GET' | 'POST' | 'DELETE',
    {
      path,
      body,
      key,
    }: { readonly path: string; readonly body?: (() => Body) | undefined; readonly key?: string | undefined },
  ): Promise<{ status: number; result: ResponseBody<Data> }> {
    const init = (): RequestInit => {
      const requestBody = body?.();
      const isForm = requestBody instanceof FormData;
      return {
        method,
        headers: {
          authorization,
          ...(requestBody && !isForm && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(requestBody && { body: isForm ? requestBody : JSON.stringify(requestBody) }),
      };
    };
    return read(`/api${path}`, init, async (response) => (await response.json()) as ResponseBody<Data>);
  }

  return {
    call,
    create: <Data>(path: string, body: () => Body, key: string = randomUUID()) =>
      call<Data>('POST', { path, body, key }),
    bytes: (path: string, range?: string) =>
      read(
        path,
        () => (range === undefined ? {} : { headers: { range } }),
        async (response) => Buffer.from(await response.arrayBuffer()),
      ),
    /** The number of attempts without a response. */
    retries: () => retries,
  };
}
