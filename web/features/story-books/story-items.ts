import { nanoid } from '@reduxjs/toolkit';
import { messages } from '#contract/core/messages';
import {
  type StoryBook,
  type StoryItem,
  type StoryReference,
  storyBooks,
} from '#contract/story-books/story-books';
import { plainTexts } from '#web/core/lib/plain-texts.ts';

/** The validation status of a row, from typed codes to a text that is known to exist. */
export type Validation =
  | { readonly state: 'unvalidated' }
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly bookName: string }
  | { readonly state: 'invalid'; readonly message: string };

export type CodeField = keyof StoryReference;
export const codeFields = ['book_code', 'chapter_code', 'text_item_code'] as const satisfies CodeField[];

/** The editable fields of a row. */
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

const texts = plainTexts(storyBooks);

type Texts = ReturnType<typeof texts.of>;

export interface StoryValues extends Texts {
  readonly story_items: readonly StoryRow[];
}

/** The values a form begins with. */
export function toValues(storyBook: StoryBook | undefined): StoryValues {
  return {
    ...texts.of(storyBook),
    story_items: toRows(storyBook?.story_items ?? []),
  };
}

/** The values without the checks that nobody waits for any more. */
export function revive(values: StoryValues): StoryValues {
  const story_items = values.story_items.map((row) =>
    row.validation.state === 'checking' ? { ...row, validation: unvalidated } : row,
  );
  return { ...values, story_items };
}

/** The form as the wire wants it. */
export function toPayload(values: StoryValues) {
  return { ...texts.trimmed(values), story_items: toItems(values.story_items) };
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

/** True if Validate can be pressed. */
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
export function checked(row: StoryRow, checkedReference: StoryReference, validation: Validation): StoryRow {
  const reference = referenceOf(row);
  const isUnchanged =
    row.validation.state === 'checking' &&
    codeFields.every((field) => reference[field] === checkedReference[field]);
  return isUnchanged ? { ...row, validation } : row;
}

/** The errors that prevent rows from being saved, by key. `known` has the server's errors. */
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

/** The form's field for one of the contract's paths: `story_items.2.book_code` is of the third row, whose field is its key. */
export function fieldOf(path: string, { story_items }: StoryValues): string | undefined {
  const index = /^story_items\.(\d+)(?:\.|$)/.exec(path)?.[1];
  if (index !== undefined) return story_items[Number(index)]?.key;
  return path === 'title' || path === 'description' ? path : undefined;
}
