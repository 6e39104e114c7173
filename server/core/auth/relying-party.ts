import { isIP } from 'node:net';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** What a passkey is made for: the name of the host, and the whole address of the page that uses it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** What tells where a request was sent to. */
export interface Addressed {
  readonly protocol: string;
  /** With its port. */
  readonly host: string;
  readonly headers: { readonly origin?: string | undefined };
}

/** Behind a proxy that ends TLS only the browser knows the scheme; it is believed when it names the same host. */
function pageOf({ protocol, host, headers }: Addressed): URL | undefined {
  const asked = URL.parse(`${protocol}://${host}`);
  const named = headers.origin === undefined ? null : URL.parse(headers.origin);
  return (named?.hostname === asked?.hostname ? named : asked) ?? undefined;
}

/**
 * Of the address that people use where it is set, else of the request.
 * @throws AppError 409 where the host is a number: browsers make no passkeys there
 */
export function relyingPartyOf(publicUrl: string, request: Addressed): RelyingParty {
  const page = publicUrl === '' ? pageOf(request) : (URL.parse(publicUrl) ?? undefined);
  const id = page?.hostname ?? '';
  if (!page || id === '' || isIP(id.replaceAll(/[[\]]/g, '')) !== 0)
    throw appError(knownErrors.noPasskeyHost);
  return { id, origin: page.origin };
}
