import type { Transaction } from 'kysely';
import { toDay } from '#contract/analytics/periods';
import type { HomeBlock, MobileService } from '#contract/mobile-home/mobile-home';
import {
  type CreatedPreviewLink,
  type PreviewLink,
  type PreviewLinkCreate,
  type SharedPreview,
  permissionToSharePreviews,
  sharedPreviewPath,
} from '#contract/mobile-home/preview-links';
import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import { permissionsOf } from '#server/core/auth/permissions';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import { hashToken, newToken } from '#server/core/auth/tokens';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { lockForUserChange } from '#server/core/db/user-lock';
import { appError, notFound } from '#server/core/errors';
import { type StoredBlock, toStoredBlocks } from '#server/core/resource/block-items';
import { createHomeCache } from './home-cache.ts';
import { buildBlocks } from './mobile-home.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The maximum size of cached previews in bytes. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** The home screen of a link at the time when it was created. */
interface StoredPreview {
  readonly service: MobileService;
  readonly language: number | null;
  /** Absent in links of earlier versions. */
  readonly country?: string | null;
  readonly blocks: readonly StoredBlock[];
}

interface CallContext {
  /** Returns the caller as stored now. @throws AppError 401, 403 */
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

const linkColumns = ['id', 'title', 'created_at', 'expires_at'] as const;

const toStored = ({ is_main_service, language, country, config }: PreviewLinkCreate): StoredPreview => ({
  service: is_main_service === true ? 'main' : 'backup',
  language: language ?? null,
  country: country ?? null,
  blocks: toStoredBlocks(config),
});

/**
 * Links that show a home screen to users without an account, for a day. Only the hash of a token is stored. A link ends when its user is
 * suspended or has no permission to edit home screens.
 */
export function createPreviewLinks({
  database,
  adminEmail,
  now = () => Date.now(),
}: {
  readonly database: Database;
  readonly adminEmail: string;
  /** Returns the current time in milliseconds. */
  readonly now?: () => number;
}) {
  const { kysely } = database;
  const time = (after = 0) => new Date(now() + after).toISOString();
  const getOrBuild = createHomeCache<readonly HomeBlock[]>(() => kysely, {
    maxBytes: MAX_CACHE_BYTES,
    sizeOf: (blocks) => JSON.stringify(blocks).length,
  });

  async function assertBelowLimit(trx: Transaction<Schema>, userId: number): Promise<void> {
    const { count } = await trx
      .selectFrom('preview_links')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('expires_at', '>', time())
      .executeTakeFirstOrThrow();
    if (count >= limits.maxPreviewLinks)
      throw appError(knownErrors.tooManyPreviewLinks(limits.maxPreviewLinks));
  }

  return {
    /** Returns the valid links of the user, newest first. */
    list: ({ id }: Pick<SessionUser, 'id'>): Promise<PreviewLink[]> =>
      kysely
        .selectFrom('preview_links')
        .select(linkColumns)
        .where('user_id', '=', id)
        .where('expires_at', '>', time())
        .orderBy('id', 'desc')
        .execute(),

    /**
     * Stores the home screen as it is now.
     * @param siteAddress the public address of the server, without a trailing slash
     * @throws AppError 409 for too many links
     */
    create: (
      input: PreviewLinkCreate,
      { authorize, origin }: CallContext,
      siteAddress: string,
    ): Promise<CreatedPreviewLink> =>
      inTransaction(database, async (trx) => {
        await lockForUserChange(trx);
        const user = await authorize(trx);
        await assertBelowLimit(trx, user.id);
        const token = newToken();
        const title = input.title ?? '';
        const link = await trx
          .insertInto('preview_links')
          .values({
            token_hash: hashToken(token),
            user_id: user.id,
            title,
            content: JSON.stringify(toStored(input)),
            created_at: time(),
            expires_at: time(limits.previewLinkHours * HOUR_MS),
          })
          .returning(linkColumns)
          .executeTakeFirstOrThrow();
        const event = { userId: user.id, actorId: user.id, origin, detail: title };
        await recordSecurityEvent(trx, { kind: 'preview_link_created', ...event });
        return { ...link, address: `${siteAddress}${sharedPreviewPath}#${token}` };
      }),

    /** @throws AppError 404, also for a link of another user */
    revoke: (id: number, { authorize, origin }: CallContext): Promise<void> =>
      inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        const link = await trx
          .deleteFrom('preview_links')
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .returning('title')
          .executeTakeFirst();
        if (!link) throw notFound('preview link');
        const event = { userId: user.id, actorId: user.id, origin, detail: link.title };
        await recordSecurityEvent(trx, { kind: 'preview_link_revoked', ...event });
      }),

    /**
     * Returns the blocks as apps show them now.
     * @throws AppError 404 if the link is unknown, has expired or was revoked, or its user may no longer share
     */
    async read(token: string): Promise<SharedPreview> {
      const row = await kysely
        .selectFrom('preview_links')
        .innerJoin('users', 'users.id', 'preview_links.user_id')
        .select([
          'preview_links.id',
          'preview_links.title',
          'preview_links.content',
          'preview_links.expires_at',
        ])
        .select(['users.email', 'users.permissions'])
        .where('preview_links.token_hash', '=', hashToken(token))
        .where('preview_links.expires_at', '>', time())
        .where('users.is_suspended', '=', 0)
        .executeTakeFirst();
      if (!row || !permissionsOf(row, adminEmail).includes(permissionToSharePreviews))
        throw appError(knownErrors.previewLinkInvalid);
      const { service, language, country = null, blocks } = JSON.parse(row.content) as StoredPreview;
      const market = country === null ? undefined : { country, service, day: toDay(new Date(now())) };
      const homeBlocks = await getOrBuild(`${row.id} ${market?.day ?? ''}`, () =>
        buildBlocks(kysely, blocks, { language: language ?? undefined, market }),
      );
      return {
        title: row.title,
        service,
        language,
        country,
        expires_at: row.expires_at,
        blocks: homeBlocks.filter(({ card_count }) => card_count > 0),
      };
    },

    async deleteExpired(): Promise<void> {
      await kysely.deleteFrom('preview_links').where('expires_at', '<=', time()).execute();
    },
  };
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
