import { expect, test } from 'vitest';
import {
  catalogueTexts,
  missingPlurals,
  missingSingulars,
  type TextKind,
  textProblems,
} from './text-rules.ts';

test.each<[text: string, kind: TextKind, problems: string[]]>([
  ['Failed to save role', 'toast', []],
  ['Saving...', 'toast', []],
  ['“Dune” isn’t in the catalogue', 'text', []],
  ['Saved.', 'toast', ['is a toast with a full stop']],
  ['Whoever has it', 'text', ['uses “Whoever”']],
  ['Her picture', 'text', ['uses “Her”', 'uses “picture”']],
  ['Another {{sound}}', 'text', []],
  ['Where it is used', 'text', ['starts with what, how, who or where']],
  ['Open the book', 'button', ['is a button with an article']],
  ['Cancel upload and keep editing', 'button', ['is a button of more than 4 words']],
  ['Apps will not show it', 'text', ['has “not” for a contraction']],
  ['It does not exist', 'reference', []],
  ['This action cannot be undone.', 'text', []],
  ['Rename…', 'text', ['has “…” for “...”']],
  ['5 % of 3 MiB', 'text', ['has a binary unit', 'has a space before %']],
  ['Delete "Dune"?', 'text', ['has straight quotes']],
  ["It isn't saved.", 'text', ['has straight quotes']],
  ['The "name" of the book.', 'reference', ['has straight quotes']],
  ['Send the passages', 'text', ['uses “passages”']],
  ['word '.repeat(21), 'text', ['has a sentence of 21 words']],
  ['word '.repeat(21), 'document', []],
  ['word '.repeat(26), 'document', ['has a sentence of 26 words']],
])('checks %s as a %s', (text, kind, problems) => {
  expect(textProblems(text, kind)).toEqual(problems);
});

test('reports a count without its other plural form', () => {
  const texts = catalogueTexts({
    a: { rows_one: '{{count}} row', stored: '{{count}} rows', left: '{{total}} rows', all: 'All {{name}}' },
  });
  expect(missingPlurals(texts)).toEqual(['a.rows_one', 'a.stored', 'a.left']);
  expect(missingPlurals(catalogueTexts({ rows_one: '1 row', rows_other: '{{count}} rows' }))).toEqual([]);
});

test.each([
  ['`${count} files`', ['${count} files']],
  ['`${rows.length} changed rows of ${total} records`', ['${rows.length} changed rows', '${total} records']],
  ["count === 1 ? '1 file' : `${count} files`", []],
  ["`${countOf(count, 'file')} of ${limits.maxFiles} files in ${MAX_DAYS} days`", []],
  ['`${rule} as entries`, `${id} and books`, `${clock} in chapters`', []],
])('finds counts without a singular form in %s', (source, counts) => {
  expect(missingSingulars(source)).toEqual(counts);
});
