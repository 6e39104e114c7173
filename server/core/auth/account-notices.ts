import type { Transaction } from 'kysely';
import { notificationLimits } from '#contract/notifications/notifications';
import type { SecurityEventKind } from '#contract/users/security-events';
import type { Schema } from '#server/core/db/schema';
import { accountChangedEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';
import { newToken } from './tokens.ts';

/** The message to the account owner for each security event. Events that do not change how the user signs in have none. */
const noticeOf: Partial<Record<SecurityEventKind, string>> = {
  password_changed: 'The password of your account was changed.',
  link_used: 'The password of your account was set with a link.',
  two_factor_added: 'A two-factor authentication method was added to your account.',
  two_factor_removed: 'A two-factor authentication method was removed from your account.',
  two_factor_reset: 'Two-factor authentication of your account was reset.',
  recovery_codes_created: 'New recovery codes were created for your account.',
  identity_linked: 'A sign-in provider was linked to your account.',
  identity_unlinked: 'A sign-in provider was unlinked from your account.',
  token_created: 'An API token was created for your account.',
  token_revoked: 'An API token of your account was revoked.',
};

interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface AccountEvent {
  readonly userId: number | null;
  /** The user who made the change. The email names other users than the owner. */
  readonly actor?: { readonly id: number; readonly name: string };
}

export interface AccountNotices {
  /** Notifies the owner of an account if the event changes how the account signs in. Runs in the transaction of the change. */
  afterEvent(trx: Transaction<Schema>, kind: SecurityEventKind, event: AccountEvent): Promise<void>;
  /** Sends a notification and an email to each recipient. */
  notify(trx: Transaction<Schema>, recipients: readonly Recipient[], message: string): Promise<void>;
}

/** Creates notices about changes that can lock users out or give others access, so that users notice changes they did not make. */
export function createAccountNotices({
  mail,
  productName,
  publicUrl,
}: {
  readonly mail: Mail;
  readonly productName: () => string;
  readonly publicUrl: () => string;
}): AccountNotices {
  async function notify(
    trx: Transaction<Schema>,
    recipients: readonly Recipient[],
    message: string,
  ): Promise<void> {
    const time = new Date().toISOString();
    for (const to of recipients) {
      await trx
        .insertInto('notifications')
        .values({
          user_id: to.id,
          entry_key: `account:${newToken()}`,
          at: time,
          outcome: 'success',
          message: message.slice(0, notificationLimits.maxTextLength),
          attempted_action: null,
          subject: null,
          address: null,
        })
        .execute();
      await mail.send(
        trx,
        accountChangedEmail({ product: productName(), address: publicUrl(), to, message, at: time }),
      );
    }
  }

  return {
    notify,
    async afterEvent(trx, kind, { userId, actor }) {
      const message = noticeOf[kind];
      if (message === undefined || userId === null) return;
      const owner = await trx
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      const by = actor && actor.id !== userId ? ` by ${actor.name}` : '';
      if (owner)
        await notify(
          trx,
          [owner],
          message.replace(/\.$/, () => `${by}.`),
        );
    },
  };
}
