import type { MadeLink } from '#contract/auth/account-links';
import { z } from 'zod';

/** The parts of an email, from which its plain text and its HTML are made. */
export const emailContent = z.object({
  product: z.string(),
  greeting: z.string(),
  /** The first one states who did what, and until when. */
  paragraphs: z.array(z.string()),
  /** Names and values, such as a browser and its address. */
  details: z.array(z.tuple([z.string(), z.string()])),
  /** The address is null while the link is made only when the email is sent. */
  button: z.object({ label: z.string(), url: z.string().nullable() }).nullable(),
  /** Below the button. */
  closing: z.array(z.string()),
});
export type EmailContent = z.infer<typeof emailContent>;

/** The end of a link, filled in when the email is sent. */
export const EXPIRY = '{expiry}';

const inUtc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An absolute time that means the same everywhere: `25 November 2026 at 14:30 UTC`. */
export const formatTime = (time: string): string => `${inUtc.format(new Date(time))} UTC`;

/** The content with the link that was made for it. */
export function withLink(content: EmailContent, address: string, link: MadeLink): EmailContent {
  const expiry = formatTime(link.expires_at);
  return {
    ...content,
    paragraphs: content.paragraphs.map((paragraph) => paragraph.replace(EXPIRY, () => expiry)),
    button: content.button && { ...content.button, url: `${address}${link.path}` },
  };
}

/** The plain text of an email. Its link stands alone in its line, so that every mail program makes it one. */
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
