import { MAX_SHEET_BYTES, MAX_SHEET_ROWS, type SheetUpload } from '#contract/spreadsheets';
import { refusals } from '#contract/refusals';
import { refused, refusedField } from '#server/errors';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SheetFault } from './sheet-fault.ts';
import type { Texts } from './sheet-rows.ts';

export interface Sheet {
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
    throw new SheetFault('The file is not in UTF-8. Save it as “CSV UTF-8”, or as XLSX.');
  }
}

async function rowsOf({ csv, content }: SheetUpload) {
  if (csv !== undefined) return readCsv(csv, MAX_SHEET_ROWS + 1);
  if (content === undefined) throw refusedField('content', refusals.sheetMissing);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_SHEET_BYTES) throw refused(refusals.tooLarge);
  return isArchive(bytes) ? readXlsx(bytes, MAX_SHEET_ROWS + 1) : readCsv(decode(bytes), MAX_SHEET_ROWS + 1);
}

/** A file as texts by the names of columns. @throws AppError 413, 422 when the file as a whole cannot be read */
export async function readSheet(upload: SheetUpload, known: readonly string[]): Promise<Sheet> {
  try {
    const [head, ...rows] = await rowsOf(upload);
    if (!head) throw new SheetFault('The sheet is empty.');
    const names = head.cells.map(plainName);
    const columns = names.filter((name) => known.includes(name));
    if (columns.length === 0)
      throw new SheetFault(
        `None of the columns is known: line 1 names them, such as ${known.slice(0, 3).join(', ')}.`,
      );
    const twice = columns.find((name, at) => columns.indexOf(name) !== at);
    if (twice !== undefined) throw new SheetFault(`The column ${twice} is there twice.`);
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
    if (error instanceof SheetFault) throw refused(refusals.sheetUnreadable(error.message));
    throw error;
  }
}
