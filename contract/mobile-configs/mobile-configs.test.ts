import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { mobileConfigs } from './mobile-configs.ts';

const block = { title: 'Block', type: 'categories', data: { items: [1] } };
const errorsOf = (input: object) => {
  const { error } = mobileConfigs.create.safeParse({ title: 'Home', ...input });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each<[string, object, Record<string, string>]>([
  ['without a title', { title: ' ' }, { title: 'Title is required' }],
  [
    'with a block without title',
    { config: [block, { ...block, title: '' }] },
    { 'config.1.title': 'Block title is required' },
  ],
  [
    'with an unknown type',
    { config: [{ ...block, type: 'carousel' }] },
    { 'config.0.type': 'Block type is unknown' },
  ],
  [
    'with a reference that is not an ID',
    { config: [{ ...block, data: ['novels'] }] },
    { 'config.0.data.0': 'Must be an ID' },
  ],
  [
    'with too many blocks',
    { config: Array.from({ length: limits.maxConfigBlocks + 1 }, () => block) },
    { config: 'Must have at most 200 blocks' },
  ],
])('rejects a config %s', (_what, input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});

test.each<[string, unknown, number[]]>([
  ['a number', 5, [5]],
  ['text', '5', [5]],
  ['an object with an ID', { id: '5' }, [5]],
  ['an item', { item: { id: 5, title: 'Shown' } }, [5]],
  ['no item', { item: null }, []],
  ['nothing', undefined, []],
  ['numbers and objects', [3, '1', { id: 2 }, { item: { id: 3 } }], [3, 1, 2]],
  ['items', { items: [{ id: 2 }, { id: 1 }, { id: 2 }] }, [2, 1]],
  ['JSON text', '{"items":[{"id":2}]}', [2]],
])('parses references from %s, in order and without duplicates', (_what, data, ids) => {
  const { config } = mobileConfigs.create.parse({ title: 'Home', config: [{ ...block, data }] });
  expect(config?.[0]?.data).toEqual(ids);
});
