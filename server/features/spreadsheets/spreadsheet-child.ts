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
  /** Path of the file to read. */
  readonly input: string;
  /** Path of a new file with one row per line, as JSON `[line, text…]` with the texts in column order. */
  readonly output: string;
  /** Columns that are read. */
  readonly known: readonly string[];
}

export interface SpreadsheetHead {
  /** Known columns of the file. */
  readonly columns: readonly string[];
  /** Other columns of the file, by their displayed names. */
  readonly ignored: readonly string[];
  /** Number of rows. */
  readonly total: number;
}

/** @throws AppError 422 when the whole file cannot be read */
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
