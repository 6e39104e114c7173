import { expect, test } from 'vitest';
import { packagesOf } from './package-list.mjs';

test('returns the installed packages of the server and the web application, with their licences', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', license: 'MIT' },
    'node_modules/sharp-for-others': { version: '1.0.0', license: 'MIT' },
    'node_modules/react': { version: '19.3.1', license: 'MIT', dev: true },
    'node_modules/vitest': { version: '5.1.1', license: 'MIT', dev: true },
    'node_modules/vitest/node_modules/react': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/pg/node_modules/@scope/part': { version: '2.0.0' },
  };
  const packageByName = packagesOf(packages, ['react'], (path) => !path.endsWith('for-others'));
  expect(packageByName).toEqual([
    { name: '@scope/part', version: '2.0.0', licence: 'not stated' },
    { name: 'react', version: '19.3.1', licence: 'MIT' },
    { name: 'zod', version: '4.6.7', licence: 'MIT' },
  ]);
});
