import { generateKeyPairSync, sign } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An account of the provider. Tests can change it. */
export interface OidcAccount {
  name: string;
  email: string;
  email_verified: boolean;
  groups: string[];
}

export const oidcClient = { client_id: 'lectern', client_secret: 'a secret of the client' } as const;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a form that signs in as the account with the entered ID. It contains no script and no style. */
const signInPage = (uid: string): string => `<!doctype html><html lang="en"><title>Example sign-in</title>
<h1>Example sign-in</h1><form action="/interaction/${uid}/login" method="get">
<label>Account <input name="account"></label> <button>Continue</button></form>`;

interface Options {
  readonly redirectUris: readonly string[];
  readonly signOutUris?: readonly string[];
}

/**
 * Starts an OpenID provider on localhost. `accounts` has the accounts by subject. `tamper` changes the claims of the next ID token, which
 * is signed with the provider's key or another one.
 */
export async function startOidcServer({ redirectUris, signOutUris = [] }: Options) {
  const accounts = new Map<string, OidcAccount>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strangeKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let tamperOptions: { readonly claims: object; readonly isForged: boolean } | undefined;
  let handle = (_request: IncomingMessage, response: ServerResponse): unknown =>
    response.writeHead(503).end();
  const server: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        ...oidcClient,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [...signOutUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
      openid: ['sub', 'auth_time'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the cookies'] },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });

  function tamperToken(token: string): string {
    const [header = '', payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const text = `${header}.${base64url({ ...claims, ...tamperOptions?.claims })}`;
    const key = tamperOptions?.isForged ? strangeKey : privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }

  provider.use(async (context, next) => {
    await next();
    const { body } = context as { body?: { id_token?: string } };
    if (context.path !== '/token' || !tamperOptions || !body?.id_token) return;
    body.id_token = tamperToken(body.id_token);
    tamperOptions = undefined;
  });

  const callback = provider.callback();
  handle = async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const [, uid = '', action] = /^\/interaction\/([\w-]+)(\/login)?$/.exec(url.pathname) ?? [];
    if (uid === '') return callback(request, response);
    if (!action) return response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage(uid));
    const accountId = url.searchParams.get('account') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId } });
  };

  /** Follows the redirects of a browser through the provider. @returns the query of the final redirect URL */
  async function signIn(address: string, account: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(address);
    for (let step = 0; step < 10; step++) {
      const isInteraction = /^\/interaction\/[\w-]+$/.test(next.pathname);
      if (isInteraction)
        next = new URL(`${next.pathname}/login?account=${encodeURIComponent(account)}`, issuer);
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${next.pathname} is ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
      if (next.origin !== issuer) return next.search.slice(1);
    }
    throw new Error('The provider does not redirect back');
  }

  return {
    issuer,
    accounts,
    signIn,
    tamper(claims: object, isForged = false): void {
      tamperOptions = { claims, isForged };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;
