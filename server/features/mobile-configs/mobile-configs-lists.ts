import type { Transaction } from 'kysely';
import { blockType } from '#contract/mobile-configs/block-types';
import type { Block, BlockItem, MobileConfig } from '#contract/mobile-configs/mobile-configs';
import type { Schema } from '#server/core/db/schema';
import { type ListItem, type Lists, uniqueKeys } from '#server/core/audit-log/list-change';
import { findItems, itemsIn } from '#server/core/resource/block-items';

const itemsOf = ({ data }: Block): readonly BlockItem[] => data.items ?? (data.item ? [data.item] : []);

/** Returns the key of a block within a home screen: blocks have no codes. */
const keyOf = ({ type, title }: Block): string => `${type} ${title}`;

/** Returns the blocks of a home screen, and the references of each under `config:KEY`. */
export function listsOfMobileConfig({ config }: MobileConfig): Lists {
  const lists = new Map<string, ListItem[]>();
  const blocks = config.map((block): ListItem => {
    const { type, title } = block;
    const items = itemsOf(block);
    return {
      key: keyOf(block),
      name: title,
      details: { type, title },
      contents: { ids: items.map(({ id }) => id) },
    };
  });
  lists.set('config', blocks);
  const keys = uniqueKeys(blocks);
  for (const [index, block] of config.entries())
    lists.set(
      `config:${keys[index]}`,
      itemsOf(block).map(({ id, title, name }) => ({ key: String(id), name: title ?? name ?? String(id) })),
    );
  return lists;
}

const idsIn = (contents: ListItem['contents']): number[] => {
  const ids = contents?.['ids'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
};

/** Returns the input of an update that restores these blocks. */
export async function inputOfMobileConfig(trx: Transaction<Schema>, lists: Lists) {
  const items = lists.get('config') ?? [];
  const keys = uniqueKeys(items);
  const blocks = items.flatMap(({ details, name }, index) => {
    const { data: type } = blockType.safeParse(details?.['type']);
    const blockItems = lists.get(`config:${keys[index]}`);
    const ids = blockItems ? blockItems.map(({ key }) => Number(key)) : idsIn(details);
    return type ? [{ type, title: name, ids }] : [];
  });
  const blockRecords = await findItems(trx, blocks);
  return {
    config: blocks.map((block) => ({
      type: block.type,
      title: block.title,
      data: { items: itemsIn(blockRecords, block).map(({ id }) => ({ id })) },
    })),
  };
}
