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
  /** The sender address of emails. */
  readonly mailFrom: string;
}

/** Returns true if the mail server permanently rejects this email. */
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
 * Returns the plain text and the HTML of an email, and creates its link. Emails of an earlier version were stored as plain text.
 * @throws AppError 404 if the account has changed, so the link is no longer for its owner, or if the stored text cannot contain a link
 */
async function bodiesOf(database: Database, { recipient, subject, body, ...email }: StoredEmail) {
  const content = readContent(body);
  if (!content && email.link_kind !== null) throw appError(knownErrors.emailExpired);
  if (!content) return { text: body };
  const render = (filledContent: EmailContent) => ({
    text: toPlainText(filledContent),
    html: toHtml(filledContent, subject),
  });
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
    if (!user || (kind === 'invitation') !== (user.is_invited === 1))
      throw appError(knownErrors.emailExpired);
    return render(withLink(content, address, await addLink(trx, userId, kind)));
  });
}

/** Creates the job that sends an email to the mail server. The subject of the job is the ID of the email. A sent email is deleted. */
export function createMailJob({ database, smtpUrl, mailFrom }: MailJobDeps): JobHandler {
  /** Loads the library with the first email. */
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
      if (!letter) throw appError(knownErrors.emailExpired);
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
