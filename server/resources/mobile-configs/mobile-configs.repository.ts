import type { Kysely } from 'kysely';
import {
  type Block,
  type BlockType,
  type MobileConfig,
  isSingleBlock,
} from '#contract/resources/mobile-configs';
import type { Schema } from '#server/db/schema';
import { inOrderOf } from '../in-order-of.ts';
import { type BlockItems, type StoredBlock, itemsOf, targets } from './block-items.ts';

/** The blocks of these configs, in order. */
export async function blocksOf(
  db: Kysely<Schema>,
  configIds: readonly number[],
): Promise<Map<number, StoredBlock[]>> {
  const rows = await db
    .selectFrom('config_blocks')
    .selectAll()
    .where('mobile_config_id', 'in', configIds)
    .orderBy('mobile_config_id')
    .orderBy('position')
    .execute();
  const blocks = new Map<number, StoredBlock[]>();
  for (const { mobile_config_id, title, type, record_ids } of rows) {
    const list = blocks.get(mobile_config_id) ?? [];
    list.push({ title, type: type as BlockType, ids: JSON.parse(record_ids) as number[] });
    blocks.set(mobile_config_id, list);
  }
  return blocks;
}

function hydrate({ title, type, ids }: StoredBlock, found: BlockItems): Block {
  const items = ids.flatMap((id) => found.get(targets[type].table)?.get(id) ?? []);
  return { title, type, data: isSingleBlock(type) ? { item: items[0] ?? null } : { items } };
}

/** The configs with these ids, in their order, with what their blocks refer to; what is gone is left out. */
export async function mobileConfigsByIds(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<MobileConfig[]> {
  const rows = await db
    .selectFrom('mobile_configs')
    .select(['id', 'title', 'is_main_service', 'version', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  const blocks = await blocksOf(db, ids);
  const found = await itemsOf(db, [...blocks.values()].flat());
  return inOrderOf(ids, rows).map(({ is_main_service, ...row }) => ({
    ...row,
    is_main_service: is_main_service === 1,
    config: (blocks.get(row.id) ?? []).map((block) => hydrate(block, found)),
  }));
}

export async function replaceBlocks(
  db: Kysely<Schema>,
  configId: number,
  blocks: readonly StoredBlock[],
): Promise<void> {
  await db.deleteFrom('config_blocks').where('mobile_config_id', '=', configId).execute();
  if (blocks.length === 0) return;
  const rows = blocks.map(({ title, type, ids }, position) => ({
    mobile_config_id: configId,
    position,
    title,
    type,
    record_ids: JSON.stringify(ids),
  }));
  await db.insertInto('config_blocks').values(rows).execute();
}
