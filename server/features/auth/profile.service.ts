import type { Kysely, Transaction } from 'kysely';
import { type Preferences, readPreferences } from '#contract/users/preferences';
import type { OwnSession, PasswordChange, Profile, ProfileUpdate } from '#contract/auth/profile';
import { endAccess } from '#server/core/auth/end-access';
import { hashPassword } from '#server/core/auth/passwords';
import { requireStrongPassword } from '#server/core/auth/password-strength';
import { type SessionUser, toProfile } from '#server/core/auth/sessions';
import { deleteFiles, insertFiles } from '#server/core/db/files';
import { searchKeyOf } from '#server/core/db/folding';
import type { Schema } from '#server/core/db/schema';
import { editConflict, notFound, notSignedIn } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import { mediaUrl } from '#server/core/media/media-url';
import type { StagedFile } from '#server/core/media/staged-file';
import { withFiles } from '#server/core/resource/stored-files';
import { type CallContext, type UserChanges, changeUsers } from '#server/features/users/assert-permissions';
import { sessionsOf } from '#server/features/users/credentials';
import { requireCurrentPassword } from './current-password.ts';
import { readUser } from '#server/features/users/user-rows';

/** Reads and changes the account of the caller. */
export function createProfileService({
  database,
  notices,
  files,
}: UserChanges & { readonly files: FileStorage }) {
  async function find(db: Kysely<Schema>, id: number) {
    const row = await readUser(db, id);
    if (!row) throw notSignedIn();
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

  /** Ends all access of the caller except this session, and API tokens unless they are to be retained. */
  const endOthers = (trx: Transaction<Schema>, { id, credential }: SessionUser, tokens = false) =>
    endAccess(trx, id, { tokens, ...(credential.kind === 'session' && { sessionId: credential.id }) });

  return {
    get: (user: SessionUser): Promise<Profile> => present(database.kysely, user),

    /** Updates the account. Absent keys do not change. @throws AppError 409 for another version, 413, 415, 422 */
    async update(
      input: ProfileUpdate,
      imageFile: StagedFile | undefined,
      context: CallContext,
    ): Promise<Profile> {
      const image = imageFile && (await files.storeImage(imageFile, 'square'));
      const addedFiles = image?.rows ?? [];
      return withFiles(files, addedFiles, () =>
        changeUsers({ database, notices }, context, async (trx, user) => {
          const row = await find(trx, user.id);
          if (input.version !== undefined && input.version !== row.version) throw editConflict('user');
          const { color_scheme, rows, locale } = input;
          const storedPreferences: Preferences = {
            ...readPreferences(JSON.parse(row.preferences)),
            ...(color_scheme !== undefined && { color_scheme }),
            ...(rows !== undefined && { rows }),
            ...(locale !== undefined && { locale: locale === '' ? null : locale }),
          };
          const name = input.name ?? row.name;
          const removesImage = image !== undefined || input.remove_image === true;
          // A change of preferences does not conflict with an edit of the account in another window.
          const isAccountChanged = name !== row.name || removesImage;
          await insertFiles(trx, addedFiles);
          await trx
            .updateTable('users')
            .set({
              name,
              search_key: searchKeyOf(name, row.email),
              preferences: JSON.stringify(storedPreferences),
              ...(removesImage && {
                avatar_key: image?.image_key ?? null,
                thumbnail_key: image?.thumbnail_key ?? null,
              }),
              ...(isAccountChanged && {
                version: row.version + 1,
                updated_at: new Date().toISOString(),
              }),
            })
            .where('id', '=', user.id)
            .execute();
          const discardedKeys = removesImage
            ? [row.avatar_key, row.thumbnail_key].filter((key) => key !== null)
            : [];
          await deleteFiles(trx, discardedKeys);
          return { result: await present(trx, user), discarded: discardedKeys };
        }),
      );
    },

    /**
     * Changes the password, ends all other sessions and links, and revokes API tokens unless they are to be retained.
     * @throws AppError 422 for a wrong current password or a weak new one
     */
    async changePassword(user: SessionUser, input: PasswordChange, context: CallContext): Promise<void> {
      const before = await requireCurrentPassword(database, {
        user,
        password: input.current_password,
        origin: context.origin,
      });
      await requireStrongPassword(input.password, [user.name, user.email]);
      const password_hash = await hashPassword(input.password);
      await changeUsers({ database, notices }, context, async (trx, actor, log) => {
        const row = await find(trx, actor.id);
        // The password was changed concurrently, by a link or in another window. That change is preserved.
        if (row.password_hash !== before) throw editConflict('user');
        await trx
          .updateTable('users')
          .set({ password_hash, version: row.version + 1, updated_at: new Date().toISOString() })
          .where('id', '=', actor.id)
          .execute();
        await endOthers(trx, actor, input.keep_tokens);
        await log('password_changed', actor.id);
      });
    },

    sessions: (user: SessionUser): Promise<OwnSession[]> =>
      sessionsOf(database.kysely, user.id, user.credential),

    /** @throws AppError 404 for a session of another user */
    endSession: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, user, log) => {
        const { numDeletedRows } = await trx
          .deleteFrom('sessions')
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .executeTakeFirst();
        if (Number(numDeletedRows) === 0) throw notFound('session');
        await log('sessions_ended', user.id, 'One session');
      }),

    signOutOthers: (keepTokens: boolean | undefined, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, user, log) => {
        await endOthers(trx, user, keepTokens);
        const tokens = keepTokens === true ? '' : ', and all API tokens';
        await log('sessions_ended', user.id, `All other sessions${tokens}`);
      }),
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;
