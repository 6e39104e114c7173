import { type BlockType, blockTypes } from '#contract/mobile-configs/block-types';
import { openStatuses, type ReleaseChecks, type ReleaseIssue } from '#contract/releases/releases';
import { countOf } from '#contract/core/format-count';
import { prepare } from '#server/core/db/prepared';
import { inDiscardedTransaction } from '#server/core/db/transaction';
import type { SessionUser } from '#server/core/auth/sessions';
import { buildBlocks } from '#server/features/mobile-home/mobile-home';
import { type AppliedChange, applyRelease, openView } from './release-view.ts';
import { withPermissions } from './publishing.ts';
import { lockRelease } from './release-writes.ts';
import { unavailableBooks } from './unavailable-books.ts';
import type { ReleaseServiceDeps } from './releases.service.ts';

const configs = prepare((db) =>
  db.selectFrom('mobile_configs').select(['id', 'title', 'is_main_service']).orderBy('id', 'desc'),
);
const blocksOf = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('config_blocks')
    .select(['title', 'type', 'record_ids'])
    .where('mobile_config_id', '=', id)
    .orderBy('position'),
);

const issuesOf = ({ row, problem }: AppliedChange): ReleaseIssue[] =>
  problem
    ? [
        {
          rule: problem.kind,
          kind: row.kind,
          record: { id: row.record_id, name: row.name },
          message: problem.message,
        },
      ]
    : [];

/** Checks the catalogue as it would be after a release is published. Nothing is cached. */
export function createReleaseChecker(deps: ReleaseServiceDeps) {
  return {
    /** Returns no issues for a closed release. @throws AppError 404 */
    async check(id: number, user: Pick<SessionUser, 'permissions'>): Promise<ReleaseChecks> {
      return inDiscardedTransaction(deps.database, async (trx) => {
        const release = await lockRelease(trx, id);
        if (!openStatuses.includes(release.status)) return { blockers: [], warnings: [] };
        const day = (release.publish_at ?? new Date().toISOString()).slice(0, 10);
        const changes = withPermissions(await applyRelease(openView(deps, trx), id), user);
        const blockers = changes.flatMap(issuesOf);
        const warnings: ReleaseIssue[] = [];
        const changedIn = (kind: string) =>
          new Set(
            changes.flatMap(({ row }) =>
              row.kind === kind && row.action !== 'deleted' ? [row.record_id] : [],
            ),
          );

        const changedConfigs = changedIn('mobile-configs');
        const rows = await configs(trx, {});
        const live = [1, 0].flatMap((isMain) => rows.find((row) => row.is_main_service === isMain)?.id ?? []);
        for (const config of rows) {
          if (!live.includes(config.id) && !changedConfigs.has(config.id)) continue;
          const blocks = (await blocksOf(trx, { id: config.id })).map(({ title, type, record_ids }) => ({
            title,
            type: type as BlockType,
            ids: JSON.parse(record_ids) as number[],
          }));
          const about = { kind: 'mobile-configs' as const, record: { id: config.id, name: config.title } };
          const bookIds = blocks.flatMap(({ type, ids }) => (blockTypes[type].shows === 'books' ? ids : []));
          const mobileService = config.is_main_service === 1 ? 'main' : 'backup';
          for (const name of await unavailableBooks(trx, bookIds, { day, service: mobileService }))
            blockers.push({
              ...about,
              rule: 'book_unavailable',
              message: `“${name}” can’t be shown on ${day} because of its rights or embargo.`,
            });
          const homeBlocks = await buildBlocks(trx, blocks, { language: undefined, market: undefined });
          for (const [index, { title, type, cards, card_count }] of homeBlocks.entries()) {
            if (card_count === 0)
              blockers.push({
                ...about,
                rule: 'block_empty',
                message: `Block ${index + 1} “${title}” would be empty.`,
              });
            const withoutImage = cards.filter(
              (card) => 'image_url' in card && card.image_url === null,
            ).length;
            if (withoutImage > 0)
              warnings.push({
                ...about,
                rule: 'cover_missing',
                message: `Block ${index + 1} “${title}” shows ${countOf(withoutImage, blockTypes[type].shows === 'books' ? 'book' : 'record')} without an image.`,
              });
          }
        }

        for (const challengeId of changedIn('challenges')) {
          const row = await trx
            .selectFrom('challenges')
            .select((eb) => [
              'title',
              'is_active',
              eb
                .selectFrom('challenge_items')
                .whereRef('challenge_id', '=', 'challenges.id')
                .select((inner) => inner.fn.countAll<number>().as('books'))
                .as('books'),
            ])
            .where('id', '=', challengeId)
            .executeTakeFirst();
          if (row && row.books === 0)
            blockers.push({
              rule: 'challenge_without_books',
              kind: 'challenges',
              record: { id: challengeId, name: row.title },
              message: `“${row.title}” would have no books.`,
            });
        }
        return { blockers, warnings };
      });
    },
  };
}

export type ReleaseChecker = ReturnType<typeof createReleaseChecker>;
