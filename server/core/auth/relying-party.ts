import { isIP } from 'node:net';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** The relying party of a passkey: the host name, and the origin of the page that uses it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The parts of a request that contain its address. */
export interface RequestAddress {
  readonly protocol: string;
  /** With its port. */
  readonly host: string;
  readonly headers: { readonly origin?: string | undefined };
}

/** The server's own address, as far as it is known. */
export interface ServerAddress {
  /** The address that people use; blank where it is not set. */
  readonly publicUrl: string;
  /** The host that the server was started for. */
  readonly host: string;
}

/** Only the browser knows the scheme and the port behind a proxy. `Origin` counts for them alone. */
function pageOf({ protocol, host, headers }: RequestAddress): URL | undefined {
  const requested = URL.parse(`${protocol}://${host}`);
  if (headers.origin === undefined) return requested ?? undefined;
  const page = URL.parse(headers.origin);
  return page && page.hostname === requested?.hostname ? page : undefined;
}

/**
 * Returns the public address where it is set. Without one, the request names `localhost` or the host that the server was started
 * for: `Host` and `Origin` of any other name are a caller's claim.
 * @throws AppError 409 for another host, and for an IP address, where browsers make no passkeys
 */
export function relyingPartyOf({ publicUrl, host }: ServerAddress, request: RequestAddress): RelyingParty {
  const page = publicUrl === '' ? pageOf(request) : (URL.parse(publicUrl) ?? undefined);
  const id = page?.hostname ?? '';
  const isOwnHost = publicUrl !== '' || ['localhost', host.toLowerCase()].includes(id);
  if (!page || !isOwnHost || id === '' || isIP(id.replaceAll(/[[\]]/g, '')) !== 0)
    throw appError(knownErrors.noPasskeyHost);
  return { id, origin: page.origin };
}

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the address that a sign-in provider redirects to, without a slash at its end: the public address where it is set, else
 * that of the request if it names this machine or the host that the server was started for.
 * @throws AppError 409 for another host
 */
export function siteAddressOf({ publicUrl, host }: ServerAddress, request: RequestAddress): string {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '');
  const page = pageOf(request);
  if (!page || ![...loopbackHosts, host.toLowerCase()].includes(page.hostname))
    throw appError(knownErrors.noProviderHost);
  return page.origin;
}
