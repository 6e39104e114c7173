import { type BlockType, blockTypes, isSingleBlock } from '#contract/mobile-configs/block-types';
import type { Challenge } from '#contract/challenges/challenges';
import type { Collection } from '#contract/collections/collections';
import type { ResourceName } from '#contract/core/permissions';
import type { Block, MobileConfig } from '#contract/mobile-configs/mobile-configs';
import type { StoryBook, StoryReference } from '#contract/story-books/story-books';

export interface AddedRecord {
  readonly kind: ResourceName;
  readonly id: number;
  readonly name: string;
  /** The code of a book. */
  readonly code?: string | undefined;
}

/** A list that a record can be added to. Positions start at 0. */
export interface TargetList {
  readonly count: number;
  /** The position of the record; undefined while the list does not contain it. */
  readonly position: number | undefined;
}

export const listOfCollection = ({ books }: Collection, { code }: AddedRecord): TargetList =>
  listOf(books.map((book) => book.code === code));

export const listOfChallenge = ({ items }: Challenge, { code }: AddedRecord): TargetList =>
  listOf(inOrder(items).map(({ book_code }) => book_code === code));

/** Returns the list of a story book, without a position: it can contain a book several times with different text items. */
export const listOfStoryBook = ({ story_items }: StoryBook, { code }: AddedRecord): TargetList =>
  listOf(story_items.map(({ book_code }) => book_code === code));

function listOf(matches: readonly boolean[]): TargetList {
  const position = matches.indexOf(true);
  return { count: matches.length, position: position < 0 ? undefined : position };
}

const inOrder = (items: Challenge['items']) => items.toSorted((a, b) => a.order_index - b.order_index);

/** Returns the fields of an update that adds a book to a collection. */
export const collectionWith = ({ books }: Collection, { code = '' }: AddedRecord, position: number) => ({
  book_codes: books.map((book) => book.code).toSpliced(position, 0, code),
});

/** Returns the fields of an update that adds a book to a challenge. A challenge with one book per day gets one more day. */
export function challengeWith(challenge: Challenge, { code = '' }: AddedRecord, position: number) {
  const items = inOrder(challenge.items).map(({ book_code, is_featured }) => ({
    book_code,
    ...(is_featured !== undefined && { is_featured }),
  }));
  const isOneBookPerDay = challenge.day_count === items.length;
  return {
    items: items
      .toSpliced(position, 0, { book_code: code })
      .map((item, order_index) => ({ ...item, order_index })),
    ...(isOneBookPerDay && { day_count: items.length + 1 }),
  };
}

/** Returns the fields of an update that adds a text item to a story book. */
export const storyBookWith = ({ story_items }: StoryBook, reference: StoryReference, position: number) => ({
  story_items: story_items
    .map(({ book_code, chapter_code, text_item_code, is_featured }) => ({
      book_code,
      chapter_code,
      text_item_code,
      is_featured,
    }))
    .toSpliced(position, 0, { ...reference, is_featured: false }),
});

const itemsOf = ({ data }: Block) => data.items ?? (data.item ? [data.item] : []);
const idsOf = (block: Block) => itemsOf(block).map(({ id }) => id);

/** A block that a record can be added to. */
export interface TargetBlock extends TargetList {
  readonly index: number;
  readonly title: string;
}

/** Returns the blocks that display records of this kind: all lists, and blocks for one record that are empty. */
export function blocksFor({ config }: MobileConfig, { kind, id }: AddedRecord): TargetBlock[] {
  return config.flatMap((block, index): TargetBlock[] => {
    const ids = idsOf(block);
    const list = listOf(ids.map((own) => own === id));
    if (blockTypes[block.type].shows !== kind) return [];
    if (isSingleBlock(block.type) && ids.length > 0 && list.position === undefined) return [];
    return [{ index, title: block.title, ...list }];
  });
}

/** A collection or challenge on a home screen. */
export interface ListOnHomeScreen {
  readonly kind: 'collections' | 'challenges';
  readonly id: number;
  readonly title: string;
  /** The number of the block, starting at 1. */
  readonly block: number;
}

/** Returns the collections and challenges on a home screen, each once. */
export function listsOnHomeScreen({ config }: MobileConfig): ListOnHomeScreen[] {
  const lists = config.flatMap((block, index) => {
    const kind = blockTypes[block.type].shows;
    if (kind !== 'collections' && kind !== 'challenges') return [];
    return itemsOf(block).map(({ id, title }) => ({ kind, id, title: title ?? `#${id}`, block: index + 1 }));
  });
  return lists.filter(
    ({ kind, id }, index) => lists.findIndex((other) => other.kind === kind && other.id === id) === index,
  );
}

const asInput = ({ title, type, data }: Block) => ({
  title,
  type,
  data: isSingleBlock(type)
    ? { id: data.item?.id ?? null }
    : { items: (data.items ?? []).map(({ id }) => ({ id })) },
});

/** Returns the type of a new block with records of a kind: a list if there is one. */
function typeFor(kind: ResourceName): BlockType {
  const types = (Object.keys(blockTypes) as BlockType[]).filter((type) => blockTypes[type].shows === kind);
  const type = types.find((item) => !isSingleBlock(item)) ?? types[0];
  if (!type) throw new Error(`No type of block shows ${kind}.`);
  return type;
}

/** Returns the fields of an update that adds a record to a block. Without `index` it adds a new block at the end. */
export function homeScreenWith(
  { config }: MobileConfig,
  { kind, id, name }: AddedRecord,
  { index, position }: { readonly index: number | undefined; readonly position: number },
) {
  const blocks = config.map(asInput);
  const block = index === undefined ? undefined : config[index];
  const dataOf = (type: BlockType, ids: readonly number[]) =>
    isSingleBlock(type) ? { id } : { items: ids.toSpliced(position, 0, id).map((own) => ({ id: own })) };
  if (index === undefined || !block) {
    const type = typeFor(kind);
    return { config: [...blocks, { title: name, type, data: dataOf(type, []) }] };
  }
  const { title, type } = block;
  return { config: blocks.with(index, { title, type, data: dataOf(type, idsOf(block)) }) };
}
