import {
  MAX_SPREADSHEET_BYTES,
  MAX_SPREADSHEET_ROWS,
  type SpreadsheetUpload,
} from '#contract/spreadsheets/spreadsheets';
import { knownErrors } from '#contract/core/errors';
import { appError, fieldError } from '#server/core/errors';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import type { Texts } from './spreadsheet-rows.ts';

export interface Spreadsheet {
  readonly columns: readonly string[];
  /** Columns of the file that are none of these. */
  readonly ignored: readonly string[];
  readonly rows: readonly { readonly line: number; readonly texts: Texts }[];
}

/** `Sub Category Code` names the column `sub_category_code`. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** UTF-8, or what older spreadsheets write instead of it. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SpreadsheetError('The file is not in UTF-8. Save it as “CSV UTF-8”, or as XLSX.');
  }
}

async function rowsOf({ csv, content }: SpreadsheetUpload) {
  if (csv !== undefined) return readCsv(csv, MAX_SPREADSHEET_ROWS + 1);
  if (content === undefined) throw fieldError('content', knownErrors.spreadsheetMissing);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_SPREADSHEET_BYTES) throw appError(knownErrors.tooLarge);
  return isArchive(bytes)
    ? readXlsx(bytes, MAX_SPREADSHEET_ROWS + 1)
    : readCsv(decode(bytes), MAX_SPREADSHEET_ROWS + 1);
}

/** A file as texts by the names of columns. @throws AppError 413, 422 when the file as a whole cannot be read */
export async function readSpreadsheet(
  upload: SpreadsheetUpload,
  known: readonly string[],
): Promise<Spreadsheet> {
  try {
    const [head, ...rows] = await rowsOf(upload);
    if (!head) throw new SpreadsheetError('The sheet is empty.');
    const names = head.cells.map(plainName);
    const columns = names.filter((name) => known.includes(name));
    if (columns.length === 0)
      throw new SpreadsheetError(
        `None of the columns is known: line 1 names them, such as ${known.slice(0, 3).join(', ')}.`,
      );
    const twice = columns.find((name, at) => columns.indexOf(name) !== at);
    if (twice !== undefined) throw new SpreadsheetError(`The column ${twice} is there twice.`);
    return {
      columns,
      ignored: head.cells.filter((name, at) => name.trim() !== '' && !known.includes(names[at] ?? '')),
      rows: rows.map(({ line, cells }) => ({
        line,
        texts: new Map(
          names.flatMap((name, at) => (known.includes(name) ? [[name, cells[at] ?? ''] as const] : [])),
        ),
      })),
    };
  } catch (error) {
    if (error instanceof SpreadsheetError) throw appError(knownErrors.spreadsheetUnreadable(error.message));
    throw error;
  }
}
