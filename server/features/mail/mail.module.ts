import { type Core, defineFeature } from '#server/app/feature';
import { createMail, deleteOldEmails } from '#server/core/mail/mail';
import { createMailJob } from '#server/core/mail/mail.jobs';

/** Emails: other features enqueue them, and a job sends them. */
export function createMailFeature({ config, database, jobs }: Core) {
  const { smtpUrl, mailFrom } = config;
  return defineFeature({
    name: 'mail',
    mail: createMail(jobs, smtpUrl),
    jobs: () => (smtpUrl === undefined ? [] : [createMailJob({ database, smtpUrl, mailFrom })]),
    cleanUp: () => deleteOldEmails(database.kysely),
  });
}
