import { nanoid } from '@reduxjs/toolkit';
import { messages } from '#contract/messages';
import type { StoryItem, StoryReference } from '#contract/resources/story-books';

/** Where a row is on its way from typed codes to a text that is known to be there. */
export type Validation =
  | { readonly state: 'unvalidated' }
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly bookName: string }
  | { readonly state: 'invalid'; readonly message: string };

export type CodeField = keyof StoryReference;
export const codeFields = ['book_code', 'chapter_code', 'text_item_code'] as const satisfies CodeField[];

/** What can be changed in a row. */
export type RowChange = Partial<StoryReference & { readonly is_featured: boolean }>;

/** A story item while it is edited. */
export interface StoryRow extends StoryReference {
  /** Of this opening of the dialog: items have no id. */
  readonly key: string;
  readonly is_featured: boolean;
  readonly validation: Validation;
}

const unvalidated: Validation = { state: 'unvalidated' };

export function newRow(content: RowChange = {}): StoryRow {
  const blank = { book_code: '', chapter_code: '', text_item_code: '', is_featured: false };
  return { key: nanoid(), ...blank, ...content, validation: unvalidated };
}

/** The rows a form begins with: those whose codes the server has followed need no other check. */
export function toRows(items: readonly StoryItem[]): StoryRow[] {
  return items.map(({ book, ...item }) => ({
    ...newRow(item),
    validation: book ? { state: 'valid', bookName: book.name } : unvalidated,
  }));
}

/** The items as the wire wants them. */
export function toItems(rows: readonly StoryRow[]) {
  return rows.map((row) => ({ ...referenceOf(row), is_featured: row.is_featured }));
}

/** The codes as they are sent, without the blanks around them. */
export function referenceOf({ book_code, chapter_code, text_item_code }: StoryRow): StoryReference {
  return {
    book_code: book_code.trim(),
    chapter_code: chapter_code.trim(),
    text_item_code: text_item_code.trim(),
  };
}

export function isComplete(row: StoryRow): boolean {
  return Object.values(referenceOf(row)).every((code) => code !== '');
}

export function isBlank(row: StoryRow): boolean {
  return Object.values(referenceOf(row)).every((code) => code === '');
}

/** Whether Validate can be pressed. */
export function canValidate(row: StoryRow): boolean {
  return isComplete(row) && row.validation.state !== 'checking';
}

/** The row with a change; that of any code forgets what was known of it. */
export function changed(row: StoryRow, change: RowChange): StoryRow {
  const hasOtherCodes = codeFields.some((field) => (change[field] ?? row[field]) !== row[field]);
  return { ...row, ...change, ...(hasOtherCodes && { validation: unvalidated }) };
}

/** The row at the beginning of its check; that of a row with blanks is over at once. */
export function checking(row: StoryRow): StoryRow {
  const validation: Validation = isComplete(row)
    ? { state: 'checking' }
    : { state: 'invalid', message: messages.allFieldsRequired };
  return { ...row, validation };
}

/** The row with the outcome of the check of `asked`; the same row when its codes have changed since. */
export function checked(row: StoryRow, asked: StoryReference, validation: Validation): StoryRow {
  const reference = referenceOf(row);
  const isStillMeant =
    row.validation.state === 'checking' && codeFields.every((field) => reference[field] === asked[field]);
  return isStillMeant ? { ...row, validation } : row;
}

/** What keeps a form from being saved, by field: a row's field is its key. `known` is what the server said of rows. */
export function faultsOf(
  title: string,
  rows: readonly StoryRow[],
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (title.trim() === '') faults['title'] = messages.titleRequired;
  for (const { key, validation } of rows) {
    const fault = validation.state === 'valid' ? known[key] : messages.itemMustBeValidated;
    if (fault !== undefined) faults[key] = fault;
  }
  return faults;
}

/** The form's field for one of the server's names: `story_items.2.book_code` is of the third row. */
export function fieldOf(name: string, rows: readonly StoryRow[]): string | undefined {
  const index = /^story_items\.(\d+)(?:\.|$)/.exec(name)?.[1];
  if (index !== undefined) return rows[Number(index)]?.key;
  return name === 'title' || name === 'description' ? name : undefined;
}
