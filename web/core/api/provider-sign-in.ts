import { z } from 'zod';
import type { Endpoint } from '#contract/core/define-resource';
import { providerEndpoints, startedProvider } from '#contract/auth/providers';
import { type ApiClient, readData } from './client.ts';

/* A redirect to a sign-in provider. The tab that starts it stores the challenge, so no other tab can complete it. */

const KEY = 'provider_sign_in';

/** The purpose of a redirect: sign-in, linking an account, or reauthentication. */
const purposes = ['sign_in', 'link', 'proof'] as const;
export type ProviderPurpose = (typeof purposes)[number];

const startEndpoints: Readonly<Record<ProviderPurpose, Endpoint>> = {
  sign_in: providerEndpoints.start,
  link: providerEndpoints.startLink,
  proof: providerEndpoints.startProof,
};

const providerVisit = z.object({ purpose: z.enum(purposes), challenge: z.string() });
export type ProviderVisit = z.infer<typeof providerVisit>;

/** Returns true for addresses that a browser opens as a web page. */
export const isWebAddress = (address: string): boolean =>
  ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '');

/**
 * Redirects this tab to a provider.
 * @throws ApiError if the server rejects it or the provider is unavailable
 */
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

/** Returns the redirect that this tab started and deletes it, so it can be completed only once. */
export function takeProviderVisit(): ProviderVisit | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return providerVisit.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
