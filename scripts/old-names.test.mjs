import { expect, test } from 'vitest';
import { exceptions, isParticiple, oldNamesIn, oldWordIn } from './old-names.mjs';

test.each([
  ['soundFile', 'sound'],
  ['JournalRow', 'journal'],
  ['MAX_SHEET_ROWS', 'sheet'],
  ['with_picture', 'picture'],
  ['use-studio.ts', 'studio'],
  ['BookPlace', 'place'],
  ['requireRoom', 'room'],
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

test('accepts fields of the API and usual meanings, but no other names with these words', async () => {
  const text =
    'const { place } = row;\nuse({ place: row.place });\nconst places = [];\nconst usedPart = 1;\n';
  expect(await oldNamesIn('web/ui/a.ts', text)).toEqual([
    'web/ui/a.ts:3: places holds "places"',
    'web/ui/a.ts:4: usedPart holds "part"',
  ]);
  expect(await oldNamesIn('server/features/uploads/a.ts', 'export const usedPart = 1;')).toEqual([]);
});

test('rejects participles as names of variables, but not of fields', async () => {
  const text = 'const found = 1;\nconst use = (sent) => sent;\nconst { known } = use({ known: found });\n';
  expect(await oldNamesIn('web/ui/a.ts', text)).toEqual([
    'web/ui/a.ts:1: found is a participle that names no value',
    'web/ui/a.ts:2: sent is a participle that names no value',
  ]);
});

test('rejects at, one and each as names of variables, but not of fields', async () => {
  const text =
    'const each = 1;\nlist.map((one, at) => one);\nfor (const [at] of list) use({ at, one: each });\nconst { at } = row;\n';
  expect(await oldNamesIn('web/ui/a.ts', text)).toEqual([
    'web/ui/a.ts:1: each names no value: index, item',
    'web/ui/a.ts:2: one names no value: index, item',
    'web/ui/a.ts:2: at names no value: index, item',
    'web/ui/a.ts:3: at names no value: index, item',
  ]);
});

test.each(['stored', 'undone', 'waiting'])('%s names no value', (name) =>
  expect(isParticiple(name)).toBe(true),
);

test.each(['storedBook', 'setting', 'expected', 'seed'])('%s names a value', (name) =>
  expect(isParticiple(name)).toBe(false),
);
