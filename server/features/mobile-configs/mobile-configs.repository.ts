import type { Kysely } from 'kysely';
import type { BlockType } from '#contract/mobile-configs/block-types';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { mobileConfigColumns } from '#server/core/db/tables/mobile-configs';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { type StoredBlock, findItems } from '#server/core/resource/block-items';

const blockRows = prepareForIds((db, ids) =>
  db
    .selectFrom('config_blocks')
    .selectAll()
    .where('mobile_config_id', 'in', ids)
    .orderBy('mobile_config_id')
    .orderBy('position'),
);

/** Returns the blocks of these configs, in order. */
export async function blocksOf(
  db: Kysely<Schema>,
  configIds: readonly number[],
): Promise<Map<number, StoredBlock[]>> {
  const rows = await blockRows(db, configIds);
  const blocks = new Map<number, StoredBlock[]>();
  for (const { mobile_config_id, title, type, record_ids } of rows) {
    const list = blocks.get(mobile_config_id) ?? [];
    list.push({ title, type: type as BlockType, ids: JSON.parse(record_ids) as number[] });
    blocks.set(mobile_config_id, list);
  }
  return blocks;
}

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('mobile_configs').select(shownNames(mobileConfigColumns)).where('id', 'in', ids),
);

/** Returns the configs with these ids in their order, with the records of their blocks. */
export async function mobileConfigsByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const blocks = await blocksOf(db, ids);
  const itemsByType = await findItems(db, [...blocks.values()].flat());
  return inOrderOf(ids, rows).map((row) => ({ row, blocks: blocks.get(row.id) ?? [], found: itemsByType }));
}

export type StoredMobileConfig = Awaited<ReturnType<typeof mobileConfigsByIds>>[number];

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
