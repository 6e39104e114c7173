import type { Book } from '#contract/books/books';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import {
  CustomValueError,
  customPrefix,
  customText,
  readCustomValue,
} from '#contract/custom-fields/custom-values';
import { valueMessages } from '#contract/core/messages';

/** The values of custom fields in the form, as texts by key. Absent ones are blank. */
export type CustomTexts = Readonly<Record<string, string>>;

/** Returns the values of a book or import as texts. */
export const customTexts = (book: Pick<Book, 'custom'> | undefined): CustomTexts =>
  Object.fromEntries(Object.entries(book?.custom ?? {}).map(([key, value]) => [key, customText(value)]));

/** Returns the changed values of custom fields as they are sent; nothing if none changed. */
export function changedCustom(texts: CustomTexts, storedTexts: CustomTexts): { custom?: CustomTexts } {
  const changes = Object.entries(texts).filter(([key, text]) => text !== (storedTexts[key] ?? ''));
  return changes.length === 0 ? {} : { custom: Object.fromEntries(changes) };
}

function errorOf(field: CustomField, text: string, isRequired: boolean): string | undefined {
  if (text.trim() === '') return isRequired ? valueMessages.customFieldRequired(field.label) : undefined;
  try {
    readCustomValue(field, text);
    return undefined;
  } catch (error) {
    if (error instanceof CustomValueError) return valueMessages.ofCustomField(field.label, error.message);
    throw error;
  }
}

/** Returns the errors of the values by form field. A book without a required value stays valid until the field is changed. */
export function customErrors(
  customFields: readonly CustomField[],
  texts: CustomTexts,
  book: Book | undefined,
): Record<string, string> {
  const storedTexts = customTexts(book);
  const entries = customFields.flatMap((field) => {
    const text = texts[field.key] ?? '';
    const isUnchanged = text === (storedTexts[field.key] ?? '');
    if (book && isUnchanged) return [];
    const error = errorOf(field, text, field.is_required);
    return error === undefined ? [] : [[customPrefix + field.key, error] as const];
  });
  return Object.fromEntries(entries);
}
