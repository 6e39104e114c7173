import { formatSubjects, parseSubjects, type Subject } from '#contract/books/book-subjects';
import type { OrderedRow } from '#web/core/components/ordered-rows.tsx';

/** A subject in a form. `name` is its code. */
export interface SubjectRow extends OrderedRow {
  readonly scheme: string;
  readonly label: string;
}

/** Returns the rows of a text such as `Thema:FBA; Own:sea=Stories of the sea`. */
export const toSubjectRows = (text: string): readonly SubjectRow[] =>
  parseSubjects(text).map(({ scheme, code, label = '' }, index) => ({
    key: String(index),
    scheme,
    name: code,
    label,
  }));

/** Returns a new row with the scheme of the last one. */
export function newSubjectRow(rows: readonly SubjectRow[], firstScheme: string): SubjectRow {
  const lastKey = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { key: String(lastKey + 1), scheme: rows.at(-1)?.scheme ?? firstScheme, name: '', label: '' };
}

/** Returns a code or label without the characters that separate the parts of the text. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[;=\n\r]/g, ' ');

/** Returns the subjects of rows. Rows without a code are skipped. */
const toSubjects = (rows: readonly SubjectRow[]): Subject[] =>
  rows
    .map(({ scheme, name, label }) => ({ scheme, code: name.trim(), label: label.trim() }))
    .filter(({ code }) => code !== '');

/** Returns the text of rows. */
export const toSubjectText = (rows: readonly SubjectRow[]): string => formatSubjects(toSubjects(rows));
