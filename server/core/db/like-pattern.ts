/** A pattern for `like … escape '\'` that finds the text anywhere, with `%` and `_` as plain characters. */
export function asPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
