import type { Transaction } from 'kysely';
import type { CreateOf } from '#contract/core/define-resource';
import { blockTypes } from '#contract/mobile-configs/block-types';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldErrors } from '#server/core/errors';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import {
  type StoredBlock,
  findItems,
  itemsIn,
  nounOf,
  toStoredBlocks,
} from '#server/core/resource/block-items';
import { listsOfMobileConfig, inputOfMobileConfig } from './mobile-configs-lists.ts';
import { toMobileConfig } from './mobile-configs.presenter.ts';
import { blocksOf, mobileConfigsByIds, replaceBlocks } from './mobile-configs.repository.ts';

/**
 * Returns the blocks without broken references. Stored references to deleted records are removed; a new reference must match a record.
 * @throws AppError 422 with the names of the blocks
 */
async function assertItems(
  trx: Transaction<Schema>,
  input: NonNullable<CreateOf<typeof mobileConfigs>['config']>,
  before: readonly StoredBlock[],
): Promise<StoredBlock[]> {
  const blocks = toStoredBlocks(input);
  const blockRecords = await findItems(trx, blocks);
  const earlierKeys = new Set(
    before.flatMap(({ type, ids }) => ids.map((id) => `${blockTypes[type].shows} ${id}`)),
  );
  const wrong = new Map<string, ErrorInfo>();
  const storedBlocks = blocks.map((block, index) => {
    const { shows } = blockTypes[block.type];
    const ids = itemsIn(blockRecords, block).map(({ id }) => id);
    const existing = new Set(ids);
    const unknown = block.ids.find((id) => !existing.has(id) && !earlierKeys.has(`${shows} ${id}`));
    if (unknown !== undefined)
      wrong.set(`config.${index}.data`, knownErrors.noBlockItem(index + 1, nounOf(block.type), unknown));
    return { ...block, ids };
  });
  if (wrong.size > 0) throw fieldErrors(wrong);
  return storedBlocks;
}

export function createMobileConfigService(
  deps: ServiceDeps,
): ServiceOf<typeof mobileConfigs> & WithLifecycle {
  return createRecordService(deps, {
    declaration: mobileConfigs,
    table: 'mobile_configs',
    searched: ['title'],
    rows: mobileConfigsByIds,
    present: toMobileConfig,
    lists: { inputKeys: ['config'], of: listsOfMobileConfig, inputOf: inputOfMobileConfig },
    ownedRows: { table: 'config_blocks', owner: 'mobile_config_id' },
    async saveOwnedRows(trx, id, { input: { config } }) {
      if (!config) return;
      const before = (await blocksOf(trx, [id])).get(id) ?? [];
      await replaceBlocks(trx, id, await assertItems(trx, config, before));
    },
  });
}
