import { type Kysely, type Transaction, sql } from 'kysely';
import { type BlockType, blockTypes, isSingleBlock } from '#contract/mobile-configs/block-types';
import type { ResourceName } from '#contract/core/permissions';
import { lockForRecordChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import type { SkippedEntry } from './lifecycle.ts';

/** A block of a home screen that shows a record. */
export interface BlockPosition {
  readonly config_id: number;
  readonly config: string;
  /** The position of the block in its config. */
  readonly position: number;
  readonly title: string;
  readonly type: string;
  /** The index of the record in the block. */
  readonly index: number;
}

const isType = (text: string): text is BlockType => Object.hasOwn(blockTypes, text);

/** Returns the types of blocks that show records of a resource. */
export const typesShowing = (kind: ResourceName): BlockType[] =>
  Object.keys(blockTypes).filter(
    (type): type is BlockType => isType(type) && blockTypes[type].shows === kind,
  );

/** Returns the blocks that show a record, newest config first. */
export async function blocksShowing(
  db: Kysely<Schema>,
  kind: ResourceName,
  id: number,
): Promise<BlockPosition[]> {
  const types = typesShowing(kind);
  if (types.length === 0) return [];
  const rows = await db
    .selectFrom('config_blocks')
    .innerJoin('mobile_configs', 'mobile_configs.id', 'config_blocks.mobile_config_id')
    .select(['mobile_configs.id', 'mobile_configs.title as config'])
    .select([
      'config_blocks.position',
      'config_blocks.title',
      'config_blocks.type',
      'config_blocks.record_ids',
    ])
    .where('config_blocks.type', 'in', types)
    // Matches the digits of the ID. The exact ID is compared below.
    .where('config_blocks.record_ids', 'like', `%${id}%`)
    .orderBy('mobile_configs.id', 'desc')
    .orderBy('config_blocks.position')
    .execute();
  return rows.flatMap(({ id: config_id, record_ids, ...blockPosition }) => {
    const index = (JSON.parse(record_ids) as number[]).indexOf(id);
    return index < 0 ? [] : [{ ...blockPosition, config_id, index }];
  });
}

/** Returns true if one of the blocks belongs to a home screen of the main service. */
export async function areLive(db: Kysely<Schema>, blocks: readonly BlockPosition[]): Promise<boolean> {
  if (blocks.length === 0) return false;
  const ids = [...new Set(blocks.map(({ config_id }) => config_id))];
  const main = await db
    .selectFrom('mobile_configs')
    .select('id')
    .where('id', 'in', ids)
    .where('is_main_service', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return main !== undefined;
}

/** Returns the block that was at a position, or undefined. Blocks are identified by type and title, and the nearest one is used. */
async function blockAt(trx: Transaction<Schema>, blockPosition: BlockPosition) {
  const blocks = await trx
    .selectFrom('config_blocks')
    .selectAll()
    .where('mobile_config_id', '=', blockPosition.config_id)
    .where('type', '=', blockPosition.type)
    .where('title', '=', blockPosition.title)
    .execute();
  const distance = ({ position }: { position: number }) => Math.abs(position - blockPosition.position);
  return blocks.toSorted((a, b) => distance(a) - distance(b))[0];
}

/**
 * Adds a restored record to the blocks that showed it, at its earlier index. Blocks preserve deleted IDs, so only blocks that were saved
 * since then lack it.
 */
export async function returnToBlocks(
  trx: Transaction<Schema>,
  {
    record,
    positions,
    causeId,
  }: {
    readonly record: { readonly id: number; readonly name: string };
    readonly positions: readonly BlockPosition[];
    readonly causeId: number;
  },
): Promise<SkippedEntry[]> {
  const skippedEntries: SkippedEntry[] = [];
  for (const blockPosition of positions) {
    const lostRecord: SkippedEntry = {
      kind: 'mobile-configs',
      id: blockPosition.config_id,
      name: blockPosition.config,
    };
    const block = await blockAt(trx, blockPosition);
    const ids = block ? (JSON.parse(block.record_ids) as number[]) : [];
    if (ids.includes(record.id)) continue;
    if (!block || (isType(block.type) && isSingleBlock(block.type) && ids.length > 0)) {
      skippedEntries.push(lostRecord);
      continue;
    }
    const index = Math.min(blockPosition.index, ids.length);
    await lockForRecordChange(trx, 'mobile_configs');
    await trx
      .updateTable('config_blocks')
      .set({ record_ids: JSON.stringify(ids.toSpliced(index, 0, record.id)) })
      .where('mobile_config_id', '=', blockPosition.config_id)
      .where('position', '=', block.position)
      .execute();
    const { version, title } = await trx
      .updateTable('mobile_configs')
      .set({ version: sql`version + 1`, updated_at: new Date().toISOString() })
      .where('id', '=', blockPosition.config_id)
      .returning(['version', 'title'])
      .executeTakeFirstOrThrow();
    await writeEntry(trx, {
      kind: 'mobile-configs',
      record: { id: blockPosition.config_id, name: title },
      version,
      action: 'changed',
      changes: [
        {
          type: 'list',
          field: `config:${block.type} ${block.title}`,
          added: [[String(record.id), index, record.name]],
          removed: [],
          moved: [],
          changed: [],
        },
      ],
      causeId,
    });
  }
  return skippedEntries;
}
