import { Parser } from 'htmlparser2';
import { openArchive, type Archive } from '#server/features/imports/parsers/archive';
import { ParseError } from '#server/features/imports/parsers/parse-error';
import { sourceOfBuffer } from '#server/core/media/source';
import { SpreadsheetError, TooManyRows, cellTooLong, tooMuchText } from './spreadsheet-error.ts';
import { CELL_LENGTH, ROWS_OF_SPREADSHEET, readLimits } from './spreadsheet-limits.ts';

const limits = { entry: readLimits.unpackedFile, total: readLimits.unpacked };

const unescapeText = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

type Attributes = Readonly<Record<string, string>>;
interface Handlers {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);

async function parse(archive: Archive, path: string, handlers: Handlers): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handlers.open?.(plainName(name), attributes),
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => handlers.close?.(plainName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const stream = await archive.open(path);
  stream.setEncoding('utf8');
  for await (const chunk of stream) parser.write(chunk as string);
  parser.end();
}

/** Returns the texts that cells reference by index. Phonetic readings are skipped. */
async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  const path = 'xl/sharedStrings.xml';
  if (!archive.sizes.has(path)) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  let size = 0;
  await parse(archive, path, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text(chunk) {
      if (!isText) return;
      size += chunk.length;
      if (size > readLimits.text) throw tooMuchText();
      text += chunk;
      if (text.length > CELL_LENGTH) throw cellTooLong(CELL_LENGTH);
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si' && texts.push(unescapeText(text)) > readLimits.sharedTexts) throw tooMuchText();
    },
  });
  return texts;
}

/** Returns the path of the first sheet. */
async function firstSpreadsheet(archive: Archive): Promise<string> {
  let targetPath: string | undefined;
  await parse(archive, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet') targetPath ??= attributes['r:id'];
    },
  });
  let target: string | undefined;
  await parse(archive, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id === targetPath) target = Target;
    },
  });
  if (target === undefined) throw new SpreadsheetError('The workbook has no readable sheet.');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Returns 0 for `A1`, 27 for `AB7`. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the number of a row; undefined when it is missing or not valid in a sheet. */
function lineOf(text: string | undefined): number | undefined {
  const line = Number(text);
  return Number.isInteger(line) && line >= 1 && line <= ROWS_OF_SPREADSHEET ? line : undefined;
}

/** Returns a number as users write it, because spreadsheets store 0.1 + 0.2 with all its digits. */
const plainNumber = (text: string): string =>
  text !== '' && Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(15))) : text;

/**
 * Yields the rows of the first sheet of a workbook, each with its number. Formulas return their value. @throws SpreadsheetError when the
 * file is no workbook, is damaged, or unpacks to too many bytes
 */
export async function readXlsx(
  bytes: Buffer,
  maxRows: number,
): Promise<{ readonly line: number; readonly cells: readonly string[] }[]> {
  try {
    const archive = await openArchive(sourceOfBuffer(bytes), limits);
    try {
      return await readSpreadsheet(archive, {
        path: await firstSpreadsheet(archive),
        texts: await sharedTexts(archive),
        maxRows,
      });
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError(error instanceof ParseError ? error.message : 'The workbook is damaged.');
  }
}

async function readSpreadsheet(
  archive: Archive,
  {
    path,
    texts,
    maxRows,
  }: { readonly path: string; readonly texts: readonly string[]; readonly maxRows: number },
) {
  const rows: { line: number; cells: string[] }[] = [];
  let line = 0;
  let cells: string[] = [];
  let column = 0;
  let type = '';
  let value = '';
  let isValue = false;
  let size = 0;
  await parse(archive, path, {
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes['r']) ?? line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        const reference = attributes['r'];
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text(chunk) {
      if (!isValue) return;
      value += chunk;
      if (value.length > CELL_LENGTH) throw cellTooLong(CELL_LENGTH);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c' && column >= 0 && column < readLimits.columns) {
        while (cells.length < column) cells.push('');
        const text =
          type === 's'
            ? (texts[Number(value)] ?? '')
            : type === 'n'
              ? plainNumber(value)
              : type === 'b'
                ? value === '1'
                  ? 'true'
                  : 'false'
                : unescapeText(value);
        size += text.length;
        if (size > readLimits.text) throw tooMuchText();
        cells[column] = text;
      }
      if (name === 'row' && cells.some((cell) => cell !== '')) {
        rows.push({ line, cells });
        if (rows.length > maxRows) throw new TooManyRows(maxRows);
      }
    },
  });
  return rows;
}
