import { MAX_SPREADSHEET_ROWS } from '#contract/spreadsheets/spreadsheets';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { shownColumns } from './spreadsheet-limits.ts';

/** A row: its line in the file, and its texts in column order. */
export type ParsedRow = readonly [line: number, ...texts: string[]];

export interface ParsedSpreadsheet {
  readonly columns: readonly string[];
  readonly ignored: readonly string[];
  readonly rows: readonly ParsedRow[];
}

/** Returns `sub_category_code` for the column `Sub Category Code`. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** Decodes UTF-8, or the encodings of older spreadsheet programs. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SpreadsheetError('The file is not in UTF-8. Save it as “CSV UTF-8”, or as XLSX.');
  }
}

/** Reads a file as rows of the known columns. @throws SpreadsheetError when the whole file cannot be read */
export async function parseSpreadsheet(
  bytes: Buffer,
  columnNames: readonly string[],
): Promise<ParsedSpreadsheet> {
  const maxRows = MAX_SPREADSHEET_ROWS + 1;
  const [head, ...rows] = isArchive(bytes) ? await readXlsx(bytes, maxRows) : readCsv(decode(bytes), maxRows);
  if (!head) throw new SpreadsheetError('The sheet is empty.');
  const names = head.cells.map(plainName);
  const columns = names.filter((name) => columnNames.includes(name));
  if (columns.length === 0)
    throw new SpreadsheetError(
      `No known columns found. Line 1 must contain column names, such as ${columnNames.slice(0, 3).join(', ')}.`,
    );
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new SpreadsheetError(`Duplicate column: ${twice}`);
  const indexes = columns.map((name) => names.indexOf(name));
  const ignoredColumns = head.cells.filter(
    (name, index) => name.trim() !== '' && !columnNames.includes(names[index] ?? ''),
  );
  return {
    columns,
    ignored: shownColumns(ignoredColumns),
    rows: rows.map(
      ({ line, cells }) => [line, ...indexes.map((columnIndex) => cells[columnIndex] ?? '')] as const,
    ),
  };
}
