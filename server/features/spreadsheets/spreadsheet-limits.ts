/** Rows of one sheet of a workbook, its first line included. */
export const ROWS_OF_SPREADSHEET = 1_048_576;
/** Characters of one cell of a workbook. */
export const CELL_LENGTH = 32_767;

/** Limits of a spreadsheet that is read. Lengths are in UTF-16 units. */
export const readLimits = {
  /** Of one cell of a CSV: lists and blocks may be longer than a cell of a workbook. */
  csvCell: 256 * 1024,
  /** Of all cells, as many as the largest CSV may have. */
  text: 16 * 1024 * 1024,
  columns: 200,
  sharedTexts: 1_000_000,
  /** Bytes of a workbook, unpacked: of one of its files, and of all. */
  unpackedFile: 64 * 1024 * 1024,
  unpacked: 96 * 1024 * 1024,
} as const;

/** Limits of what a preview shows of a file. Lengths are in UTF-16 units. */
const shownLimits = { text: 500, columnName: 100, columns: 50 } as const;

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** A text of a file as a preview or a message shows it. */
export const shownText = (text: string): string => shorten(text, shownLimits.text);

/** The first names of columns as a preview shows them. */
export const shownColumns = (names: readonly string[]): string[] =>
  names.slice(0, shownLimits.columns).map((name) => shorten(name, shownLimits.columnName));
