import type { Kysely, Transaction } from 'kysely';
import { type Preferences, readPreferences } from '#contract/people/preferences';
import type { OwnSession, Profile, ProfileUpdate } from '#contract/people/profile';
import { hashPassword } from '#server/auth/passwords';
import { requireStrongPassword } from '#server/auth/password-strength';
import { type SessionUser, toProfile } from '#server/auth/sessions';
import { deleteFiles, insertFiles } from '#server/db/files';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { editConflict, notFound, unauthenticated } from '#server/errors';
import type { FileStorage } from '#server/media/file-storage';
import { mediaUrl } from '#server/media/media-url';
import type { StagedFile } from '#server/media/staged-file';
import { withFiles } from '#server/resources/stored-files';
import { type Asking, changePeople } from './authority.ts';
import { sessionsOf } from './credentials.ts';
import { requirePresentPassword } from './present-password.ts';
import { readUser } from './user-rows.ts';

/** What people see and change of their own accounts. */
export function createProfileService({
  database,
  files,
}: {
  readonly database: Database;
  readonly files: FileStorage;
}) {
  async function find(db: Kysely<Schema>, id: number) {
    const row = await readUser(db, id);
    if (!row) throw unauthenticated();
    return row;
  }

  async function present(db: Kysely<Schema>, user: SessionUser): Promise<Profile> {
    const row = await find(db, user.id);
    const { count } = await db
      .selectFrom('access_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return {
      ...toProfile(user),
      name: row.name,
      avatar: mediaUrl(row.avatar_key),
      thumbnail_url: mediaUrl(row.thumbnail_key),
      role: { id: row.role_id, name: row.role_name },
      preferences: readPreferences(JSON.parse(row.preferences)),
      session_count: row.session_count ?? 0,
      token_count: count,
      version: row.version,
      updated_at: row.updated_at,
    };
  }

  /** All sessions of the caller but the one that calls. */
  const endOthers = (trx: Transaction<Schema>, { id, credential }: SessionUser) =>
    trx
      .deleteFrom('sessions')
      .where('user_id', '=', id)
      .where('id', '!=', credential.kind === 'session' ? credential.id : 0)
      .execute();

  return {
    get: (user: SessionUser): Promise<Profile> => present(database.kysely, user),

    /** Absent keys stay as they are. @throws AppError 409 for another version, 413, 415, 422 */
    async update(sent: ProfileUpdate, image: StagedFile | undefined, asking: Asking): Promise<Profile> {
      const picture = image && (await files.storePicture(image, 'square'));
      const added = picture?.rows ?? [];
      return withFiles(files, added, () =>
        changePeople(database, asking, async (trx, user) => {
          const row = await find(trx, user.id);
          if (sent.version !== undefined && sent.version !== row.version) throw editConflict('user');
          const { color_scheme, rows, locale } = sent;
          const liked: Preferences = {
            ...readPreferences(JSON.parse(row.preferences)),
            ...(color_scheme !== undefined && { color_scheme }),
            ...(rows !== undefined && { rows }),
            ...(locale !== undefined && { locale: locale === '' ? null : locale }),
          };
          const name = sent.name ?? row.name;
          const losesPicture = picture !== undefined || sent.remove_image === true;
          // Whoever edits the account elsewhere is told of no conflict because a screen became dark.
          const isAccountChanged = name !== row.name || losesPicture;
          await insertFiles(trx, added);
          await trx
            .updateTable('users')
            .set({
              name,
              search_key: searchKeyOf(name, row.email),
              preferences: JSON.stringify(liked),
              ...(losesPicture && {
                avatar_key: picture?.image_key ?? null,
                thumbnail_key: picture?.thumbnail_key ?? null,
              }),
              ...(isAccountChanged && {
                version: row.version + 1,
                updated_at: new Date().toISOString(),
              }),
            })
            .where('id', '=', user.id)
            .execute();
          const dropped = losesPicture
            ? [row.avatar_key, row.thumbnail_key].filter((key) => key !== null)
            : [];
          await deleteFiles(trx, dropped);
          return { result: await present(trx, user), dropped };
        }),
      );
    },

    /** Ends all other sessions and every link. @throws AppError 422 for a wrong present password, or a weak new one */
    async changePassword(
      user: SessionUser,
      sent: { readonly current_password: string; readonly password: string },
      asking: Asking,
    ): Promise<void> {
      const before = await requirePresentPassword(database, user, sent.current_password, asking.origin);
      await requireStrongPassword(sent.password, [user.name, user.email]);
      const password_hash = await hashPassword(sent.password);
      await changePeople(database, asking, async (trx, actor, log) => {
        const row = await find(trx, actor.id);
        // It was changed meanwhile, by a link or in another window: that one counts.
        if (row.password_hash !== before) throw editConflict('user');
        await trx
          .updateTable('users')
          .set({ password_hash, version: row.version + 1, updated_at: new Date().toISOString() })
          .where('id', '=', actor.id)
          .execute();
        await endOthers(trx, actor);
        await trx.deleteFrom('account_links').where('user_id', '=', actor.id).execute();
        await log('password_changed', actor.id);
      });
    },

    sessions: (user: SessionUser): Promise<OwnSession[]> =>
      sessionsOf(database.kysely, user.id, user.credential),

    /** @throws AppError 404 for a session of somebody else */
    endSession: (id: number, asking: Asking): Promise<void> =>
      changePeople(database, asking, async (trx, user, log) => {
        const { numDeletedRows } = await trx
          .deleteFrom('sessions')
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .executeTakeFirst();
        if (Number(numDeletedRows) === 0) throw notFound('session');
        await log('sessions_ended', user.id, 'One of them');
      }),

    signOutOthers: (asking: Asking): Promise<void> =>
      changePeople(database, asking, async (trx, user, log) => {
        await endOthers(trx, user);
        await log('sessions_ended', user.id, 'All but this one');
      }),
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;
