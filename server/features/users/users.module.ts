import { type Core, defineFeature } from '#server/app/feature';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';
import { userAndAccountRoutes } from './users-and-account.routes.ts';

/** Users, roles, invitations and everybody's own profile. */
export function createUsersFeature({
  config,
  database,
  files,
  settings,
  mail,
}: Core & { readonly mail: Mail }) {
  const publicUrl = () => publicUrlOf(settings);
  return defineFeature({
    name: 'user_lock',
    routes: ({ app }) =>
      userAndAccountRoutes({
        database,
        files,
        adminEmail: config.adminEmail,
        productName: () => productNameOf(settings),
        requirement: () => settings.values().two_factor,
        publicUrl,
        mail,
        // The address of a request is believed of people who have signed in, and of nobody else.
        addressOf: (request) =>
          publicUrl() || (request ? `${request.protocol}://${request.host}` : app.listeningOrigin),
      }),
  });
}
