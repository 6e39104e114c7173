import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAX_SPREADSHEET_BYTES, type SpreadsheetUpload } from '#contract/spreadsheets/spreadsheets';
import { knownErrors } from '#contract/core/errors';
import { appError, fieldError } from '#server/core/errors';
import { runInChild } from '#server/core/jobs/child';
import { createLimiter } from '#server/core/limiter';
import type { ParsedRow } from './parse-spreadsheet.ts';
import type { SpreadsheetHead, SpreadsheetOrder } from './spreadsheet-child.ts';
import type { Texts } from './spreadsheet-rows.ts';
import { serverModule } from '#server/core/server-module';

export interface Spreadsheet extends SpreadsheetHead {
  rows(): AsyncGenerator<{ readonly line: number; readonly texts: Texts }>;
}

const child = serverModule('features/spreadsheets/spreadsheet-child');
const MIB = 1024 * 1024;
const limits = { time: 30_000, silence: 30_000, heap: 384, memory: 640, output: 1 };
/** All texts as JSON, in which each character may need six bytes. */
const MAX_OUTPUT_BYTES = 128 * MIB;
/** A user waits for the result. */
const NICE = 5;
const fewAtOnce = createLimiter(2, 64);

function bytesOf({ csv, content }: SpreadsheetUpload): string | Buffer {
  if (csv !== undefined) return csv;
  if (content === undefined) throw fieldError('content', knownErrors.spreadsheetMissing);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_SPREADSHEET_BYTES) throw appError(knownErrors.tooLarge);
  return bytes;
}

async function* rowsIn(path: string, columns: readonly string[]) {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  try {
    for await (const text of lines) {
      const [line, ...texts] = JSON.parse(text) as ParsedRow;
      yield { line, texts: new Map(columns.map((name, index) => [name, texts[index] ?? ''])) };
    }
  } finally {
    lines.close();
  }
}

/**
 * Reads a file in a child process, and lets the caller read its rows one after the other.
 * @throws AppError 413, 422 when the whole file cannot be read, 503 when too many requests wait
 */
export async function withSpreadsheet<Result>(
  upload: SpreadsheetUpload,
  columnNames: readonly string[],
  work: (spreadsheet: Spreadsheet) => Promise<Result>,
): Promise<Result> {
  const bytes = bytesOf(upload);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sheet-'));
  try {
    const order: SpreadsheetOrder = {
      input: join(folder, 'input'),
      output: join(folder, 'rows'),
      known: columnNames,
    };
    await writeFile(order.input, bytes);
    const head = (await fewAtOnce(() =>
      runInChild(child, order, {
        signal: new AbortController().signal,
        limits,
        nice: NICE,
        sandbox: { write: [folder], maxFileBytes: MAX_OUTPUT_BYTES },
      }),
    )) as SpreadsheetHead;
    return await work({ ...head, rows: () => rowsIn(order.output, head.columns) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
