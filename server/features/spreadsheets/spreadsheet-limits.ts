/** Rows per sheet of a workbook, including the header. */
export const ROWS_OF_SPREADSHEET = 1_048_576;
/** Characters per cell of a workbook. */
export const CELL_LENGTH = 32_767;

/** Limits of a spreadsheet that is read. Lengths are in UTF-16 units. */
export const readLimits = {
  /** Limit of one cell of a CSV. Lists and blocks may be longer than a cell of a workbook. */
  csvCell: 256 * 1024,
  /** Limit of all cells, equal to the size of the largest CSV. */
  text: 16 * 1024 * 1024,
  columns: 200,
  sharedTexts: 1_000_000,
  /** Unpacked bytes of one file in a workbook, and of all. */
  unpackedFile: 64 * 1024 * 1024,
  unpacked: 96 * 1024 * 1024,
} as const;

/** Limits of values in a preview. Lengths are in UTF-16 units. */
const shownLimits = { text: 500, columnName: 100, columns: 50 } as const;

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Shortens a text of a file for a preview or message. */
export const shownText = (text: string): string => shorten(text, shownLimits.text);

/** Returns the first column names for a preview. */
export const shownColumns = (names: readonly string[]): string[] =>
  names.slice(0, shownLimits.columns).map((name) => shorten(name, shownLimits.columnName));
