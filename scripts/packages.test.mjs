import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './node-version.mjs';
import { biggestBringers, MAX_PACKAGES, productionPackages } from './packages.mjs';

test('installs no more packages than the limit', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bringers = biggestBringers(packages)
    .slice(0, 10)
    .map(({ name, count }) => `${count} by ${name}`);
  const packageCount = productionPackages(packages).length;
  expect(packageCount, `The most packages are brought in: ${bringers.join(', ')}`).toBeLessThanOrEqual(
    MAX_PACKAGES,
  );
});

test('counts packages of every install for the only dependency that needs them', () => {
  const lockedPackages = {
    '': { dependencies: { big: '1', small: '1' } },
    'node_modules/big': { dependencies: { inner: '1', shared: '1' }, optionalDependencies: { native: '1' } },
    'node_modules/big/node_modules/inner': { peerDependencies: { shared: '1' } },
    'node_modules/inner': { dev: true },
    'node_modules/native': { optional: true },
    'node_modules/shared': {},
    'node_modules/small': { dependencies: { shared: '1', away: '1' } },
  };
  expect(productionPackages(lockedPackages)).toHaveLength(4);
  expect(biggestBringers(lockedPackages)).toEqual([
    { name: 'big', count: 2 },
    { name: 'small', count: 1 },
  ]);
});
