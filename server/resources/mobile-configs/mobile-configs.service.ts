import type { Transaction } from 'kysely';
import type { CreateOf } from '#contract/define-resource';
import { blockTypes, isSingleBlock } from '#contract/block-types';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { type Refusal, refusals } from '#contract/refusals';
import type { Schema } from '#server/db/schema';
import { refusedFields } from '#server/errors';
import type { Living } from '../record-life.ts';
import { type ServiceDeps, createRecordService } from '../record-service.ts';
import type { ServiceOf } from '#server/http/resource-service';
import { type StoredBlock, findItems, itemsIn, nounOf } from './block-items.ts';
import { listsOfMobileConfig, sentMobileConfig } from './mobile-configs.lists.ts';
import { toMobileConfig } from './mobile-configs.presenter.ts';
import { blocksOf, mobileConfigsByIds, replaceBlocks } from './mobile-configs.repository.ts';

/**
 * The blocks with the references that still lead somewhere. What was stored before and has been deleted since is dropped; a
 * reference that is new must lead to a record. @throws AppError 422 naming the blocks
 */
async function checked(
  trx: Transaction<Schema>,
  sent: NonNullable<CreateOf<typeof mobileConfigs>['config']>,
  before: readonly StoredBlock[],
): Promise<StoredBlock[]> {
  const blocks = sent.map(({ title, type, data }) => ({
    title,
    type,
    ids: isSingleBlock(type) ? data.slice(0, 1) : data,
  }));
  const found = await findItems(trx, blocks);
  const known = new Set(
    before.flatMap(({ type, ids }) => ids.map((id) => `${blockTypes[type].shows} ${id}`)),
  );
  const wrong = new Map<string, Refusal>();
  const kept = blocks.map((block, index) => {
    const { shows } = blockTypes[block.type];
    const ids = itemsIn(found, block).map(({ id }) => id);
    const existing = new Set(ids);
    const unknown = block.ids.find((id) => !existing.has(id) && !known.has(`${shows} ${id}`));
    if (unknown !== undefined)
      wrong.set(`config.${index}.data`, refusals.noBlockItem(index + 1, nounOf(block.type), unknown));
    return { ...block, ids };
  });
  if (wrong.size > 0) throw refusedFields(wrong);
  return kept;
}

export function createMobileConfigService(deps: ServiceDeps): ServiceOf<typeof mobileConfigs> & Living {
  return createRecordService(deps, {
    declaration: mobileConfigs,
    table: 'mobile_configs',
    searched: ['title'],
    rows: mobileConfigsByIds,
    present: toMobileConfig,
    lists: { sentAs: ['config'], of: listsOfMobileConfig, sent: sentMobileConfig },
    parts: { table: 'config_blocks', owner: 'mobile_config_id' },
    async saveParts(trx, id, { config }) {
      if (!config) return;
      const before = (await blocksOf(trx, [id])).get(id) ?? [];
      await replaceBlocks(trx, id, await checked(trx, config, before));
    },
  });
}
