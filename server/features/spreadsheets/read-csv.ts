import { fromField } from '#server/core/csv';
import { TooManyRows, cellTooLong, tooManyColumns } from './spreadsheet-error.ts';
import { ROWS_OF_SPREADSHEET, readLimits } from './spreadsheet-limits.ts';

/** Returns the field separator: a comma, or that of other locales. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separatorCounts = [',', ';', '\t'].map(
    (separator) => [separator, line.split(separator).length] as const,
  );
  return separatorCounts.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/** Yields the rows of a CSV according to RFC 4180, each with its first line in the file. @throws SpreadsheetError */
export function readCsv(
  text: string,
  maxRows: number,
): { readonly line: number; readonly cells: readonly string[] }[] {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const rows: { line: number; cells: string[] }[] = [];
  const special = new RegExp(`["\\r\\n${separator}]`, 'g');
  let cells: string[] = [];
  let index = 0;
  let line = 1;
  const end = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    cells = [];
    if (rows.length > maxRows || line > ROWS_OF_SPREADSHEET) throw new TooManyRows(maxRows);
  };
  while (index < source.length) {
    let field: string;
    if (source[index] === '"') {
      let close = index + 1;
      for (;;) {
        close = source.indexOf('"', close);
        if (close === -1) close = source.length;
        if (source[close + 1] !== '"') break;
        close += 2;
      }
      field = source.slice(index + 1, close).replaceAll('""', '"');
      index = close + 1;
    } else {
      special.lastIndex = index;
      const stop = special.exec(source)?.index ?? source.length;
      // A quotation mark inside an unquoted field is an ordinary character.
      const next = source[stop] === '"' ? nextBreak(source, stop, separator) : stop;
      field = source.slice(index, next);
      index = next;
    }
    if (field.length > readLimits.csvCell) throw cellTooLong(readLimits.csvCell);
    cells.push(fromField(field));
    if (cells.length > readLimits.columns) throw tooManyColumns(readLimits.columns);
    if (source[index] === separator) {
      index += 1;
      if (index === source.length) cells.push('');
      continue;
    }
    // Text between a closing quotation mark and the next separator is invalid, and is skipped.
    if (index < source.length && source[index] !== '\r' && source[index] !== '\n')
      index = nextBreak(source, index, separator);
    if (source[index] === separator) {
      index += 1;
      continue;
    }
    end();
    line += 1;
    index += source[index] === '\r' && source[index + 1] === '\n' ? 2 : 1;
  }
  end();
  return rows;
}

function nextBreak(source: string, from: number, separator: string): number {
  for (let index = from; index < source.length; index += 1)
    if (source[index] === separator || source[index] === '\r' || source[index] === '\n') return index;
  return source.length;
}
