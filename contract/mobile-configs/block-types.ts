import { z } from 'zod';
import { messages } from '#contract/core/messages';
import type { ResourceName } from '#contract/core/permissions';

interface BlockKind {
  /** The resource of the referenced records. */
  readonly shows: ResourceName;
  /** True for a block with one record, false for an ordered list. */
  readonly isSingle: boolean;
}

/** Block types of a home screen, by their API names. */
export const blockTypes = {
  one_collection: { shows: 'collections', isSingle: true },
  list_collection: { shows: 'collections', isSingle: false },
  story_book: { shows: 'story-books', isSingle: true },
  challenges: { shows: 'challenges', isSingle: false },
  categories: { shows: 'categories', isSingle: false },
} as const satisfies Readonly<Record<string, BlockKind>>;

export type BlockType = keyof typeof blockTypes;
/** A resource that blocks can refer to. */
export type BlockTarget = (typeof blockTypes)[BlockType]['shows'];

export const blockType = z.enum(
  Object.keys(blockTypes) as [BlockType, ...BlockType[]],
  messages.blockTypeUnknown,
);

export function isSingleBlock(type: BlockType): boolean {
  return blockTypes[type].isSingle;
}
