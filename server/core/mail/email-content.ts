import type { AccountLink } from '#contract/auth/account-links';
import { z } from 'zod';

/** The parts of an email, from which the plain text and the HTML are rendered. */
export const emailContent = z.object({
  product: z.string(),
  greeting: z.string(),
  /** The first paragraph states the event, its actor and the expiry. */
  paragraphs: z.array(z.string()),
  /** Names and values, such as a browser and its address. */
  details: z.array(z.tuple([z.string(), z.string()])),
  /** The URL is null if the link is created when the email is sent. */
  button: z.object({ label: z.string(), url: z.string().nullable() }).nullable(),
  /** Paragraphs below the button. */
  closing: z.array(z.string()),
});
export type EmailContent = z.infer<typeof emailContent>;

/** The placeholder for the expiry of a link, replaced when the email is sent. */
export const EXPIRY = '{expiry}';

const inUtc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time in UTC: `25 November 2026 at 14:30 UTC`. */
export const formatTime = (time: string): string => `${inUtc.format(new Date(time))} UTC`;

/** Returns the content with the link that was created for it. */
export function withLink(content: EmailContent, address: string, link: AccountLink): EmailContent {
  const expiry = formatTime(link.expires_at);
  return {
    ...content,
    paragraphs: content.paragraphs.map((paragraph) => paragraph.replace(EXPIRY, () => expiry)),
    button: content.button && { ...content.button, url: `${address}${link.path}` },
  };
}

/** Renders an email as plain text. The link has its own line, so mail programs detect it. */
export function toPlainText({ greeting, paragraphs, details, button, closing }: EmailContent): string {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(details.length > 0 ? [details.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(button?.url ? [`${button.label}:\n${button.url}`] : []),
    ...closing,
  ];
  return `${blocks.join('\n\n')}\n`;
}
