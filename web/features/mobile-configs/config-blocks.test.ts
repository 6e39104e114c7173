import { expect, it } from 'vitest';
import { type BlockItem, mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import {
  type ConfigValues,
  type FormBlock,
  fieldOf,
  newBlock,
  selectedOf,
  swapEntries,
  toFormBlocks,
  toPayload,
  withItem,
  withoutItem,
  withProposedTitle,
} from './config-blocks.ts';

const item = (id: number): BlockItem => ({ id, title: `Item ${id}` });
const withBlocks = (config: readonly FormBlock[], title = 'Home'): ConfigValues => ({
  title,
  is_main_service: false,
  config,
});
const blocksOf = (config: readonly FormBlock[]) => toPayload(withBlocks(config)).config;
const block = (changes: Partial<FormBlock>): FormBlock => ({ ...newBlock(), title: 'Block', ...changes });

it.each([
  [[1, 2, 3], 0, -1, [1, 2, 3]],
  [[1, 2, 3], 0, 1, [2, 1, 3]],
  [[1, 2, 3], 2, -1, [1, 3, 2]],
  [[1, 2, 3], 2, 1, [1, 2, 3]],
] as const)('swaps in %j the entry at %i by %i', (list, index, step, expected) => {
  expect(swapEntries(list, index, step)).toEqual(expected);
});

it('replaces the item of a single block, and adds each item to a list once', () => {
  const single = withItem(withItem(block({ type: 'story_book' }), item(1)), item(2));
  expect(selectedOf(single)).toEqual([item(2)]);
  const list = [3, 4, 3].map(item).reduce(withItem, block({ type: 'challenges' }));
  expect(selectedOf(list)).toEqual([item(3), item(4)]);
  expect(selectedOf(withoutItem(list, 3))).toEqual([item(4)]);
});

it('keeps the selection of each type, and sends only that of the current type', () => {
  const collections = withItem(block({ type: 'list_collection' }), item(1));
  const challenges = withItem({ ...collections, type: 'challenges' }, item(9));
  expect(blocksOf([challenges])[0]?.data).toEqual({ items: [{ id: 9 }] });
  expect(blocksOf([{ ...challenges, type: 'list_collection' }])[0]?.data).toEqual({ items: [{ id: 1 }] });
});

it('converts stored blocks back to IDs', () => {
  const blocks = toFormBlocks([
    { title: ' One ', type: 'one_collection', data: { item: item(5) } },
    { title: 'Gone', type: 'story_book', data: { item: null } },
    { title: 'Many', type: 'categories', data: { items: [item(2), item(1)] } },
  ]);
  expect(blocksOf(blocks)).toEqual([
    { title: 'One', type: 'one_collection', data: { id: 5 } },
    { title: 'Gone', type: 'story_book', data: { id: null } },
    { title: 'Many', type: 'categories', data: { items: [{ id: 2 }, { id: 1 }] } },
  ]);
});

it('keeps a single item with only an ID, and reads a block without data as empty', () => {
  const apiBlocks = [
    { title: 'Sent', type: 'one_collection', data: { id: 5 } },
    { title: 'Empty', type: 'challenges' },
  ] as unknown as Parameters<typeof toFormBlocks>[0];
  expect(blocksOf(toFormBlocks(apiBlocks)).map(({ data }) => data)).toEqual([{ id: 5 }, { items: [] }]);
});

it('marks the title of the config and of each block for errors of the contract', () => {
  const values = withBlocks([block({ key: 'a' }), block({ key: 'b', title: ' ' })], ' ');
  expect(schemaErrors(mobileConfigs.create, toPayload(values))).toEqual({
    title: 'Title is required',
    'config.1.title': 'Block title is required',
  });
  expect(schemaErrors(mobileConfigs.create, toPayload(withBlocks([])))).toEqual({});
  expect(
    ['title', 'config.1.title', 'config.0.data', 'config.7.title', 'version'].map((path) =>
      fieldOf(path, values),
    ),
  ).toEqual(['title', 'config.b.title', undefined, undefined, undefined]);
});

it('proposes the name of the first item as the title until the user edits it', () => {
  const empty = block({ title: '', type: 'challenges' });
  const pickedBlock = withProposedTitle(empty, withItem(empty, item(1)));
  expect(pickedBlock.title).toBe('Item 1');
  const more = withProposedTitle(pickedBlock, withItem(pickedBlock, item(2)));
  expect(more.title).toBe('Item 1');
  expect(withProposedTitle(more, withoutItem(more, 1)).title).toBe('Item 2');
  const own = { ...more, title: 'My own' };
  expect(withProposedTitle(own, withoutItem(own, 1)).title).toBe('My own');
  expect(withProposedTitle(pickedBlock, withoutItem(pickedBlock, 1)).title).toBe('Item 1');
});
