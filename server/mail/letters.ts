import type { MadeLink } from '#contract/people/links';
import type { Letter } from './mail.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

export interface LinkLetter {
  readonly product: string;
  /** Where people open the product, without a slash at the end. */
  readonly address: string;
  readonly to: Recipient;
  readonly link: MadeLink;
  readonly userId: number | null;
}

/** The end of a link in words that mean the same everywhere. */
const until = ({ expires_at }: MadeLink): string => `${expires_at.slice(0, 16).replace('T', ' ')} UTC`;

/** What sends a link to whom it is for. The link stands alone in its line, so that every mail program makes it one. */
export function linkLetter({ product, address, to, link, userId }: LinkLetter): Letter {
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
    `It works once, until ${until(link)}.`,
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
