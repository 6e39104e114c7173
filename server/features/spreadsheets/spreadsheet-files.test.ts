import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, linesOf } from '#server/core/csv';
import { seed } from '#server/testing/seed';
import { makeZip } from '#server/testing/zip-files';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { workbookOf } from './write-xlsx.ts';

const columns = ['code', 'name', 'number'];
const hard: readonly (readonly Cell[])[] = [
  ['BK-1', 'Plain', 7],
  ['BK-2', 'Commas, "quotes"; and\nlines\ttabs', 0],
  ['=1+1', "+cmd|' /C calc'!A0", 3],
  ["'=kept", "''-twice", 4],
  ['@sum', '-5', 5],
  ['  leading and trailing  ', 'Çocuk ığüş 书 😀', 6],
  ['_x000D_', 'control \u0001 and <tags> & "entities"', 8],
];
async function* inChunks(rows: readonly (readonly Cell[])[]) {
  for (let start = 0; start < rows.length; start += 2) yield rows.slice(start, start + 2);
}
const asText = (rows: readonly (readonly Cell[])[]) => [columns, ...rows].map((row) => row.map(String));

test('reads written CSV again, and writes no text as a formula', async () => {
  const text = (await Readable.from(linesOf(columns, inChunks(hard))).toArray()).join('');
  expect(text.startsWith('\uFEFFcode,name,number\r\n')).toBe(true);
  for (const field of text.split(/[,\r\n]/)) expect(field).not.toMatch(/^"?[=+\-@]/);
  const rows = readCsv(text, 100);
  expect(rows.map(({ cells }) => cells)).toEqual(asText(hard));
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

/**
 * Returns the cells that a spreadsheet program with a semicolon locale shows. There commas are text, and quotes count only at the start of
 * a cell.
 */
const cellsInSemicolonLocale = (text: string): string[] => text.replace('\uFEFF', '').split(/[;\t\r\n]/);

const separatedRows: readonly (readonly Cell[])[] = [
  ['BK-1;=1+1', 'a;=HYPERLINK("x")', 1],
  ['a\n=1+1', 'a\r\n+1;-1;@sum', 2],
  ["a;'=kept", "a;''=twice;'", 3],
  ['a\t=1+1', '\t=1+1', 4],
  ['＝1+1', 'a;＋1;－1;＠sum', 5],
  ['\n=1+1', "'\n'=1+1", 6],
  ['a;"=1+1"', `a;'"=1`, 8],
  ['a;b', "it's; it's '=' 5-4=1", 7],
];

test('writes no text as a formula for semicolon locales, and reads all of it again', async () => {
  const text = (await Readable.from(linesOf(columns, inChunks(separatedRows))).toArray()).join('');
  for (const cell of cellsInSemicolonLocale(text)) expect(cell).not.toMatch(/^"*[=+\-@＝＋－＠]/);
  expect(readCsv(text, 100).map(({ cells }) => cells)).toEqual(asText(separatedRows));
});

test('reads any text as written', async () => {
  const character = fc.constantFrom('=', '+', '-', '@', '＝', "'", ';', ',', '\t', '\r', '\n', '"', 'a', ' ');
  const cellText = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cellText, cellText), { maxLength: 4 }), async (pairs) => {
      const writtenRows = pairs.map(([left, right]): Cell[] => ['x', left, right]);
      const text = (await Readable.from(linesOf(columns, inChunks(writtenRows))).toArray()).join('');
      for (const value of cellsInSemicolonLocale(text)) expect(value).not.toMatch(/^"*[=+\-@＝＋－＠]/);
      expect(readCsv(text, 100).map(({ cells }) => cells)).toEqual(asText(writtenRows));
    }),
    { seed, numRuns: 500 },
  );
});

test('reads a written workbook again', async () => {
  const bytes = await buffer(workbookOf('books', columns, inChunks(hard)));
  const rows = await readXlsx(bytes, 100);
  expect(rows.map(({ cells }) => cells)).toEqual(asText(hard));
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  [
    'semicolons',
    'a;b\n1;"x;y"',
    [
      ['a', 'b'],
      ['1', 'x;y'],
    ],
  ],
  [
    'tabs and no last line end',
    'a\tb\r\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a blank last field and blank lines',
    'a,b\n\n1,\n\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a quotation mark inside a field',
    'a,b\n5" disc,2',
    [
      ['a', 'b'],
      ['5" disc', '2'],
    ],
  ],
  ['a quotation that never ends', 'a,b\n"x,2', [['a', 'b'], ['x,2']]],
])('reads CSV with %s', (_what, text, cells) => {
  expect(readCsv(text, 100).map((row) => row.cells)).toEqual(cells);
});

test('reads a workbook of a spreadsheet program with shared texts, gaps, formulas and booleans', async () => {
  const rows = await readXlsx(
    await makeZip({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Target="worksheets/other.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>name</t></si><si><r><t>Two </t></r><r><t>parts</t></r><rPh><t>no</t></rPh></si></sst>',
      'xl/worksheets/other.xml':
        '<worksheet><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c></row><row r="5"><c r="A5" t="s"><v>1</v></c><c r="C5"><f>1+1</f><v>0.30000000000000004</v></c><c r="D5" t="b"><v>1</v></c></row></sheetData></worksheet>',
    }),
    10,
  );
  expect(rows).toEqual([
    { line: 2, cells: ['name'] },
    { line: 5, cells: ['Two parts', '', '0.3', 'true'] },
  ]);
});

test('rejects a file that is no workbook or has too many rows, with a message', async () => {
  await expect(readXlsx(Buffer.from('PK nothing'), 10)).rejects.toThrow(/archive|workbook/);
  await expect(readXlsx(await makeZip({ 'a.txt': 'x' }), 10)).rejects.toThrow(/workbook|no file/);
  const long = await buffer(workbookOf('x', ['a'], inChunks([['1'], ['2'], ['3']])));
  await expect(readXlsx(long, 3)).rejects.toThrow('more than 3 rows');
  expect(() => readCsv('a\n1\n2\n3', 3)).toThrow('more than 3 rows');
});

test('writes a workbook of many rows with constant memory, at the speed of its reader', async () => {
  let createdCount = 0;
  async function* many() {
    for (let chunk = 0; chunk < 400; chunk += 1) {
      createdCount += 500;
      yield Array.from({ length: 500 }, (_, index) => [
        `BK-${chunk}-${index}`,
        `Name ${Math.sqrt(createdCount + index)}`,
        index,
      ]);
    }
  }
  const stream = workbookOf('books', columns, many());
  const reader = stream[Symbol.asyncIterator]();
  await reader.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  // The stream is not read any further, so only a few more rows are created.
  expect(createdCount).toBeLessThan(100_000);
  stream.destroy();
});
