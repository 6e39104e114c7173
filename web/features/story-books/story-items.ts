import { nanoid } from '@reduxjs/toolkit';
import { messages } from '#contract/messages';
import type { StoryItem, StoryReference } from '#contract/resources/story-books';

export type Validation =
  | { readonly state: 'unvalidated' }
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly bookName: string }
  | { readonly state: 'invalid'; readonly message: string };

/** A row of the items table. */
export interface ItemRow extends StoryReference {
  /** Of this opening of the dialog. */
  readonly key: string;
  readonly is_featured: boolean;
  readonly validation: Validation;
}

export type CodeField = keyof StoryReference;
export const codeFields: readonly CodeField[] = ['book_code', 'chapter_code', 'text_item_code'];

const unvalidated: Validation = { state: 'unvalidated' };

export function newRow(codes: Partial<StoryReference> = {}, is_featured = false): ItemRow {
  const blank = { book_code: '', chapter_code: '', text_item_code: '' };
  return { key: nanoid(), ...blank, ...codes, is_featured, validation: unvalidated };
}

/** The rows a form begins with. What the server found a book for needs no second check. */
export function toRows(items: readonly StoryItem[]): ItemRow[] {
  return items.map(({ book, is_featured, ...codes }) => ({
    ...newRow(codes, is_featured),
    validation: book ? { state: 'valid', bookName: book.name } : unvalidated,
  }));
}

/** A changed code makes the last check worthless. */
export function withCodes(row: ItemRow, codes: Partial<StoryReference>): ItemRow {
  return { ...row, ...codes, validation: unvalidated };
}

export function referenceOf({ book_code, chapter_code, text_item_code }: ItemRow): StoryReference {
  return {
    book_code: book_code.trim(),
    chapter_code: chapter_code.trim(),
    text_item_code: text_item_code.trim(),
  };
}

export function isFilled(row: ItemRow): boolean {
  return codeFields.every((field) => row[field].trim() !== '');
}

export function canValidate(row: ItemRow): boolean {
  return isFilled(row) && row.validation.state !== 'checking';
}

export function isValid({ validation }: ItemRow): boolean {
  return validation.state === 'valid';
}

/** The row as a check found it, unless its codes are no longer those that were checked. */
export function checked(row: ItemRow, reference: StoryReference, validation: Validation): ItemRow {
  const now = referenceOf(row);
  return codeFields.every((field) => now[field] === reference[field]) ? { ...row, validation } : row;
}

/** The rows marked for a save that is refused: those without a good check say that they need one. */
export function marked(rows: readonly ItemRow[]): readonly ItemRow[] {
  return rows.map((row) =>
    row.validation.state === 'unvalidated' || row.validation.state === 'checking'
      ? { ...row, validation: { state: 'invalid', message: messages.itemMustBeValidated } }
      : row,
  );
}

/** The rows with the server's sentences, whose names are like `story_items.2.book_code`. */
export function refused(
  rows: readonly ItemRow[],
  errors: Readonly<Record<string, string>>,
): readonly ItemRow[] {
  return rows.map((row, index) => {
    const name = Object.keys(errors).find((each) => each.startsWith(`story_items.${index}.`));
    return name === undefined
      ? row
      : { ...row, validation: { state: 'invalid', message: errors[name] ?? '' } };
  });
}

/** The items as the wire wants them. */
export function toPayload(rows: readonly ItemRow[]) {
  return rows.map((row) => ({ ...referenceOf(row), is_featured: row.is_featured }));
}
