/** Rows of one sheet of a workbook, its first line included. */
export const ROWS_OF_SPREADSHEET = 1_048_576;
/** Characters of one cell of a workbook. */
export const CELL_LENGTH = 32_767;
