import { z } from 'zod';
import { messages } from '#contract/core/messages';
import type { ResourceName } from '#contract/core/permissions';

interface BlockKind {
  /** The resource whose records it refers to. */
  readonly shows: ResourceName;
  /** Whether it refers to one record or to an ordered list of them. */
  readonly isSingle: boolean;
}

/** The types of blocks that a home screen is made of, as the wire names them. */
export const blockTypes = {
  one_collection: { shows: 'collections', isSingle: true },
  list_collection: { shows: 'collections', isSingle: false },
  story_book: { shows: 'story-books', isSingle: true },
  challenges: { shows: 'challenges', isSingle: false },
  categories: { shows: 'categories', isSingle: false },
} as const satisfies Readonly<Record<string, BlockKind>>;

export type BlockType = keyof typeof blockTypes;
/** A resource that blocks can show. */
export type BlockTarget = (typeof blockTypes)[BlockType]['shows'];

export const blockType = z.enum(
  Object.keys(blockTypes) as [BlockType, ...BlockType[]],
  messages.blockTypeUnknown,
);

export function isSingleBlock(type: BlockType): boolean {
  return blockTypes[type].isSingle;
}
