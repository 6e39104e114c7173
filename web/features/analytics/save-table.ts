import type { FigureRow } from './figure-table.tsx';

/** Matches text that spreadsheets would read as a formula. */
const formula = /^[=+\-@\t\r]/;

function toField(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(columns: readonly string[], rows: readonly FigureRow[]): string {
  const rowCells = rows.map(({ cells, fileName }) =>
    fileName === undefined ? cells : [fileName, ...cells.slice(1)],
  );
  const lines = [columns, ...rowCells].map((cells) => cells.map(toField).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Downloads figures as a CSV file. */
export function saveTable(name: string, columns: readonly string[], rows: readonly FigureRow[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(columns, rows)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
