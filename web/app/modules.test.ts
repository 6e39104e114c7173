import { expect, it } from 'vitest';
import { resourceNames } from '#contract/core/permissions';
import { stateKeyOf } from '#web/core/store/create-resource-slice.ts';
import { moduleList, modules } from './modules.ts';

it.each(resourceNames)('has a module for %s, under the name of its state', (name) => {
  const key = stateKeyOf(name);
  expect(modules).toHaveProperty([key, 'slice', 'declaration', 'name'], name);
  expect(modules).toHaveProperty([key, 'slice', 'stateKey'], key);
});

it('has no two modules at one path or under one key of the store', () => {
  const paths = moduleList.flatMap(({ path }) => path ?? []);
  const keys = moduleList.flatMap(({ slice }) => slice?.stateKey ?? []);
  expect([new Set(paths).size, new Set(keys).size]).toEqual([paths.length, keys.length]);
});
