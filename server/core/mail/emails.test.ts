import { expect, test } from 'vitest';
import {
  emailBasics as basics,
  sampleEmails,
  sentAt as at,
  sentContent,
} from '#server/testing/sample-emails';
import { toPlainText } from './email-content.ts';
import { toHtml } from './email-html.ts';
import { accountChangedEmail, linkEmail } from './emails.ts';
import type { Email } from './mail.ts';

const { linkEmail: links, accountChangedEmail: account, newBrowserEmail: browser } = sampleEmails;
const { backupProblem } = sampleEmails.backupProblemEmail;

test.each<[string, Email, subject: string, firstLine: string, button: string]>([
  [
    'an invitation',
    links.invitation,
    'Ada invited you to Lectern',
    'Ada invited you to Lectern. The invitation expires on 25 November 2026 at 14:30 UTC.',
    'Set password',
  ],
  [
    'an invitation that its recipient requested again',
    links.requestedInvitation,
    'Your invitation to Lectern',
    'You requested your invitation to Lectern again. The invitation expires on 25 November 2026 at 14:30 UTC.',
    'Set password',
  ],
  [
    'a password reset',
    links.reset,
    'Reset your Lectern password',
    'Someone requested a password reset for your Lectern account nora@example.org. The link expires on 25 November 2026 at 14:30 UTC.',
    'Reset password',
  ],
  [
    'a password reset by an administrator',
    links.resetByAdministrator,
    'Reset your Lectern password',
    'Ada requested a password reset for your Lectern account nora@example.org. The link expires on 25 November 2026 at 14:30 UTC.',
    'Reset password',
  ],
  [
    'a changed account',
    account.changed,
    '[Lectern] The password of your account was changed',
    'The password of your account was changed on 25 November 2026 at 14:30 UTC.',
    'Review account',
  ],
  [
    'a new browser',
    browser.newBrowser,
    'New sign-in to Lectern from Firefox on Windows',
    'Someone signed in to your Lectern account from Firefox on Windows on 25 November 2026 at 14:30 UTC.',
    'Review sessions',
  ],
  [
    'a backup problem',
    backupProblem,
    '[Lectern] Backup problem',
    'The last backup is older than 36 hours.',
    'Review backups',
  ],
])('states the event, its actor and the expiry of %s', (_what, email, subject, firstLine, button) => {
  const content = sentContent(email);
  expect([email.subject, content.paragraphs[0], content.button?.label]).toEqual([subject, firstLine, button]);
  const path = email.link ? '/invitation#secret' : email === backupProblem ? '/settings/backup' : '/profile';
  const url = `https://lectern.example${path}`;
  expect(toPlainText(content)).toContain(`\n${button}:\n${url}\n`);
  expect(toHtml(content, subject)).toContain(`<a class="button" href="${url}">${button}</a>`);
});

test('states the command that checks a checkpoint, in plain text and HTML', () => {
  const { content, subject } = sampleEmails.checkpointEmail.checkpoint;
  const [, line = ''] = content.paragraphs;
  expect(subject).toBe('[Lectern] Audit log checkpoint');
  for (const text of [toPlainText(content), toHtml(content, subject).replaceAll('&quot;', '"')]) {
    expect(text).toContain(line);
    expect(text).toContain('lectern audit-log verify --checkpoints FILE --key FILE.pub');
  }
});

test('has no button without an address', () => {
  const { content, subject } = accountChangedEmail({ ...basics, address: '', message: 'Changed.', at });
  expect(content.button).toBeNull();
  expect(toHtml(content, subject)).not.toContain('<a');
});

test('escapes every value in HTML, and links only web addresses', () => {
  const mark = `<b a="1">&'`;
  const escapedText = '&lt;b a=&quot;1&quot;&gt;&amp;&#39;';
  const html = toHtml(
    {
      product: mark,
      greeting: mark,
      paragraphs: [mark],
      details: [[mark, mark]],
      button: { label: mark, url: `https://a.example/${mark}` },
      closing: [mark],
    },
    mark,
  );
  expect(html).not.toContain('<b a');
  expect(html.split(escapedText)).toHaveLength(11);
  const script = { ...account.changed.content, button: { label: 'Open', url: 'javascript:alert(1)' } };
  expect(toHtml(script, 'Changed')).not.toContain('javascript:');
});

test('does not replace placeholders in names', () => {
  const content = sentContent(linkEmail({ ...basics, kind: 'invitation', actor: { id: 1, name: '$&' } }));
  expect(content.paragraphs[0]).toMatch(/^\$& invited you to Lectern\. The invitation expires on 25 /);
});
