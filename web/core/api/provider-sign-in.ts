import { z } from 'zod';
import type { Endpoint } from '#contract/core/define-resource';
import { providerEndpoints, startedProvider } from '#contract/auth/providers';
import { type ApiClient, readData } from './client.ts';

/* A visit to a sign-in provider. The tab that begins it keeps the challenge, so that no other one can end it. */

const KEY = 'provider_sign_in';

/** Purposes of a visit: a sign-in, a linked account, the proof of a session. */
const purposes = ['sign_in', 'link', 'proof'] as const;
export type ProviderPurpose = (typeof purposes)[number];

const startEndpoints: Readonly<Record<ProviderPurpose, Endpoint>> = {
  sign_in: providerEndpoints.start,
  link: providerEndpoints.startLink,
  proof: providerEndpoints.startProof,
};

const providerVisit = z.object({ purpose: z.enum(purposes), challenge: z.string() });
export type ProviderVisit = z.infer<typeof providerVisit>;

/** Returns true for addresses that a browser opens as a page of a server. */
export const isWebAddress = (address: string): boolean =>
  ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '');

/** Sends this tab to a provider. @throws ApiError when the server refuses, or the provider is down */
export async function visitProvider(
  client: ApiClient,
  purpose: ProviderPurpose,
  provider: string,
): Promise<void> {
  const response = await client.call({ ...startEndpoints[purpose], json: { provider } });
  const { url, challenge } = startedProvider.parse(readData(response));
  if (!isWebAddress(url)) throw new TypeError('The address of the provider is not valid');
  sessionStorage.setItem(KEY, JSON.stringify({ purpose, challenge } satisfies ProviderVisit));
  window.location.assign(url);
}

/** Returns the visit that this tab began, and forgets it: it can be ended once. */
export function takeVisit(): ProviderVisit | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return providerVisit.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
