import type { MadeLink } from '#contract/auth/account-links';
import type { Email } from './mail.ts';

/** A time in words that mean the same everywhere. */
const inUtc = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

interface Recipient {
  readonly name: string;
  readonly email: string;
}

export interface LinkEmail {
  readonly product: string;
  /** Where people open the product, without a slash at the end. */
  readonly address: string;
  readonly to: Recipient;
  readonly link: MadeLink;
  readonly userId: number | null;
}

/** What sends a link to whom it is for. The link stands alone in its line, so that every mail program makes it one. */
export function linkEmail({ product, address, to, link, userId }: LinkEmail): Email {
  const isInvitation = link.kind === 'invitation';
  const lines = [
    `Hello ${to.name},`,
    '',
    isInvitation
      ? `you are invited to ${product}. Open this link and set a password:`
      : `somebody asked for a new password for your account at ${product}. Open this link to set one:`,
    '',
    `${address}${link.path}`,
    '',
    `It works once, until ${inUtc(link.expires_at)}.`,
    isInvitation
      ? 'You sign in with this e-mail address.'
      : 'If it was not you, leave this letter alone: your password stays as it is.',
    '',
  ];
  return {
    to: to.email,
    subject: isInvitation ? `Your invitation to ${product}` : `A new password for ${product}`,
    text: lines.join('\n'),
    userId,
  };
}

export interface NewBrowserEmail {
  readonly product: string;
  /** Where people open the product, where that is set; else blank. */
  readonly address: string;
  readonly to: Recipient;
  /** In words: `Firefox on Windows`. */
  readonly browser: string;
  /** The network address; blank when it is not known. */
  readonly from: string;
  readonly at: string;
}

/** What tells somebody of a sign-in from a browser that she had not used before. */
export function newBrowserEmail({ product, address, to, browser, from, at }: NewBrowserEmail): Email {
  const profile = address === '' ? 'under Profile' : `at ${address}/profile`;
  const lines = [
    `Hello ${to.name},`,
    '',
    `somebody signed in to your account at ${product} from a new browser:`,
    '',
    `${browser}${from === '' ? '' : `, ${from}`}, ${inUtc(at)}`,
    '',
    'If it was you, there is nothing to do.',
    `If it was not you, change your password ${profile}: that ends all other sessions.`,
    '',
  ];
  return { to: to.email, subject: `A new sign-in to ${product}`, text: lines.join('\n'), userId: null };
}
