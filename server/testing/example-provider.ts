import { readProviders } from '#server/core/auth/provider-config';
import { placeholders } from '#server/core/http/api-docs/examples';
import { oidcClient, startOidcServer } from './oidc-server.ts';

const subject = 'ada';

/** Starts the sign-in provider of the API reference examples, with an account of the administrator. */
export async function startExampleProvider() {
  const oidc = await startOidcServer({ redirectUris: ['http://localhost/sign-in/provider'] });
  oidc.accounts.set(subject, {
    name: 'Ada Admin',
    email: placeholders.email,
    email_verified: true,
    groups: [],
  });
  const example = { ...oidcClient, id: 'example', name: 'Example', issuer: oidc.issuer };
  return {
    /** The providers for the configuration of the server. */
    oidcProviders: readProviders(JSON.stringify([example])).providers,
    /** Signs in as the administrator. Returns the URL of the response. */
    signIn: (url: string) => oidc.signIn(url, subject),
    close: () => oidc.close(),
  };
}
