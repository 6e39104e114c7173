import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { toBody } from './to-body.ts';

export interface ClientOptions {
  /** The address of the API: `https://catalogue.example.org/api`. */
  readonly baseUrl: string;
  /** The `access_token` of a sign-in, or a function that has the present one. */
  readonly token?: string | (() => string | undefined);
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client for the calls of `Paths`. Bodies are sent as JSON, or as a form where a file is among them. */
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
