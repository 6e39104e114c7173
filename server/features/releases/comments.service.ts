import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import {
  type CommentCreate,
  type CommentUpdate,
  type MentionedUser,
  type ReleaseComment,
  commentLimits,
  mentionsIn,
  permissionToManageComments,
} from '#contract/releases/comments';
import { type NotificationType, notificationTypes } from '#contract/notifications/notification-types';
import { findUsersWith } from '#server/core/auth/administrators';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { appError, editConflict, fieldError, forbidden, notFound } from '#server/core/errors';
import type { Authorize } from '#server/features/audit-log/history-writes';
import { notifyUsers } from './notify-users.ts';

interface Deps {
  readonly database: Database;
  readonly adminEmail: string;
}

const rowsOf = (db: Kysely<Schema>, releaseId: number) =>
  db
    .selectFrom('release_comments')
    .leftJoin('users', 'users.id', 'release_comments.user_id')
    .selectAll('release_comments')
    .select('users.name as user_name')
    .where('release_id', '=', releaseId)
    .orderBy('release_comments.id');
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** Presents comments with the current names of their authors and of mentioned users. */
async function present(db: Kysely<Schema>, rows: readonly Row[]): Promise<ReleaseComment[]> {
  const ids = [...new Set(rows.flatMap(({ text }) => mentionsIn(text)))];
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const userById = new Map(users.map((user) => [user.id, user]));
  return rows.map(({ id, text, user_id, user_name, created_at, edited_at, version }) => ({
    id,
    text,
    mentions: mentionsIn(text).flatMap((userId) => userById.get(userId) ?? []),
    user: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
    created_at,
    edited_at,
    version,
  }));
}

/** Comments on releases. Users who can edit releases write them, all users read them. */
export function createCommentService({ database, adminEmail }: Deps) {
  const { kysely } = database;

  const findMentionable = (db: Kysely<Schema>): Promise<MentionedUser[]> =>
    findUsersWith(db, 'releases:edit', adminEmail);

  async function releaseOf(db: Kysely<Schema>, id: number) {
    const release = await db
      .selectFrom('releases')
      .select(['id', 'name', 'owner_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!release) throw notFound('release');
    return release;
  }

  async function read(db: Kysely<Schema>, releaseId: number, id: number): Promise<ReleaseComment> {
    const rows = await rowsOf(db, releaseId).where('release_comments.id', '=', id).execute();
    const [presentedComment] = await present(db, rows);
    if (!presentedComment) throw notFound('release comment');
    return presentedComment;
  }

  /** @throws AppError 422 if a user can't be mentioned */
  async function assertMentionable(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const mentionableIds = new Set((await findMentionable(db)).map(({ id }) => id));
    if (!ids.every((id) => mentionableIds.has(id))) throw fieldError('text', knownErrors.mentionUnknown);
  }

  const notify = (
    trx: Transaction<Schema>,
    type: NotificationType,
    {
      release,
      userIds,
      commentId,
    }: {
      readonly release: Awaited<ReturnType<typeof releaseOf>>;
      readonly userIds: readonly (number | null)[];
      readonly commentId: number;
    },
  ): Promise<void> =>
    notifyUsers(trx, userIds, {
      release,
      key: `${type}:${commentId}`,
      at: new Date().toISOString(),
      message: notificationTypes[type].label,
      failure: null,
      address: `/releases/${release.id}#comment-${commentId}`,
    });

  return {
    /** Returns the users who can be mentioned, by name. */
    mentionableUsers: () => findMentionable(kysely),

    /** Returns the comments, the oldest first. @throws AppError 404 */
    async list(releaseId: number): Promise<ReleaseComment[]> {
      await releaseOf(kysely, releaseId);
      return present(kysely, await rowsOf(kysely, releaseId).execute());
    },

    /** Adds a comment. Mentioned users and the owner of the release get a notification. @throws AppError 404, 409, 422 */
    create: ({ id: releaseId, text }: CommentCreate, authorize: Authorize): Promise<ReleaseComment> =>
      inTransaction(database, async (trx) => {
        const author = await authorize(trx);
        const release = await releaseOf(trx, releaseId);
        const { count } = await trx
          .selectFrom('release_comments')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('release_id', '=', releaseId)
          .executeTakeFirstOrThrow();
        if (count >= commentLimits.maxComments)
          throw appError(knownErrors.tooManyComments(commentLimits.maxComments));
        const mentionedIds = mentionsIn(text);
        await assertMentionable(trx, mentionedIds);
        const { id } = await trx
          .insertInto('release_comments')
          .values({
            release_id: releaseId,
            user_id: author.id,
            text,
            created_at: new Date().toISOString(),
            edited_at: null,
            version: 1,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const others = mentionedIds.filter((userId) => userId !== author.id);
        await notify(trx, 'releaseMention', { release, userIds: others, commentId: id });
        if (release.owner_id !== author.id && !others.includes(release.owner_id ?? 0))
          await notify(trx, 'releaseComment', { release, userIds: [release.owner_id], commentId: id });
        return read(trx, releaseId, id);
      }),

    /** Changes an own comment. Users who were not mentioned before get a notification. @throws AppError 403, 404, 409, 422 */
    update: (
      { id: releaseId, comment: id, version, text }: CommentUpdate,
      authorize: Authorize,
    ): Promise<ReleaseComment> =>
      inTransaction(database, async (trx) => {
        const author = await authorize(trx);
        const release = await releaseOf(trx, releaseId);
        const current = await read(trx, releaseId, id);
        if (current.user?.id !== author.id) throw forbidden(knownErrors.commentOfOthers);
        if (version !== undefined && version !== current.version) throw editConflict('release comment');
        if (text === current.text) return current;
        const earlierIds = new Set(mentionsIn(current.text));
        const newIds = mentionsIn(text).filter((userId) => !earlierIds.has(userId));
        await assertMentionable(trx, newIds);
        const { numUpdatedRows } = await trx
          .updateTable('release_comments')
          .set({ text, edited_at: new Date().toISOString(), version: current.version + 1 })
          .where('id', '=', id)
          .where('version', '=', current.version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) throw editConflict('release comment');
        const others = newIds.filter((userId) => userId !== author.id);
        await notify(trx, 'releaseMention', { release, userIds: others, commentId: id });
        return read(trx, releaseId, id);
      }),

    /** Deletes an own comment, or one of another user with the permission to manage users. @throws AppError 403, 404 */
    remove: (releaseId: number, id: number, authorize: Authorize): Promise<void> =>
      inTransaction(database, async (trx) => {
        const caller = await authorize(trx);
        const { user } = await read(trx, releaseId, id);
        if (user?.id !== caller.id && !caller.permissions.has(permissionToManageComments))
          throw forbidden(knownErrors.commentOfOthers);
        await trx.deleteFrom('release_comments').where('id', '=', id).execute();
      }),
  };
}

export type CommentService = ReturnType<typeof createCommentService>;
