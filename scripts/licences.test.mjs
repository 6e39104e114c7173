import { expect, test } from 'vitest';
import { isAccepted, licenceErrors, usedPackages } from './licences.mjs';
import { splitLicence } from './notices.mjs';

test('accepts weak copyleft on the server only', () => {
  expect(isAccepted('LGPL-3.0-or-later', 'server')).toBe(true);
  expect(isAccepted('LGPL-3.0-or-later', 'browser')).toBe(false);
  expect(isAccepted('MPL-2.0', 'tool')).toBe(true);
  expect(isAccepted('MPL-2.0', 'browser')).toBe(false);
});

test('accepts one licence of a choice, and every licence of a combination', () => {
  expect(isAccepted('(MIT OR GPL-3.0-only)', 'browser')).toBe(true);
  expect(isAccepted('Apache-2.0 AND LGPL-3.0-or-later AND MIT', 'server')).toBe(true);
  expect(isAccepted('Apache-2.0 AND LGPL-3.0-or-later AND MIT', 'browser')).toBe(false);
  expect(isAccepted('GPL-3.0-only', 'tool')).toBe(false);
});

test('names each package whose licence is not accepted', () => {
  const lockedPackages = {
    '': {},
    'node_modules/codec-parser': { version: '2.5.0', license: 'LGPL-3.0-or-later' },
    'node_modules/decoder': { version: '1.0.0', license: 'LGPL-3.0-or-later', dev: true },
    'node_modules/codec-parser/node_modules/silent': { version: '3.0.0' },
  };
  const errors = licenceErrors(usedPackages(lockedPackages, new Set(['node_modules/decoder'])));
  expect(errors).toEqual([
    expect.stringContaining('decoder 1.0.0 has the licence LGPL-3.0-or-later'),
    expect.stringContaining('silent 3.0.0 has the licence none'),
  ]);
  expect(errors[0]).toContain('for the use "browser"');
});

test('separates the copyright lines from the text that packages share', () => {
  const mit = (/** @type {string} */ owner) =>
    `The MIT License (MIT)\n\nCopyright (c) 2020 ${owner}\n\nPermission is hereby granted\n`;
  expect(splitLicence(mit('Ada'))).toEqual({
    copyright: ['Copyright (c) 2020 Ada'],
    text: 'Permission is hereby granted',
  });
});
