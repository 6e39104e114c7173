import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './node-version.mjs';

const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');

/** Returns the classes that a component reads from its CSS modules and that they do not have. */
function missingClasses(/** @type {string} */ file) {
  const code = read(file);
  return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, path = '']) => {
    const style = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
    const classes = new Set([...read(style).matchAll(/\.([\w-]+)/g)].map(([, className]) => className));
    const uses = [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\['([\\w-]+)'\\]`, 'g'))];
    return uses.flatMap(([, use]) => (classes.has(use) ? [] : [`${file}: ${use}`]));
  });
}

test('every class that a component uses is in its CSS module', () => {
  const files = globSync('web/**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
