import { expect, test } from 'vitest';
import { toPlainText, withLink } from './email-content.ts';
import { toHtml } from './email-html.ts';
import { accountChangedEmail, linkEmail, newBrowserEmail } from './emails.ts';
import type { Email } from './mail.ts';

const at = '2026-11-25T14:30:12.000Z';
const link = { path: '/invitation#secret', expires_at: at, kind: 'invitation', is_mailed: true } as const;
const basics = {
  product: 'Lectern',
  address: 'https://lectern.example',
  to: { id: 3, name: 'Nora', email: 'nora@example.org' },
};
const actor = { id: 1, name: 'Ada' };

const invitation = linkEmail({ ...basics, kind: 'invitation', actor });
const requestedInvitation = linkEmail({ ...basics, kind: 'invitation', actor: null });
const reset = linkEmail({ ...basics, kind: 'password', actor: null });
const resetByAdmin = linkEmail({ ...basics, kind: 'password', actor });
const changed = accountChangedEmail({
  ...basics,
  message: 'The password of your account was changed.',
  at,
});
const newBrowser = newBrowserEmail({ ...basics, browser: 'Firefox on Windows', from: '192.0.2.7', at });

const contentOf = ({ content, link: linked }: Email) =>
  linked ? withLink(content, linked.address, link) : content;

test.each<[string, Email, subject: string, firstLine: string, button: string]>([
  [
    'an invitation',
    invitation,
    'Ada invited you to Lectern',
    'Ada invited you to Lectern. The invitation expires on 25 November 2026 at 14:30 UTC.',
    'Set password',
  ],
  [
    'an invitation that its recipient requested again',
    requestedInvitation,
    'Your invitation to Lectern',
    'You requested your invitation to Lectern again. The invitation expires on 25 November 2026 at 14:30 UTC.',
    'Set password',
  ],
  [
    'a password reset',
    reset,
    'Reset your Lectern password',
    'Someone requested a password reset for your Lectern account nora@example.org. The link expires on 25 November 2026 at 14:30 UTC.',
    'Reset password',
  ],
  [
    'a password reset by an administrator',
    resetByAdmin,
    'Reset your Lectern password',
    'Ada requested a password reset for your Lectern account nora@example.org. The link expires on 25 November 2026 at 14:30 UTC.',
    'Reset password',
  ],
  [
    'a changed account',
    changed,
    '[Lectern] The password of your account was changed',
    'The password of your account was changed on 25 November 2026 at 14:30 UTC.',
    'Review account',
  ],
  [
    'a new browser',
    newBrowser,
    'New sign-in to Lectern from Firefox on Windows',
    'Someone signed in to your Lectern account from Firefox on Windows on 25 November 2026 at 14:30 UTC.',
    'Review sessions',
  ],
])('states the event, its actor and the expiry of %s', (_what, email, subject, firstLine, button) => {
  const content = contentOf(email);
  expect([email.subject, content.paragraphs[0], content.button?.label]).toEqual([subject, firstLine, button]);
  const url = email.link ? 'https://lectern.example/invitation#secret' : 'https://lectern.example/profile';
  expect(toPlainText(content)).toContain(`\n${button}:\n${url}\n`);
  expect(toHtml(content, subject)).toContain(`<a class="button" href="${url}">${button}</a>`);
});

test('has no button without an address', () => {
  const { content, subject } = accountChangedEmail({ ...basics, address: '', message: 'Changed.', at });
  expect(content.button).toBeNull();
  expect(toHtml(content, subject)).not.toContain('<a');
});

test('escapes every value in HTML, and links only web addresses', () => {
  const mark = `<b a="1">&'`;
  const escaped = '&lt;b a=&quot;1&quot;&gt;&amp;&#39;';
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
  expect(html.split(escaped)).toHaveLength(11);
  const script = { ...changed.content, button: { label: 'Open', url: 'javascript:alert(1)' } };
  expect(toHtml(script, 'Changed')).not.toContain('javascript:');
});

test('does not replace placeholders in names', () => {
  const content = contentOf(linkEmail({ ...basics, kind: 'invitation', actor: { id: 1, name: '$&' } }));
  expect(content.paragraphs[0]).toMatch(/^\$& invited you to Lectern\. The invitation expires on 25 /);
});
