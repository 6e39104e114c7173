import { isSingleBlock } from '#contract/mobile-configs/block-types';
import type { Block, MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { mobileConfigColumns } from '#server/core/db/tables/mobile-configs';
import { createPresenter } from '#server/core/resource/columns';
import { type FoundItems, type StoredBlock, itemsIn } from '#server/core/resource/block-items';
import type { StoredMobileConfig } from './mobile-configs.repository.ts';

const present = createPresenter(mobileConfigColumns);

function toBlock(block: StoredBlock, foundItems: FoundItems): Block {
  const { title, type } = block;
  const items = itemsIn(foundItems, block);
  return { title, type, data: isSingleBlock(type) ? { item: items[0] ?? null } : { items } };
}

export function toMobileConfig({ row, blocks, found }: StoredMobileConfig): MobileConfig {
  return {
    ...present(row),
    config: blocks.map((block) => toBlock(block, found)),
  };
}
