/** Returns a pattern for `like … escape '\'` that matches the text anywhere and escapes `%` and `_`. */
export function asPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
