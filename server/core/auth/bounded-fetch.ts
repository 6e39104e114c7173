import { lookup as resolveHost } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP } from 'node:net';
import type { CustomFetchOptions } from 'openid-client';

/* Requests to sign-in providers. Their discovery documents contain further URLs, so the requests are limited. */

const MAX_RESPONSE_BYTES = 512 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;

/** Thrown when a provider does not respond in time or within the limits, or when its address is not allowed. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

/** Returns true for addresses of this machine and of private networks. IPv4 addresses in IPv6 form count as IPv4. */
export const isPrivateAddress = (address: string): boolean =>
  privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Resolves a host when a connection opens, and rejects the host if any of its addresses is private. */
const resolvePublicHost: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(error ?? new ProviderUnreachable(`No address of ${hostname}`), []);
    else if (addresses.some(({ address }) => isPrivateAddress(address)))
      callback(new ProviderUnreachable(`${hostname} has a private address`), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function readBounded(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) {
      message.destroy();
      throw new ProviderUnreachable('The response is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Encodes a request body. OpenID Connect requests are forms or have no body. */
function bytesOf(body: CustomFetchOptions['body']): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body));
  throw new TypeError('This kind of body is not sent');
}

/**
 * Creates a `fetch` for one provider. It follows no redirects and stops after 512 KB or the given time. Only the issuer's host
 * may have a private address, because the system administrator configured it. Other hosts are read from the provider's document.
 */
export function createBoundedFetch(issuer: URL, timeoutMs: number) {
  return async function boundedFetch(
    address: string,
    { method, headers, body }: CustomFetchOptions,
  ): Promise<Response> {
    const url = new URL(address);
    const isOwnHost = url.hostname === issuer.hostname;
    const isAllowedScheme = url.protocol === 'https:' || (url.protocol === issuer.protocol && isOwnHost);
    if (!isAllowedScheme) throw new ProviderUnreachable(`${url.protocol} is not allowed`);
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    if (!isOwnHost && isIP(host) !== 0 && isPrivateAddress(host))
      throw new ProviderUnreachable(`${host} is a private address`);
    const bytes = bytesOf(body);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    try {
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const clientRequest = send(url, {
          method,
          headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
          maxHeaderSize: MAX_HEADER_BYTES,
          signal: AbortSignal.timeout(timeoutMs),
          agent: false,
          ...(!isOwnHost && { lookup: resolvePublicHost }),
        });
        clientRequest.on('response', resolve);
        clientRequest.on('error', reject);
        clientRequest.end(bytes);
      });
      const content = await readBounded(message);
      const receivedHeaders = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
      );
      const status = message.statusCode ?? 502;
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(content), {
        status,
        headers: receivedHeaders,
      });
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error;
      throw new ProviderUnreachable('The provider doesn’t respond', { cause: error });
    }
  };
}
