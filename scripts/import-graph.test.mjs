import { expect, test } from 'vitest';
import { aliasesOf, findCycles, readGraph } from './import-graph.mjs';

const aliases = aliasesOf({
  '#contract/*': { source: './contract/*.ts' },
  '#web/*': { source: './web/*.ts' },
});

/** @param {Record<string, string>} files */
const cyclesOf = async (files) =>
  findCycles((await readGraph(new Map(Object.entries(files)), aliases)).graph);

test('reports the complete path of a cycle', async () => {
  const cycles = await cyclesOf({
    'server/a.ts': "import { b } from './deep/b.ts';",
    'server/deep/b.ts': "export * from '../c.ts';",
    'server/c.ts': "import './a.ts';",
    'server/d.ts': "import { a } from './a.ts';",
  });
  expect(cycles).toEqual([['server/a.ts', 'server/deep/b.ts', 'server/c.ts', 'server/a.ts']]);
});

test('includes type-only imports and exports', async () => {
  const cycles = await cyclesOf({
    'web/a.tsx': "import type { B } from './b.ts';",
    'web/b.ts': "export type { A } from './a.tsx';",
  });
  expect(cycles).toEqual([['web/a.tsx', 'web/b.ts', 'web/a.tsx']]);
});

test('includes imports in types and dynamic imports', async () => {
  const cycles = await cyclesOf({
    'web/a.ts': "export const load = () => import('./b.ts');",
    'web/b.ts': "export type A = import('./a.ts').A;",
  });
  expect(cycles).toHaveLength(1);
});

test('resolves aliases, also those of components', async () => {
  const cycles = await cyclesOf({
    'contract/a.ts': "import { b } from '#contract/deep/b';",
    'contract/deep/b.ts': "import { a } from '#contract/a';",
    'web/screen.tsx': "import { row } from '#web/row';",
    'web/row.tsx': "import type { Screen } from './screen.tsx';",
  });
  expect(cycles).toEqual([
    ['contract/a.ts', 'contract/deep/b.ts', 'contract/a.ts'],
    ['web/row.tsx', 'web/screen.tsx', 'web/row.tsx'],
  ]);
});

test('reports no cycle for one-way imports, packages, comments and strings', async () => {
  const cycles = await cyclesOf({
    'server/a.ts': "import { b } from './b.ts'; import { c } from './c.ts'; import { z } from 'zod';",
    'server/b.ts': "import { c } from './c.ts';",
    'server/c.ts': "// import { a } from './a.ts';\nexport const c = \"import './a.ts'\";",
  });
  expect(cycles).toEqual([]);
});
