import { registerHooks } from 'node:module';

/*
 * Disables the audit log of a benchmark server to measure writes without entries and comparisons. Loaded with `--import`. The product
 * has no such option.
 */

const without = [
  [
    /\/server\/core\/audit-log\/write-audit-log\.js$/,
    'writeEntry = async () => 0',
    'writeEntries = async () => {}',
  ],
  [/\/server\/core\/resource\/row-changes\.js$/, 'rowChanges = async () => []'],
];

registerHooks({
  load(url, context, nextLoad) {
    const [, ...declarations] = without.find(([path]) => path.test(url)) ?? [];
    if (declarations.length === 0) return nextLoad(url, context);
    const source = declarations.map((declaration) => `export const ${declaration};\n`).join('');
    return { format: 'module', shortCircuit: true, source };
  },
});
