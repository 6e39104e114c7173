import { z } from 'zod';
import { messages } from '#contract/core/messages';
import type { ResourceName } from '#contract/core/permissions';

interface BlockKind {
  /** The name on screens. */
  readonly label: string;
  /** The content, for the API reference. */
  readonly description: string;
  /** The resource of the referenced records. */
  readonly shows: ResourceName;
  /** True for a block with one record, false for an ordered list. */
  readonly isSingle: boolean;
  /** True for a type that apps receive only if they request it. */
  readonly isOnRequest?: true;
}

/** Block types of a home screen, by their API names. */
export const blockTypes = {
  one_collection: {
    label: 'One Collection',
    description: 'shows the books of one collection',
    shows: 'collections',
    isSingle: true,
  },
  list_collection: {
    label: 'List of Collections',
    description: 'shows several collections',
    shows: 'collections',
    isSingle: false,
  },
  series: {
    label: 'Series',
    description: 'shows the books of one series',
    shows: 'series',
    isSingle: true,
    isOnRequest: true,
  },
  story_book: {
    label: 'Story Book',
    description: 'shows one story book',
    shows: 'story-books',
    isSingle: true,
  },
  challenges: {
    label: 'Challenges',
    description: 'shows challenges',
    shows: 'challenges',
    isSingle: false,
  },
  categories: {
    label: 'Categories',
    description: 'shows categories with their sub-categories',
    shows: 'categories',
    isSingle: false,
  },
  books: {
    label: 'Books',
    description: 'shows single books',
    shows: 'books',
    isSingle: false,
    isOnRequest: true,
  },
} as const satisfies Readonly<Record<string, BlockKind>>;

export type BlockType = keyof typeof blockTypes;
/** A resource that blocks can refer to. */
export type BlockTarget = (typeof blockTypes)[BlockType]['shows'];

export const blockType = z.enum(
  Object.keys(blockTypes) as [BlockType, ...BlockType[]],
  messages.blockTypeUnknown,
);

const kinds: Readonly<Record<BlockType, BlockKind>> = blockTypes;

/** The block types that apps receive only if they request them. */
export const requestedBlockTypes = blockType.options.filter((type) => kinds[type].isOnRequest);

export function isSingleBlock(type: BlockType): boolean {
  return blockTypes[type].isSingle;
}
