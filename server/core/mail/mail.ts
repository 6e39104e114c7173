import type { Kysely } from 'kysely';
import type { LinkKind } from '#contract/auth/account-links';
import { limits } from '#contract/core/limits';
import type { Schema } from '#server/core/db/schema';
import type { EmailContent } from './email-content.ts';
import type { JobQueue } from '#server/core/jobs/job-queue';

/** An email to one user. */
export interface Email {
  /** An address. */
  readonly to: string;
  readonly subject: string;
  readonly content: EmailContent;
  /** The user who caused it, and sees its result in the jobs; null for the system. */
  readonly userId: number | null;
  /** The password link that is made when the email is sent, and stored nowhere before. */
  readonly link?: { readonly userId: number; readonly kind: LinkKind; readonly address: string };
}

/** Sends mail, where the operator has said by which server. */
export interface Mail {
  /** True if there is a mail server. */
  readonly isOn: boolean;
  /**
   * In the caller's transaction: the letter is sent when it commits and never without, by a job, so a slow mail server holds up
   * nobody. @returns false when there is no mail server, and nothing is sent
   */
  send(trx: Kysely<Schema>, letter: Email): Promise<boolean>;
}

export const mailKind = 'mail';

export function createMail(jobs: Pick<JobQueue, 'enqueue'>, smtpUrl: string | undefined): Mail {
  const isOn = smtpUrl !== undefined;
  return {
    isOn,
    async send(trx, { to, subject, content, userId, link }) {
      if (!isOn) return false;
      const { id } = await trx
        .insertInto('emails')
        .values({
          recipient: to,
          subject,
          body: JSON.stringify(content),
          created_at: new Date().toISOString(),
          link_user_id: link?.userId ?? null,
          link_kind: link?.kind ?? null,
          link_address: link?.address ?? '',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await jobs.enqueue({ kind: mailKind, subjectId: id, title: `${subject} (${to})`, userId }, trx);
      return true;
    },
  };
}

/** Housekeeping: letters that could not be sent hold links that have ended by now. */
export async function deleteOldEmails(db: Kysely<Schema>): Promise<void> {
  const oldest = new Date(Date.now() - limits.invitationHours * 3_600_000).toISOString();
  await db.deleteFrom('emails').where('created_at', '<', oldest).execute();
}
