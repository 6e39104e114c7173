import { type BulkDetailName, bookDetails } from '#contract/books/book-details';
import type { BulkChanges } from '#contract/bulk/bulk';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';
import type { BulkKind } from './bulk-kinds.ts';

/** The selected field of the publication record and its new value. Blank removes the value. */
export interface RecordValue {
  readonly name: BulkDetailName;
  readonly value: string;
}

export const fromRecordValue = ({ name, value }: RecordValue): string => `${name}=${value}`;

/** Returns the field and value of a text of `fromRecordValue`. */
export function toRecordValue(text: string): RecordValue {
  const position = text.indexOf('=');
  return { name: text.slice(0, position) as BulkDetailName, value: text.slice(position + 1) };
}

/** Returns changes as the text of a selected value. */
export const fromChanges = (changes: BulkChanges): string => JSON.stringify(changes);

const toChanges = (text: string) => JSON.parse(text) as BulkChanges;

const byKind: Readonly<Record<Exclude<BulkKind, 'delete'>, (value: string) => BulkChanges | undefined>> = {
  category: (category_code) => ({ category_code }),
  sub_category: (sub_category_code) => ({ sub_category_code }),
  language: (code) => ({ language: Number(code) }),
  service: (isBackup) => ({ is_backup: isBackup === '1' }),
  author: (typedAuthor) => (typedAuthor.trim() === '' ? undefined : { author: { name: typedAuthor.trim() } }),
  publisher: toChanges,
  subjects: toChanges,
  keywords: toChanges,
  custom: toChanges,
  editions: toChanges,
  record: (text) => {
    const { name, value } = toRecordValue(text);
    return { [name]: bookDetails[name].column === 'integer' ? toWholeNumber(value) : value.trim() };
  },
  collection: (id) => ({ collection_id: Number(id) }),
  challenge: (id) => ({ challenge_id: Number(id) }),
};

/** Returns the changes for a selected value: the code, number, name, ID or changes as text; undefined if nothing is selected yet. */
export function changesOf(kind: BulkKind, value: string | undefined): BulkChanges | undefined {
  if (kind === 'delete') return { delete: true };
  if (value === undefined) return undefined;
  return byKind[kind](value);
}
