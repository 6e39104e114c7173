import { type Core, defineFeature } from '#server/app/feature';
import { relyingPartyOf } from '#server/core/auth/relying-party';
import { createSecrets } from '#server/core/auth/secrets';
import type { Providers } from '#server/core/auth/providers';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';
import { userAndAccountRoutes } from './users-and-account.routes.ts';

/** Users, roles, invitations and the caller's profile. */
export function createUsersFeature({
  config,
  database,
  files,
  settings,
  mail,
  providers,
}: Core & { readonly mail: Mail; readonly providers: Pick<Providers, 'nameOf'> }) {
  const publicUrl = () => publicUrlOf(settings);
  return defineFeature({
    name: 'users',
    routes: ({ app }) =>
      userAndAccountRoutes({
        database,
        files,
        adminEmail: config.adminEmail,
        productName: () => productNameOf(settings),
        requirement: () => settings.values().two_factor,
        publicUrl,
        relyingParty: (request) => relyingPartyOf({ publicUrl: publicUrl(), host: config.host }, request),
        mail,
        secrets: createSecrets(config.secretsKeys),
        nameOfIssuer: providers.nameOf,
        isPasswordOff: !config.passwordSignIn,
        // The address of the request is used only for signed-in users.
        addressOf: (request) =>
          publicUrl() || (request ? `${request.protocol}://${request.host}` : app.listeningOrigin),
      }),
  });
}
