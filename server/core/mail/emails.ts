import type { LinkKind } from '#contract/auth/account-links';
import { type EmailContent, EXPIRY, formatTime } from './email-content.ts';
import type { Email } from './mail.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** The values that every email needs. */
interface EmailBasics {
  readonly product: string;
  /** The address of the product without a trailing slash. Blank if it is not configured. */
  readonly address: string;
  readonly to: Recipient;
}

const contentOf = ({ product, to }: EmailBasics, content: Partial<EmailContent>): EmailContent => ({
  product,
  greeting: `Hello ${to.name},`,
  paragraphs: [],
  details: [],
  button: null,
  closing: [],
  ...content,
});

export interface LinkEmail extends EmailBasics {
  readonly to: Recipient & { readonly id: number };
  readonly kind: LinkKind;
  /** The user who creates the link. Null if the recipient requested it. */
  readonly actor: { readonly id: number; readonly name: string } | null;
}

/** Creates an email with a link that is generated when the email is sent. */
export function linkEmail(email: LinkEmail): Email {
  const { address, to, kind, actor } = email;
  const texts = kind === 'invitation' ? invitationTexts(email) : passwordTexts(email);
  return {
    to: to.email,
    subject: texts.subject,
    content: contentOf(email, texts.content),
    userId: actor?.id ?? null,
    link: { userId: to.id, kind, address },
  };
}

interface Texts {
  readonly subject: string;
  readonly content: Partial<EmailContent>;
}

function invitationTexts({ product, to, actor }: LinkEmail): Texts {
  return {
    subject: actor ? `${actor.name} invited you to ${product}` : `Your invitation to ${product}`,
    content: {
      paragraphs: [
        actor
          ? `${actor.name} invited you to ${product}. The invitation expires on ${EXPIRY}.`
          : `You requested your invitation to ${product} again. The invitation expires on ${EXPIRY}.`,
        `Set a password, then sign in as ${to.email}.`,
      ],
      button: { label: 'Set password', url: null },
      closing: ['The link works once. If you didn’t expect this invitation, ignore this email.'],
    },
  };
}

function passwordTexts({ product, to, actor }: LinkEmail): Texts {
  return {
    subject: `Reset your ${product} password`,
    content: {
      paragraphs: [
        `${actor ? actor.name : 'Someone'} requested a password reset for your ${product} account ${to.email}. ` +
          `The link expires on ${EXPIRY}.`,
      ],
      button: { label: 'Reset password', url: null },
      closing: [
        'The link works once.',
        'If you don’t want to reset your password, ignore this email. Your password won’t change.',
      ],
    },
  };
}

export interface AccountChangedEmail extends EmailBasics {
  /** A sentence that describes the change. */
  readonly message: string;
  readonly at: string;
}

/** Creates an email to the owner of an account about a security change. */
export function accountChangedEmail(email: AccountChangedEmail): Email {
  const { product, address, to, message, at } = email;
  return {
    to: to.email,
    subject: `[${product}] ${message.replace(/\.$/, '')}`,
    content: contentOf(email, {
      paragraphs: [`${message.replace(/\.$/, '')} on ${formatTime(at)}.`],
      details: [['Account', to.email]],
      button: address === '' ? null : { label: 'Review account', url: `${address}/profile` },
      closing: [
        'If this was you, no action is needed.',
        'If this wasn’t you, change your password, sign out your other sessions and contact an administrator.',
      ],
    }),
    userId: null,
  };
}

export interface NewBrowserEmail extends EmailBasics {
  /** Browser and system, such as `Firefox on Windows`. */
  readonly browser: string;
  /** The network address. Blank if it is unknown. */
  readonly from: string;
  readonly at: string;
}

/** Creates an email about a sign-in from a new browser. */
export function newBrowserEmail(email: NewBrowserEmail): Email {
  const { product, address, to, browser, from, at } = email;
  return {
    to: to.email,
    subject: `New sign-in to ${product} from ${browser}`,
    content: contentOf(email, {
      paragraphs: [`Someone signed in to your ${product} account from ${browser} on ${formatTime(at)}.`],
      details: [
        ['Account', to.email],
        ['Browser', browser],
        ...(from === '' ? [] : ([['IP address', from]] satisfies [string, string][])),
      ],
      button: address === '' ? null : { label: 'Review sessions', url: `${address}/profile` },
      closing: [
        'If this was you, no action is needed.',
        'If this wasn’t you, change your password. This signs out all other sessions.',
      ],
    }),
    userId: null,
  };
}

export interface BackupProblemEmail extends EmailBasics {
  /** A sentence that describes the problem. */
  readonly message: string;
}

/** Creates an email to an administrator about a backup problem. */
export function backupProblemEmail(email: BackupProblemEmail): Email {
  const { product, address, to, message } = email;
  return {
    to: to.email,
    subject: `[${product}] Backup problem`,
    content: contentOf(email, {
      paragraphs: [message],
      button: address === '' ? null : { label: 'Review backups', url: `${address}/settings/backup` },
      closing: ['You receive this email because you have all permissions.'],
    }),
    userId: null,
  };
}

/**
 * Creates an email with a signed checkpoint of the audit log, which is stored outside the server.
 * @param line of the checkpoint file
 */
export function checkpointEmail(product: string, to: string, line: string): Email {
  return {
    to,
    subject: `[${product}] Audit log checkpoint`,
    content: {
      product,
      greeting: 'Hello,',
      paragraphs: [`This is today’s signed checkpoint of the audit log of ${product}.`, line],
      details: [],
      button: null,
      closing: [
        'Keep this email. To check the audit log against it, store the line above in a file and run ' +
          'lectern audit-log verify --checkpoints FILE --key FILE.pub.',
      ],
    },
    userId: null,
  };
}
