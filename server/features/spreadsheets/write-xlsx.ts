import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell, Rows } from '#server/core/csv';
import { CELL_LENGTH, ROWS_OF_SPREADSHEET } from './spreadsheet-limits.ts';

/*
 * Writes workbooks as streams. Texts are stored in their cells, so no table of texts is in memory. Each sheet is compressed while it is
 * written.
 */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const namespace = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not allow, and text that looks like their escape sequences. */
const odd = /[\p{Cc}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
/** Control characters that XML allows. */
const plain = /[\t\n]/;

const escapeXml = (text: string): string =>
  text
    .replaceAll(odd, (character) =>
      plain.test(character)
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Truncates text to the limit of a cell, but not inside a character. */
const cut = (text: string): string =>
  text.length <= CELL_LENGTH ? text : text.slice(0, CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

function toCell(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (cell === '') return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut(cell.toWellFormed()))}</t></is></c>`;
}

const toRow = (cells: readonly Cell[], style = ''): string =>
  `<row>${cells.map((cell) => (style ? toCell(cell).replace('<c', `<c${style}`) : toCell(cell))).join('')}</row>`;

interface Shared {
  readonly rows: AsyncIterator<readonly (readonly Cell[])[]>;
  left: readonly (readonly Cell[])[];
  isDone: boolean;
}

/** Yields one sheet with as many of the remaining rows as it may have. The header row is frozen. */
async function* spreadsheetOf(columns: readonly string[], sharedRows: Shared): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${toRow(columns, ' s="1"')}`;
  let remainingRows = ROWS_OF_SPREADSHEET - 1;
  while (remainingRows > 0) {
    if (sharedRows.left.length === 0) {
      const next = await sharedRows.rows.next();
      if (next.done) {
        sharedRows.isDone = true;
        break;
      }
      sharedRows.left = next.value;
    }
    const some = sharedRows.left.slice(0, remainingRows);
    sharedRows.left = sharedRows.left.slice(some.length);
    remainingRows -= some.length;
    if (some.length > 0) yield some.map((cells) => toRow(cells)).join('');
  }
  yield '</sheetData></worksheet>';
}

const spreadsheetName = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** Returns the files that connect the worksheets. */
function frameOf(count: number, title: string): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const name = (number: number) => escapeXml(number === 1 ? title : `${title} ${number}`);
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${namespace}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${namespace}.styles+xml"/>${numbers.map((number) => `<Override PartName="/${spreadsheetName(number)}" ContentType="${namespace}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers.map((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${packageRelations}">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}

/** Returns a table as a workbook with as many sheets as needed. An error ends the stream. */
export function workbookOf(title: string, columns: readonly string[], rows: Rows): Readable {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  const sharedRows: Shared = { rows: rows[Symbol.asyncIterator](), left: [], isDone: false };
  // Reading also ends when the client disconnects.
  output.once('close', () => void sharedRows.rows.return?.());

  const fill = async () => {
    let count = 0;
    do {
      count += 1;
      const spreadsheet = Readable.from(spreadsheetOf(columns, sharedRows), { objectMode: false });
      const packedZip = new Promise<void>((resolve, reject) => {
        spreadsheet.once('end', resolve).once('error', reject);
      });
      zip.addReadStream(spreadsheet, spreadsheetName(count));
      await packedZip;
    } while (!sharedRows.isDone);
    for (const [path, text] of Object.entries(frameOf(count, title))) zip.addBuffer(Buffer.from(text), path);
    zip.end();
  };
  fill().catch(fail);
  return output;
}
