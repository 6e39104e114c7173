import { type Sessions, createSessions } from '#server/core/auth/sessions';
import { createAccountNotices } from '#server/core/auth/account-notices';
import { relyingPartyOf } from '#server/core/auth/relying-party';
import { createSignIn } from '#server/core/auth/sign-in';
import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { authRoutes } from './auth.routes.ts';
import { newBrowserEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';

interface SignInFeature extends Feature {
  readonly sessions: Sessions;
}

/** Signing in and out, and the sessions that every other call relies on. */
export function createAuthFeature({
  config,
  database,
  settings,
  mail,
}: Core & { readonly mail: Mail }): SignInFeature {
  const productName = () => productNameOf(settings);
  const publicUrl = () => publicUrlOf(settings);
  const notices = createAccountNotices({ mail, productName, publicUrl });
  const sessions = createSessions(
    database,
    config.adminEmail,
    settings.values,
    async (at, { user, browser, origin }) => {
      const letter = {
        product: productName(),
        address: publicUrlOf(settings),
        to: user,
        browser,
        from: origin.address,
      };
      await mail.send(at, newBrowserEmail({ ...letter, at: new Date().toISOString() }));
    },
  );
  return defineFeature({
    name: 'sign-in',
    sessions,
    routes: () =>
      authRoutes(
        sessions,
        createSignIn({ database, sessions, productName, rules: settings.values, notices }),
        (request) => relyingPartyOf({ publicUrl: publicUrl(), host: config.host }, request),
      ),
    flush: { what: 'sightings', run: () => sessions.flushSeen() },
    cleanUp: () => sessions.forgetOld(),
  });
}
