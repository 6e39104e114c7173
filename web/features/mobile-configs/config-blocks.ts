import { nanoid } from '@reduxjs/toolkit';
import { messages } from '#contract/messages';
import {
  type Block,
  type BlockItem,
  type BlockType,
  blockTypes,
  isSingleBlock,
} from '#contract/resources/mobile-configs';

/** A block while it is edited. Each type keeps its own selection, so that trying another one loses nothing. */
export interface FormBlock {
  /** Of this opening of the dialog: blocks have no id. */
  readonly key: string;
  readonly title: string;
  readonly type: BlockType;
  /** In order; at most one where the type holds a single item. */
  readonly selections: Readonly<Partial<Record<BlockType, readonly BlockItem[]>>>;
}

export function newBlock(): FormBlock {
  return { key: nanoid(), title: '', type: blockTypes.ONE_COLLECTION, selections: {} };
}

/** The blocks a form begins with. Items that are gone are not among them. */
export function toFormBlocks(config: readonly Block[]): FormBlock[] {
  return config.map(({ title, type, data }) => ({
    key: nanoid(),
    title,
    type,
    selections: { [type]: storedItems(data) },
  }));
}

/** A server may answer the single item as it was sent, by its id alone; to lose it here would clear it with the next save. */
function storedItems(data: Block['data'] | undefined): readonly BlockItem[] {
  if (data?.items) return data.items;
  const single = data?.item ?? data;
  return single && 'id' in single && typeof single.id === 'number' ? [{ ...single, id: single.id }] : [];
}

/** What is selected for the type a block has now. */
export function selectedOf({ type, selections }: FormBlock): readonly BlockItem[] {
  return selections[type] ?? [];
}

/** The list with an entry and its neighbour swapped; the same list where there is no neighbour. */
export function swapped<Entry>(list: readonly Entry[], index: number, step: 1 | -1): readonly Entry[] {
  const [entry, neighbour] = [list[index], list[index + step]];
  if (entry === undefined || neighbour === undefined) return list;
  return list.with(index, neighbour).with(index + step, entry);
}

/** A single item takes the place of the one before; a list gets each item once. */
export function withItem(block: FormBlock, item: BlockItem): FormBlock {
  const selected = selectedOf(block);
  if (isSingleBlock(block.type)) return withSelection(block, [item]);
  return selected.some(({ id }) => id === item.id) ? block : withSelection(block, [...selected, item]);
}

export function withoutItem(block: FormBlock, id: number): FormBlock {
  return withSelection(
    block,
    selectedOf(block).filter((item) => item.id !== id),
  );
}

export function withSelection(block: FormBlock, items: readonly BlockItem[]): FormBlock {
  return { ...block, selections: { ...block.selections, [block.type]: items } };
}

/** The blocks as the wire wants them: a single type is reduced to the id, a list type to a list of ids. */
export function toPayload(blocks: readonly FormBlock[]) {
  return blocks.map((block) => {
    const ids = selectedOf(block).map(({ id }) => ({ id }));
    const { title, type } = block;
    return {
      title: title.trim(),
      type,
      data: isSingleBlock(type) ? (ids[0] ?? { id: null }) : { items: ids },
    };
  });
}

/** What is wrong with the form, by field; a block's title is `config.KEY.title`. */
export function faultsOf(title: string, blocks: readonly FormBlock[]): Record<string, string> {
  const faults: Record<string, string> = {};
  if (title.trim() === '') faults['title'] = messages.titleRequired;
  for (const block of blocks)
    if (block.title.trim() === '') faults[titleFieldOf(block)] = messages.blockTitleRequired;
  return faults;
}

export function titleFieldOf({ key }: FormBlock): string {
  return `config.${key}.title`;
}

/** The form's field for one of the server's names: `config.2.title` is the title of the third block. */
export function fieldOf(name: string, blocks: readonly FormBlock[]): string | undefined {
  const [, index, part] = /^config\.(\d+)(?:\.(\w+))?/.exec(name) ?? [];
  if (index === undefined) return name === 'title' ? name : undefined;
  const block = blocks[Number(index)];
  return block && part === 'title' ? titleFieldOf(block) : undefined;
}

/** What an item is called: a title, or a category's name. */
export function nameOf({ id, title, name }: BlockItem): string {
  return title ?? name ?? `#${id}`;
}
