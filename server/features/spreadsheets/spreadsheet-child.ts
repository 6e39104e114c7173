import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { parseSpreadsheet } from './parse-spreadsheet.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

/* The child process of `readSpreadsheet`. */

export interface SpreadsheetOrder {
  /** Path of the file. */
  readonly input: string;
  /** Path of a new file: one row of it a line, as JSON `[line, text…]`, its texts in the order of the columns. */
  readonly output: string;
  /** Columns that can be read. */
  readonly known: readonly string[];
}

export interface SpreadsheetHead {
  /** Columns of the file that can be read. */
  readonly columns: readonly string[];
  /** Columns of the file that are none of these, as they are shown. */
  readonly ignored: readonly string[];
  /** Number of rows. */
  readonly total: number;
}

/** @throws AppError 422 when the file as a whole cannot be read */
export async function run({ input, output, known }: SpreadsheetOrder): Promise<SpreadsheetHead> {
  try {
    const { columns, ignored, rows } = await parseSpreadsheet(await readFile(input), known);
    const lines = function* lines() {
      for (const row of rows) yield `${JSON.stringify(row)}\n`;
    };
    await pipeline(Readable.from(lines()), createWriteStream(output));
    return { columns, ignored, total: rows.length };
  } catch (error) {
    if (error instanceof SpreadsheetError) throw appError(knownErrors.spreadsheetUnreadable(error.message));
    throw error;
  }
}
