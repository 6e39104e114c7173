import { nanoid } from '@reduxjs/toolkit';
import { type BlockType, isSingleBlock } from '#contract/mobile-configs/block-types';
import {
  type Block,
  type BlockItem,
  type MobileConfig,
  mobileConfigs,
} from '#contract/mobile-configs/mobile-configs';
import { plainTexts } from '#web/core/lib/plain-texts.ts';

/** A block while it is edited. Each type keeps its own selection, so that trying another one loses nothing. */
export interface FormBlock {
  /** Of this opening of the dialog: blocks have no id. */
  readonly key: string;
  readonly title: string;
  readonly type: BlockType;
  /** In order; at most one where the type holds a single item. */
  readonly selections: Readonly<Partial<Record<BlockType, readonly BlockItem[]>>>;
}

const texts = plainTexts(mobileConfigs);

type Texts = ReturnType<typeof texts.of>;

export interface ConfigValues extends Texts {
  readonly is_main_service: boolean;
  readonly config: readonly FormBlock[];
}

/** The values a form begins with. */
export function toValues(config: MobileConfig | undefined): ConfigValues {
  return {
    ...texts.of(config),
    is_main_service: config?.is_main_service ?? false,
    config: toFormBlocks(config?.config ?? []),
  };
}

export function newBlock(): FormBlock {
  return { key: nanoid(), title: '', type: 'one_collection', selections: {} };
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

/** The selection for the current type of a block. */
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

/** The form as the wire wants it: in a block, a single type is reduced to the id, a list type to a list of ids. */
export function toPayload(values: ConfigValues) {
  return {
    ...texts.trimmed(values),
    is_main_service: values.is_main_service,
    config: values.config.map((block) => {
      const ids = selectedOf(block).map(({ id }) => ({ id }));
      const { type } = block;
      return {
        title: block.title.trim(),
        type,
        data: isSingleBlock(type) ? (ids[0] ?? { id: null }) : { items: ids },
      };
    }),
  };
}

export function titleFieldOf({ key }: FormBlock): string {
  return `config.${key}.title`;
}

/** The form's field for one of the contract's paths: `config.2.title` is the title of the third block. */
export function fieldOf(path: string, { config }: ConfigValues): string | undefined {
  const [, index, part] = /^config\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  if (index === undefined) return path === 'title' ? path : undefined;
  const block = config[Number(index)];
  return block && part === 'title' ? titleFieldOf(block) : undefined;
}

/** The name of an item: a title, or a category's name. */
export function nameOf({ id, title, name }: BlockItem): string {
  return title ?? name ?? `#${id}`;
}

const proposedTitle = (block: FormBlock): string => {
  const [first] = selectedOf(block);
  return first ? nameOf(first) : '';
};

/** The block with the name of what is picked first as its title, unless somebody has given it another one. */
export function withProposedTitle(before: FormBlock, after: FormBlock): FormBlock {
  const isOwn = after.title !== before.title || ![proposedTitle(before), ''].includes(before.title);
  const title = proposedTitle(after);
  return isOwn || title === '' ? after : { ...after, title };
}
