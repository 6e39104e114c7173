import { nanoid } from '@reduxjs/toolkit';
import { messages } from '#contract/core/messages';
import {
  type StoryBook,
  type StoryItem,
  type StoryReference,
  storyBooks,
} from '#contract/story-books/story-books';
import { textFields } from '#web/core/lib/plain-texts.ts';

/** The validation status of a row, from typed codes to an existing text item. */
export type Validation =
  | { readonly state: 'unvalidated' }
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly bookName: string }
  | { readonly state: 'invalid'; readonly message: string };

export type CodeField = keyof StoryReference;
export const codeFields = ['book_code', 'chapter_code', 'text_item_code'] as const satisfies CodeField[];

/** The editable fields of a row. */
export type RowChange = Partial<StoryReference & { readonly is_featured: boolean }>;

/** A story item during editing. */
export interface StoryRow extends StoryReference {
  /** Unique within this opening of the dialog, since items have no ID. */
  readonly key: string;
  readonly is_featured: boolean;
  readonly validation: Validation;
}

const initialValidation: Validation = { state: 'unvalidated' };

export function newRow(content: RowChange = {}): StoryRow {
  const blank = { book_code: '', chapter_code: '', text_item_code: '', is_featured: false };
  return { key: nanoid(), ...blank, ...content, validation: initialValidation };
}

const texts = textFields(storyBooks);

type Texts = ReturnType<typeof texts.of>;

export interface StoryValues extends Texts {
  readonly story_items: readonly StoryRow[];
}

/** Returns the initial values of a form. */
export function toValues(storyBook: StoryBook | undefined): StoryValues {
  return {
    ...texts.of(storyBook),
    story_items: toRows(storyBook?.story_items ?? []),
  };
}

/** Returns the values without checks whose responses are no longer expected. */
export function restoreStoryValues(values: StoryValues): StoryValues {
  const story_items = values.story_items.map((row) =>
    row.validation.state === 'checking' ? { ...row, validation: initialValidation } : row,
  );
  return { ...values, story_items };
}

/** Returns the request body of the form. */
export function toPayload(values: StoryValues) {
  return { ...texts.trimmed(values), story_items: toItems(values.story_items) };
}

/** Returns the initial rows of a form. Rows with a book in the response are already validated. */
export function toRows(items: readonly StoryItem[]): StoryRow[] {
  return items.map(({ book, ...item }) => ({
    ...newRow(item),
    validation: book ? { state: 'valid', bookName: book.name } : initialValidation,
  }));
}

/** Returns the items of the request body. */
export function toItems(rows: readonly StoryRow[]) {
  return rows.map((row) => ({ ...referenceOf(row), is_featured: row.is_featured }));
}

/** Returns the codes without surrounding blanks. */
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

/** Returns true if Validate can be pressed. */
export function canValidate(row: StoryRow): boolean {
  return isComplete(row) && row.validation.state !== 'checking';
}

/** Applies a change to a row. A changed code resets its validation. */
export function changeRow(row: StoryRow, change: RowChange): StoryRow {
  const hasOtherCodes = codeFields.some((field) => (change[field] ?? row[field]) !== row[field]);
  return { ...row, ...change, ...(hasOtherCodes && { validation: initialValidation }) };
}

/** Returns the row at the start of its check. The check of an incomplete row fails immediately. */
export function startCheck(row: StoryRow): StoryRow {
  const validation: Validation = isComplete(row)
    ? { state: 'checking' }
    : { state: 'invalid', message: messages.allFieldsRequired };
  return { ...row, validation };
}

/** Returns the row with the result of the check of `checkedReference`; the same row if its codes have changed. */
export function finishCheck(
  row: StoryRow,
  checkedReference: StoryReference,
  validation: Validation,
): StoryRow {
  const reference = referenceOf(row);
  const isUnchanged =
    row.validation.state === 'checking' &&
    codeFields.every((field) => reference[field] === checkedReference[field]);
  return isUnchanged ? { ...row, validation } : row;
}

/** Returns the errors that prevent a save, by row key. `known` contains the server's errors. */
export function rowErrors(
  rows: readonly StoryRow[],
  knownErrors: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { key, validation } of rows) {
    const error = validation.state === 'valid' ? knownErrors[key] : messages.itemMustBeValidated;
    if (error !== undefined) errors[key] = error;
  }
  return errors;
}

/** Returns the form field of a contract path: `story_items.2.book_code` belongs to the third row, whose field is its key. */
export function fieldOf(path: string, { story_items }: StoryValues): string | undefined {
  const index = /^story_items\.(\d+)(?:\.|$)/.exec(path)?.[1];
  if (index !== undefined) return story_items[Number(index)]?.key;
  return path === 'title' || path === 'description' ? path : undefined;
}
