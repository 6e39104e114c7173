import type { ExportedBook } from '#contract/exports/exported-book';

/** Returns an exported English book with these values, without chapters by default. */
export const makeExportedBook = (values: Partial<ExportedBook> = {}): ExportedBook => ({
  format: 'lectern-book',
  version: 1,
  code: 'b1',
  name: 'A book',
  author: 'Ada',
  narrator: '',
  description: '',
  year: 0,
  isbn: '',
  publisher: '',
  imprint: '',
  language: 3,
  category_code: null,
  sub_category_code: null,
  chapters: [],
  ...values,
});
