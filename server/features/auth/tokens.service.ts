import { limits } from '#contract/core/limits';
import { type CreatedToken, type OwnToken, TOKEN_PREFIX, type TokenCreate } from '#contract/auth/profile';
import { knownErrors } from '#contract/core/errors';
import { storePermissions } from '#server/core/auth/permissions';
import type { SessionUser } from '#server/core/auth/sessions';
import { hashToken, newToken } from '#server/core/auth/tokens';
import { notFound, appError } from '#server/core/errors';
import {
  type CallContext,
  type UserChanges,
  changeUsers,
  requireWithin,
} from '#server/features/users/assert-permissions';
import { tokensOf } from '#server/features/users/credentials';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Enough of the secret to distinguish tokens, and too little to use one. */
const SHOWN_LENGTH = TOKEN_PREFIX.length + 4;

/** Creates and revokes API tokens. */
export function createTokenService({ database, notices }: UserChanges) {
  return {
    list: ({ id }: SessionUser): Promise<OwnToken[]> => tokensOf(database.kysely, id),

    /** @throws AppError 403 for a permission that the caller does not have, 409 for too many */
    create: (input: TokenCreate, context: CallContext): Promise<CreatedToken> =>
      changeUsers({ database, notices }, context, async (trx, user, log) => {
        requireWithin(user, input.permissions, knownErrors.tokenBeyondOwn);
        const before = await tokensOf(trx, user.id);
        if (before.length >= limits.maxTokens) throw appError(knownErrors.tooManyTokens(limits.maxTokens));
        const token = `${TOKEN_PREFIX}${newToken()}`;
        const now = Date.now();
        const { id } = await trx
          .insertInto('access_tokens')
          .values({
            token_hash: hashToken(token),
            user_id: user.id,
            name: input.name,
            prefix: token.slice(0, SHOWN_LENGTH),
            permissions: storePermissions(input.permissions),
            created_at: new Date(now).toISOString(),
            expires_at: new Date(now + input.expires_in_days * DAY_MS).toISOString(),
            last_used_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const entry = (await tokensOf(trx, user.id)).find((userToken) => userToken.id === id);
        if (!entry) throw notFound('token');
        await log('token_created', user.id, `${input.name}: ${input.permissions.join(', ')}`);
        return { token, entry };
      }),

    /** @throws AppError 404 for a token of another user */
    remove: (id: number, context: CallContext): Promise<void> =>
      changeUsers({ database, notices }, context, async (trx, user, log) => {
        const deletedRow = await trx
          .deleteFrom('access_tokens')
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .returning('name')
          .executeTakeFirst();
        if (!deletedRow) throw notFound('token');
        await log('token_revoked', user.id, deletedRow.name);
      }),
  };
}

export type TokenService = ReturnType<typeof createTokenService>;
