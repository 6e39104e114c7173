/* A list of names in a cell, separated by semicolons. A name with a semicolon is in quotation marks, which are doubled in it. */

const quoteIfNeeded = (name: string): string =>
  /^"|;/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** Returns names as the text of a cell: `First line; "Sea; Salt"`. */
export const toNamesCell = (names: readonly string[]): string => names.map(quoteIfNeeded).join('; ');

/** A name in quotation marks up to the next separator, or else any text up to it. */
const entry = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/gy;

/** Returns the names of a cell. Blank ones are skipped. */
export function fromNamesCell(text: string): string[] {
  return [...text.matchAll(entry)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((name) => name !== '');
}
