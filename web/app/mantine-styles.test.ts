import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const library = join(folder, '..', 'node_modules', '@mantine', 'core', 'styles');
const always = readFileSync(join(import.meta.dirname, 'mantine-styles.ts'), 'utf8');

const styleOf = (component: string) => `@mantine/core/styles/${component}.layer.css`;

/** The components that a file imports, which have a style file. */
const componentsIn = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core';/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => existsSync(join(library, `${name}.layer.css`)));

it('loads the style of each component with the page or with the file that uses it', () => {
  const missingStyles: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of files.filter((name) => /(?<!\.test)\.tsx$/.test(name))) {
    const source = readFileSync(join(folder, path), 'utf8');
    for (const component of componentsIn(source))
      if (!always.includes(styleOf(component)) && !source.includes(styleOf(component)))
        missingStyles.push(`${path}: ${component}`);
  }
  expect(missingStyles).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

it('loads the style of the colours in legends with charts', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const charts = files
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((source) => source.includes("from '@mantine/charts'"));
  expect(charts.length).toBeGreaterThan(0);
  for (const source of charts) expect(source).toContain(styleOf('ColorSwatch'));
});
