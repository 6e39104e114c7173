import { expect, it } from 'vitest';
import { camelCase, resourceNames } from '#contract/core/record-types';
import { moduleList, modules } from './modules.ts';

it.each(resourceNames)('has a module for %s with the name of its state key', (name) => {
  const key = camelCase(name);
  expect(modules).toHaveProperty([key, 'slice', 'declaration', 'name'], name);
  expect(modules).toHaveProperty([key, 'slice', 'stateKey'], key);
});

it('has unique paths and state keys', () => {
  const paths = moduleList.flatMap(({ path }) => path ?? []);
  const keys = moduleList.flatMap(({ slice }) => slice?.stateKey ?? []);
  expect([new Set(paths).size, new Set(keys).size]).toEqual([paths.length, keys.length]);
});
