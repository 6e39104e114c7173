import type { Book } from '#contract/books/books';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import {
  CustomValueError,
  customPrefix,
  customText,
  readCustomValue,
} from '#contract/custom-fields/custom-values';
import { CellError, type Column } from './spreadsheet-columns.ts';

/** Returns a column for each custom field of books, named `custom.KEY`. A blank cell removes the value. */
export const customColumns = (customFields: readonly CustomField[]): Column<Book>[] =>
  customFields.map((field) => ({
    name: customPrefix + field.key,
    isRequired: field.is_required,
    cell: ({ custom = {} }) => customText(custom[field.key]),
    input(text) {
      if (text === '' && field.is_required) throw new CellError('Is required.');
      try {
        readCustomValue(field, text);
      } catch (error) {
        if (error instanceof CustomValueError) throw new CellError(`${error.message}.`);
        throw error;
      }
      return { custom: { [field.key]: text } };
    },
  }));
