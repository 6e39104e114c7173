import { expect, test } from 'vitest';
import { exceptions, oldNamesIn, oldWordIn } from './old-names.mjs';

test.each([
  ['soundFile', 'sound'],
  ['JournalRow', 'journal'],
  ['MAX_SHEET_ROWS', 'sheet'],
  ['with_picture', 'picture'],
  ['use-studio.ts', 'studio'],
])('%s contains the former word %s', (name, word) => expect(oldWordIn(name)).toBe(word));

test.each(['audioFile', 'spreadsheet', 'soundness', 'auditLog', ...Object.keys(exceptions)])(
  'accepts %s',
  (name) => expect(oldWordIn(name)).toBeUndefined(),
);

test('reports identifiers with their line, and ignores strings and comments', async () => {
  const text = "// The sound of it.\nconst label = 'A sound';\nexport const mySound = label;\n";
  expect(await oldNamesIn('web/ui/a.ts', text)).toEqual(['web/ui/a.ts:3: mySound holds "sound"']);
  expect(await oldNamesIn('web/ui/journal-list.tsx', 'export {};')).toEqual([
    'web/ui/journal-list.tsx: the file name holds "journal"',
  ]);
});

test('rejects participles as names of variables, but not of fields and functions', async () => {
  const text = 'const found = 1;\nconst use = (kept) => kept;\nconst { known } = use({ known: found });\n';
  expect(await oldNamesIn('web/ui/a.ts', text)).toEqual([
    'web/ui/a.ts:1: found does not say what the variable contains',
    'web/ui/a.ts:2: kept does not say what the variable contains',
  ]);
});
