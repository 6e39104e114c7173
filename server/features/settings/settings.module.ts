import { revisionHeader } from '#contract/settings/page';
import { createAccountNotices } from '#server/core/auth/account-notices';
import type { Mail } from '#server/core/mail/mail';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';
import { type Core, defineFeature } from '#server/app/feature';
import { createReadingTimesJob } from './reading-times.jobs.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettingsService } from './settings.service.ts';

/** Settings changed by staff. Responses to signed-in users include their version, so that an old page reloads them. */
export function createSettingsFeature({
  config,
  database,
  files,
  settings,
  jobs,
  mail,
}: Core & { readonly mail: Mail }) {
  const productName = () => productNameOf(settings);
  const publicUrl = () => publicUrlOf(settings);
  const notices = createAccountNotices({ mail, productName, publicUrl });
  const service = createSettingsService({ database, files, settings, bounds: config, notices, jobs });
  return defineFeature({
    name: 'settings',
    page: () => service.page(),
    routes: () => settingsRoutes(service),
    register({ app }) {
      // oxlint-disable-next-line max-params -- The signature is that of Fastify’s hook.
      app.addHook('onSend', (request, reply, _payload, callback) => {
        if (request.headers.authorization !== undefined)
          reply.header(revisionHeader, String(settings.revision()));
        callback();
      });
    },
    jobs: () => [createReadingTimesJob({ database, settings })],
  });
}
