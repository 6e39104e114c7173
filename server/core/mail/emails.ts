import type { LinkKind, MadeLink } from '#contract/auth/account-links';
import type { Email } from './mail.ts';

/** A time in words that mean the same everywhere. */
const inUtc = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

interface Recipient {
  readonly name: string;
  readonly email: string;
}

export interface LinkEmail {
  readonly product: string;
  /** The address of the product, without a slash at the end. */
  readonly address: string;
  readonly to: Recipient & { readonly id: number };
  readonly kind: LinkKind;
  readonly userId: number | null;
}

/** Lines that are filled in when the email is sent, so that no stored text holds a link. */
const LINK_LINE = '{link}';
const EXPIRY_LINE = '{expiry}';

/** The email with a link for its recipient. The link is alone in its line, so that every mail program recognises it. */
export function linkEmail({ product, address, to, kind, userId }: LinkEmail): Email {
  const isInvitation = kind === 'invitation';
  const lines = [
    `Hello ${to.name},`,
    '',
    isInvitation
      ? `You’ve been invited to ${product}. Open this link to set your password:`
      : `We received a request to reset the password for your ${product} account. Open this link to choose a new password:`,
    '',
    LINK_LINE,
    '',
    EXPIRY_LINE,
    isInvitation
      ? 'Sign in with this email address.'
      : 'If you didn’t request this, you can ignore this email. Your password won’t change.',
    '',
  ];
  return {
    to: to.email,
    subject: isInvitation ? `Your invitation to ${product}` : `Reset your ${product} password`,
    text: lines.join('\n'),
    userId,
    link: { userId: to.id, kind, address },
  };
}

/** The text of an email with the link that was made for it. */
export function withLink(text: string, address: string, { path, expires_at }: MadeLink): string {
  const filled = (line: string) => {
    if (line === LINK_LINE) return `${address}${path}`;
    return line === EXPIRY_LINE ? `The link works once and expires at ${inUtc(expires_at)}.` : line;
  };
  return text.split('\n').map(filled).join('\n');
}

export interface AccountChangedEmail {
  readonly product: string;
  readonly address: string;
  readonly to: Recipient;
  /** A sentence that says what was changed. */
  readonly message: string;
  readonly at: string;
}

/** The email that tells the owner of an account of a change to a way to sign in. */
export function accountChangedEmail({ product, address, to, message, at }: AccountChangedEmail): Email {
  const lines = [
    `Hello ${to.name},`,
    '',
    `${message} (${inUtc(at)})`,
    '',
    'If this was you, no action is needed.',
    'If this wasn’t you, contact an administrator, change your password and sign out your other sessions.',
    '',
    ...(address === '' ? [] : [`${address}/profile`, '']),
  ];
  return {
    to: to.email,
    subject: `Your ${product} account was changed`,
    text: lines.join('\n'),
    userId: null,
  };
}

export interface NewBrowserEmail {
  readonly product: string;
  /** The address of the product, if it is set; else blank. */
  readonly address: string;
  readonly to: Recipient;
  /** In words: `Firefox on Windows`. */
  readonly browser: string;
  /** The network address; blank when it is not known. */
  readonly from: string;
  readonly at: string;
}

/** The email about a sign-in from a browser that the user had not used before. */
export function newBrowserEmail({ product, address, to, browser, from, at }: NewBrowserEmail): Email {
  const profile = address === '' ? 'under Profile' : `at ${address}/profile`;
  const lines = [
    `Hello ${to.name},`,
    '',
    `There was a new sign-in to your ${product} account:`,
    '',
    `${browser}${from === '' ? '' : `, ${from}`}, ${inUtc(at)}`,
    '',
    'If this was you, no action is needed.',
    `If this wasn’t you, change your password ${profile}. This signs out all other sessions.`,
    '',
  ];
  return { to: to.email, subject: `New sign-in to ${product}`, text: lines.join('\n'), userId: null };
}
