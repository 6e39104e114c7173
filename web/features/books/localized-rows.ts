import { type LocalizedField, localizedFieldNames } from '#contract/books/localized-texts';

/** The texts of a language in the form of a book, complete or not. */
export type LocalizedRow = Readonly<Partial<Record<LocalizedField | 'language', string>>>;

/** Returns the rows of a value of the form, which is the stored text or that of `toLocalizedText`. */
export const toLocalizedRows = (text: string): readonly LocalizedRow[] =>
  text === '' ? [] : (JSON.parse(text) as LocalizedRow[]);

/** Returns rows as the text that is sent. Unchanged rows have the stored text. */
export const toLocalizedText = (rows: readonly LocalizedRow[]): string =>
  rows.length === 0
    ? ''
    : JSON.stringify(
        rows.map((row) => ({
          language: row.language ?? '',
          ...Object.fromEntries(
            localizedFieldNames.flatMap((name) => (row[name] ? [[name, row[name]]] : [])),
          ),
        })),
      );
