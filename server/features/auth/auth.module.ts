import { type Sessions, createSessions } from '#server/core/auth/sessions';
import { createProviders, type Providers } from '#server/core/auth/providers';
import { createAccountNotices } from '#server/core/auth/account-notices';
import { relyingPartyOf, siteAddressOf } from '#server/core/auth/relying-party';
import { createSecrets } from '#server/core/auth/secrets';
import { createSignIn } from '#server/core/auth/sign-in';
import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { authRoutes } from './auth.routes.ts';
import { providerRoutes } from './providers.routes.ts';
import { createProviderService } from './providers.service.ts';
import { newBrowserEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';

interface SignInFeature extends Feature {
  readonly sessions: Sessions;
  readonly providers: Providers;
}

/** Sign-in, sign-out, and the sessions of all other requests. */
export function createAuthFeature({
  config,
  database,
  settings,
  mail,
}: Core & { readonly mail: Mail }): SignInFeature {
  const productName = () => productNameOf(settings);
  const publicUrl = () => publicUrlOf(settings);
  const notices = createAccountNotices({ mail, productName, publicUrl });
  const sessions = createSessions(database, {
    adminEmail: config.adminEmail,
    rules: settings.values,
    pointsPerMinute: config.callPointsPerMinute,
    notifyNewBrowser: async (db, { user, browser, origin }) => {
      const letter = {
        product: productName(),
        address: publicUrlOf(settings),
        to: user,
        browser,
        from: origin.address,
      };
      await mail.send(db, newBrowserEmail({ ...letter, at: new Date().toISOString() }));
    },
  });
  const site = () => ({ publicUrl: publicUrl(), host: config.host });
  const providers = createProviders(config.oidcProviders);
  const { adminEmail, passwordSignIn } = config;
  const isPasswordOff = !passwordSignIn;
  const secrets = createSecrets(config.secretsKeys);
  const signInDeps = {
    secrets,
    database,
    sessions,
    productName,
    rules: settings.values,
    notices,
    isPasswordOff,
  };
  return defineFeature({
    name: 'auth',
    sessions,
    providers,
    routes: () => {
      const signIn = createSignIn(signInDeps);
      const service = createProviderService({
        database,
        notices,
        providers,
        signIn,
        adminEmail,
        isPasswordOff,
      });
      return [
        ...authRoutes({
          sessions,
          signIn,
          providers,
          relyingParty: (request) => relyingPartyOf(site(), request),
          siteAddress: (request) => siteAddressOf(site(), request),
        }),
        ...providerRoutes(service, (request) => siteAddressOf(site(), request)),
      ];
    },
    flush: { what: 'last activity', run: () => sessions.flushActivity() },
    cleanUp: () => sessions.deleteExpired(),
  });
}
