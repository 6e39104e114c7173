import type * as emails from '#server/core/mail/emails';
import {
  accountChangedEmail,
  backupProblemEmail,
  checkpointEmail,
  linkEmail,
  newBrowserEmail,
} from '#server/core/mail/emails';
import { withLink } from '#server/core/mail/email-content';
import { toHtml } from '#server/core/mail/email-html';
import type { Email } from '#server/core/mail/mail';

export const sentAt = '2026-11-25T14:30:12.000Z';
export const emailBasics = {
  product: 'Lectern',
  address: 'https://lectern.example',
  to: { id: 3, name: 'Nora', email: 'nora@example.org' },
};
const actor = { id: 1, name: 'Ada' };
const link = { path: '/invitation#secret', expires_at: sentAt, kind: 'invitation', is_mailed: true } as const;

/** Examples of all email templates, by template. */
export const sampleEmails = {
  linkEmail: {
    invitation: linkEmail({ ...emailBasics, kind: 'invitation', actor }),
    requestedInvitation: linkEmail({ ...emailBasics, kind: 'invitation', actor: null }),
    reset: linkEmail({ ...emailBasics, kind: 'password', actor: null }),
    resetByAdministrator: linkEmail({ ...emailBasics, kind: 'password', actor }),
  },
  accountChangedEmail: {
    changed: accountChangedEmail({
      ...emailBasics,
      message: 'The password of your account was changed.',
      at: sentAt,
    }),
  },
  newBrowserEmail: {
    newBrowser: newBrowserEmail({
      ...emailBasics,
      browser: 'Firefox on Windows',
      from: '192.0.2.7',
      at: sentAt,
    }),
  },
  backupProblemEmail: {
    backupProblem: backupProblemEmail({
      ...emailBasics,
      message: 'The last backup is older than 36 hours.',
    }),
  },
  checkpointEmail: {
    checkpoint: checkpointEmail(
      'Lectern',
      'archive@example.org',
      JSON.stringify({ at: sentAt, entries: 1200, hash: 'a1'.repeat(32), signature: 'Zm9v'.repeat(22) }),
    ),
  },
} satisfies Readonly<Record<keyof typeof emails, Readonly<Record<string, Email>>>>;

/** Returns the content as it is sent, with the link that is created then. */
export const sentContent = ({ content, link: linked }: Email) =>
  linked ? withLink(content, linked.address, link) : content;

/** Returns one sent email of each template, as HTML. */
export const renderedEmails = () =>
  Object.values(sampleEmails).flatMap((samples) =>
    Object.values<Email>(samples)
      .slice(0, 1)
      .map((email) => {
        const content = sentContent(email);
        const { subject } = email;
        return { html: toHtml(content, subject), subject, hasButton: content.button !== null };
      }),
  );
