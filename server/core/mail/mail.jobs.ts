import { z } from 'zod';
import type { Selectable } from 'kysely';
import { linkKinds } from '#contract/auth/account-links';
import { knownErrors } from '#contract/core/errors';
import { addLink } from '#server/core/auth/links';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { lockForUserChange } from '#server/core/db/user-lock';
import { type EmailContent, emailContent, toPlainText, withLink } from './email-content.ts';
import { toHtml } from './email-html.ts';
import { appError } from '#server/core/errors';
import { type JobHandler, defineJob } from '#server/core/jobs/job';
import { mailKind } from './mail.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export interface MailJobDeps {
  readonly database: Database;
  /** `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`. */
  readonly smtpUrl: string;
  /** The address that letters are from. */
  readonly mailFrom: string;
}

/** True if the mail server will never accept this email. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode < 600;

type StoredEmail = Selectable<Schema['emails']>;

function readContent(body: string): EmailContent | undefined {
  try {
    return emailContent.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/**
 * The plain text and the HTML to be sent, with a link that is made now. An email of an earlier version was stored as plain text.
 * @throws AppError 404 where the link would not be for its owner, since the account has changed, or has no place in the stored text
 */
async function bodiesOf(database: Database, { recipient, subject, body, ...email }: StoredEmail) {
  const content = readContent(body);
  if (!content && email.link_kind !== null) throw appError(knownErrors.emailGone);
  if (!content) return { text: body };
  const render = (filled: EmailContent) => ({ text: toPlainText(filled), html: toHtml(filled, subject) });
  const { link_user_id: userId, link_address: address } = email;
  const kind = linkKinds.find((candidate) => candidate === email.link_kind);
  if (userId === null || !kind) return render(content);
  return inTransaction(database, async (trx) => {
    await lockForUserChange(trx);
    const user = await trx
      .selectFrom('users')
      .select('is_invited')
      .where('id', '=', userId)
      .where('email', '=', recipient)
      .where('is_suspended', '=', 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!user || (kind === 'invitation') !== (user.is_invited === 1)) throw appError(knownErrors.emailGone);
    return render(withLink(content, address, await addLink(trx, userId, kind)));
  });
}

/** Hands a letter to the mail server. Its subject is the letter's id; the letter goes when it was taken. */
export function createMailJob({ database, smtpUrl, mailFrom }: MailJobDeps): JobHandler {
  /** The library is loaded with the first letter. */
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  return defineJob({
    kind: mailKind,
    weight: 'short',
    payload: z.unknown(),
    async run({ subjectId, signal }) {
      const id = Number(subjectId);
      const letter = await database.kysely
        .selectFrom('emails')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!letter) throw appError(knownErrors.emailGone);
      const bodies = await bodiesOf(database, letter);
      signal.throwIfAborted();
      try {
        const mailer = await (transport ??= open());
        await mailer.sendMail({
          from: mailFrom,
          to: { name: '', address: letter.recipient },
          subject: letter.subject,
          ...bodies,
        });
      } catch (error) {
        throw appError(isFinal(error) ? knownErrors.emailRejected : knownErrors.mailServerSilent, {
          cause: error,
        });
      }
      return {
        commit: async (trx) => {
          await trx.deleteFrom('emails').where('id', '=', id).execute();
        },
      };
    },
  });
}
