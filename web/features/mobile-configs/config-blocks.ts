import { nanoid } from '@reduxjs/toolkit';
import { type BlockType, isSingleBlock } from '#contract/mobile-configs/block-types';
import {
  type Block,
  type BlockItem,
  type MobileConfig,
  mobileConfigs,
} from '#contract/mobile-configs/mobile-configs';
import { textFields } from '#web/core/lib/plain-texts.ts';

/** A block during editing. Each type has its own selection, so changing the type loses nothing. */
export interface FormBlock {
  /** Unique within this opening of the dialog, since blocks have no ID. */
  readonly key: string;
  readonly title: string;
  readonly type: BlockType;
  /** The items in order; at most one for single types. */
  readonly selections: Readonly<Partial<Record<BlockType, readonly BlockItem[]>>>;
}

const texts = textFields(mobileConfigs);

type Texts = ReturnType<typeof texts.of>;

export interface ConfigValues extends Texts {
  readonly is_main_service: boolean;
  readonly config: readonly FormBlock[];
}

/** Returns the initial values of a form. */
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

/** Returns the initial blocks of a form, without deleted items. */
export function toFormBlocks(config: readonly Block[]): FormBlock[] {
  return config.map(({ title, type, data }) => ({
    key: nanoid(),
    title,
    type,
    selections: { [type]: storedItems(data) },
  }));
}

/** Returns the stored items. A server may return a single item only by its ID. Ignoring it would clear it with the next save. */
function storedItems(data: Block['data'] | undefined): readonly BlockItem[] {
  if (data?.items) return data.items;
  const single = data?.item ?? data;
  return single && 'id' in single && typeof single.id === 'number' ? [{ ...single, id: single.id }] : [];
}

/** Returns the selection for the current type of a block. */
export function selectedOf({ type, selections }: FormBlock): readonly BlockItem[] {
  return selections[type] ?? [];
}

/** Swaps an entry with its neighbour. Returns the same list if there is none. */
export function swapEntries<Entry>(list: readonly Entry[], index: number, step: 1 | -1): readonly Entry[] {
  const [entry, neighbour] = [list[index], list[index + step]];
  if (entry === undefined || neighbour === undefined) return list;
  return list.with(index, neighbour).with(index + step, entry);
}

/** Adds an item. A single item replaces the previous one, and a list contains each item once. */
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

/** Returns the request body of the form. Single types are reduced to the ID, list types to a list of IDs. */
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

/** Returns the form field of a contract path: `config.2.title` is the title of the third block. */
export function fieldOf(path: string, { config }: ConfigValues): string | undefined {
  const [, index, field] = /^config\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  if (index === undefined) return path === 'title' ? path : undefined;
  const block = config[Number(index)];
  return block && field === 'title' ? titleFieldOf(block) : undefined;
}

/** Returns the name of an item: a title, or the name of a category. */
export function nameOf({ id, title, name }: BlockItem): string {
  return title ?? name ?? `#${id}`;
}

const proposedTitle = (block: FormBlock): string => {
  const [first] = selectedOf(block);
  return first ? nameOf(first) : '';
};

/** Sets the name of the first item as the title of a block, unless the user has edited it. */
export function withProposedTitle(before: FormBlock, after: FormBlock): FormBlock {
  const isOwn = after.title !== before.title || ![proposedTitle(before), ''].includes(before.title);
  const title = proposedTitle(after);
  return isOwn || title === '' ? after : { ...after, title };
}
