/** The language and the texts of a form, complete or not. */
export type LocalizedRow = Readonly<Partial<Record<string, string>>>;

/** Returns the rows of a value of the form, which is the stored text or that of `toLocalizedText`. */
export const toLocalizedRows = (text: string): readonly LocalizedRow[] =>
  text === '' ? [] : (JSON.parse(text) as LocalizedRow[]);

/** Returns rows with these texts as the text that is sent. Unchanged rows have the stored text. */
export const toLocalizedText = (rows: readonly LocalizedRow[], names: readonly string[]): string =>
  rows.length === 0
    ? ''
    : JSON.stringify(
        rows.map((row) => ({
          language: row['language'] ?? '',
          ...Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : []))),
        })),
      );
