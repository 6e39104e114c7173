import { type Block, type MobileConfig, isSingleBlock } from '#contract/resources/mobile-configs';
import { mobileConfigColumns } from '#server/db/tables/mobile-configs';
import { createPresenter } from '../columns.ts';
import { type BlockItems, type StoredBlock, targets } from './block-items.ts';
import type { StoredMobileConfig } from './mobile-configs.repository.ts';

const present = createPresenter(mobileConfigColumns);

/** What a block refers to and is gone is left out. */
function toBlock({ title, type, ids }: StoredBlock, found: BlockItems): Block {
  const items = ids.flatMap((id) => found.get(targets[type].table)?.get(id) ?? []);
  return { title, type, data: isSingleBlock(type) ? { item: items[0] ?? null } : { items } };
}

export function toMobileConfig({ row, blocks, found }: StoredMobileConfig): MobileConfig {
  return {
    ...present(row),
    config: blocks.map((block) => toBlock(block, found)),
  };
}
