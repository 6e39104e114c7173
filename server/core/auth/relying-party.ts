import { isIP } from 'node:net';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** The relying party of a passkey: the host name and the origin of the page. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The parts of a request that define its address. */
export interface RequestAddress {
  readonly protocol: string;
  /** Includes the port. */
  readonly host: string;
  readonly headers: { readonly origin?: string | undefined };
}

/** The configured address of the server. */
export interface ServerAddress {
  /** The address that users open; blank if it is not set. */
  readonly publicUrl: string;
  /** The host that the server was started with. */
  readonly host: string;
}

/**
 * Returns the URL of the page. Behind a proxy only the browser has the public scheme and port, so both are read from `Origin`.
 * The host name must be that of the request.
 */
function pageOf({ protocol, host, headers }: RequestAddress): URL | undefined {
  const requestedUrl = URL.parse(`${protocol}://${host}`);
  if (headers.origin === undefined) return requestedUrl ?? undefined;
  const page = URL.parse(headers.origin);
  return page && page.hostname === requestedUrl?.hostname ? page : undefined;
}

/**
 * Returns the relying party. If a public address is set, its host is used. Otherwise the request must name `localhost` or the
 * host that the server was started with, because clients can send any `Host` and `Origin`.
 * @throws AppError 409 for other hosts, and for IP addresses, for which browsers create no passkeys
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
 * Returns the address that a sign-in provider redirects to, without a trailing slash: the public address if it is set. Otherwise
 * the request must name a loopback host or the host that the server was started with.
 * @throws AppError 409 for other hosts
 */
export function siteAddressOf({ publicUrl, host }: ServerAddress, request: RequestAddress): string {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '');
  const page = pageOf(request);
  if (!page || ![...loopbackHosts, host.toLowerCase()].includes(page.hostname))
    throw appError(knownErrors.noProviderHost);
  return page.origin;
}
