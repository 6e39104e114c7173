import type { Kysely } from 'kysely';
import type { LinkKind } from '#contract/auth/account-links';
import { limits } from '#contract/core/limits';
import type { Schema } from '#server/core/db/schema';
import type { EmailContent } from './email-content.ts';
import type { JobQueue } from '#server/core/jobs/job-queue';

/** An email to one user. */
export interface Email {
  /** The email address of the recipient. */
  readonly to: string;
  readonly subject: string;
  readonly content: EmailContent;
  /** The user who caused the email and sees its result in the jobs. Null for the system. */
  readonly userId: number | null;
  /** The password link. It is created when the email is sent and is not stored earlier. */
  readonly link?: { readonly userId: number; readonly kind: LinkKind; readonly address: string };
}

/** Sends emails if the system administrator has configured a mail server. */
export interface Mail {
  /** True if a mail server is configured. */
  readonly isOn: boolean;
  /**
   * Queues an email in the caller's transaction. A job sends it after the commit, so a slow mail server delays no request.
   * @returns false if no mail server is configured, so nothing is sent
   */
  send(trx: Kysely<Schema>, email: Email): Promise<boolean>;
}

export const mailKind = 'mail';
const titleStart = (to: string): string => `To ${to}:`;

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
      await jobs.enqueue(
        { kind: mailKind, subjectId: id, title: `${titleStart(to)} “${subject}”`, userId },
        trx,
      );
      return true;
    },
  };
}

/** Deletes unsent emails to an address, and removes the address from the titles of jobs. */
export async function removeRecipient(db: Kysely<Schema>, address: string): Promise<void> {
  await db.deleteFrom('emails').where('recipient', '=', address).execute();
  const start = titleStart(address);
  await db
    .updateTable('jobs')
    .set({ title: 'Email' })
    .where('kind', '=', mailKind)
    .where((eb) => eb(eb.fn<string>('substr', ['title', eb.lit(1), eb.lit([...start].length)]), '=', start))
    .execute();
}

/** Deletes unsent emails whose links have expired. */
export async function deleteOldEmails(db: Kysely<Schema>): Promise<void> {
  const oldest = new Date(Date.now() - limits.invitationHours * 3_600_000).toISOString();
  await db.deleteFrom('emails').where('created_at', '<', oldest).execute();
}
