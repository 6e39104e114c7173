import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { toBody } from './to-body.ts';

export interface ClientOptions {
  /** The base URL of the API, such as `https://catalogue.example.org/api`. */
  readonly baseUrl: string;
  /** The `access_token` of a sign-in, or a function that returns the current one. */
  readonly token?: string | (() => string | undefined);
  /** Sends the requests. Defaults to the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Returns a typed client for the operations of `Paths`. A body is sent as JSON, or as a form if it contains a file. */
export function createTypedClient<Paths extends object>(options: ClientOptions): Client<Paths> {
  const { baseUrl, token, fetch } = options;
  const client = createFetchClient<Paths>({
    baseUrl,
    bodySerializer: toBody,
    ...(fetch && { fetch }),
  });
  client.use(signedBy(() => (typeof token === 'function' ? token() : token)));
  return client;
}

function signedBy(readToken: () => string | undefined): Middleware {
  return {
    onRequest({ request }) {
      const token = readToken();
      if (token !== undefined && !request.headers.has('authorization'))
        request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
}
