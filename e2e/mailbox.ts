import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox {
  readonly url: string;
  /** All received emails, in order. */
  readonly emails: readonly ReceivedEmail[];
  close(): Promise<void>;
}

/** Starts a mail server that accepts every email. */
export async function openMailbox(): Promise<Mailbox> {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      let source = '';
      stream.setEncoding('latin1').on('data', (chunk: string) => (source += chunk));
      stream.on('end', () => {
        emails.push({ to: session.envelope.rcptTo[0]?.address ?? '', ...parse(source) });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function parse(source: string) {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const bodyOf = (type: string) => {
    const section =
      source.split(`--${boundary}`).find((text) => text.includes(`Content-Type: ${type}`)) ?? '';
    const start = section.indexOf('\r\n\r\n') + 4;
    return decode(section.slice(start), /Transfer-Encoding: (\S+)/.exec(section.slice(0, start))?.[1]);
  };
  const subject = /^Subject: (.*)$/m.exec(source.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
  return { subject: subject.trim(), text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
