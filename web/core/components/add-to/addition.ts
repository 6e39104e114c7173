import type { StoryReference } from '#contract/story-books/story-books';
import {
  type AddedRecord,
  blocksFor,
  challengeWith,
  collectionWith,
  homeScreenWith,
  listOfChallenge,
  listOfCollection,
  listOfStoryBook,
  storyBookWith,
  type TargetList,
} from './add-values.ts';
import type { TargetRecord } from './target-records.ts';

/** The value of the block field for a new block. */
export const NEW_BLOCK = 'new';

/** An update that adds a record to a list. */
export interface Addition {
  readonly record: TargetRecord;
  /** Undefined for a new block. */
  readonly list: TargetList | undefined;
  /** Returns the changed fields, with the added record at a position that starts at 0. */
  readonly valuesAt: (position: number) => object;
}

/** The fields that a target needs besides the position. */
export interface AdditionFields {
  /** The index of a block, or `NEW_BLOCK`. */
  readonly block: string;
  readonly text: StoryReference | undefined;
}

/** @returns the addition; undefined while a required field is missing */
export function toAddition(
  record: TargetRecord,
  addedRecord: AddedRecord,
  { block, text }: AdditionFields,
): Addition | undefined {
  if (record.target === 'collections') {
    const { item } = record;
    const list = listOfCollection(item, addedRecord);
    return { record, list, valuesAt: (position) => collectionWith(item, addedRecord, position) };
  }
  if (record.target === 'challenges') {
    const { item } = record;
    const list = listOfChallenge(item, addedRecord);
    return { record, list, valuesAt: (position) => challengeWith(item, addedRecord, position) };
  }
  if (record.target === 'story-books') {
    const { item } = record;
    if (!text) return undefined;
    // The same book can be added again with another text item.
    const list = { ...listOfStoryBook(item, addedRecord), position: undefined };
    return { record, list, valuesAt: (position) => storyBookWith(item, text, position) };
  }
  const { item } = record;
  const list = blocksFor(item, addedRecord).find(({ index }) => String(index) === block);
  if (!list && block !== NEW_BLOCK) return undefined;
  return {
    record,
    list,
    valuesAt: (position) => homeScreenWith(item, addedRecord, { index: list?.index, position }),
  };
}
