import type { Block, BlockItem, MobileConfig } from '#contract/resources/mobile-configs';
import { type ListItem, type Lists, uniqueKeys } from '#server/journal/list-change';

const itemsOf = ({ data }: Block): readonly BlockItem[] => data.items ?? (data.item ? [data.item] : []);

/** What tells a block from the others of a home screen: blocks have no codes. */
const keyOf = ({ type, title }: Block): string => `${type} ${title}`;

/** The blocks of a home screen, and for each of them what it shows, under `config:KEY`. */
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
  for (const [at, block] of config.entries())
    lists.set(
      `config:${keys[at]}`,
      itemsOf(block).map(({ id, title, name }) => ({ key: String(id), name: title ?? name ?? String(id) })),
    );
  return lists;
}
