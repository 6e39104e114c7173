import { registerHooks } from 'node:module';

/*
 * Loaded before a server of the benchmark (`--import`), so that its writes leave no entries and compare nothing: what a write costs
 * without the audit log. The product has no such switch.
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
