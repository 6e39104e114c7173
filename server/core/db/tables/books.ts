import type { CreateOf } from '#contract/core/define-resource';
import { defaultLanguage } from '#contract/core/languages';
import type { books } from '#contract/books/books';
import { type DetailName, type bookDetails, mapDetails } from '#contract/books/book-details';
import { columnsFor } from '../columns.ts';

const blankColumns = {
  text: { type: 'text', isInput: true, initial: '', isAbsentIfBlank: true },
  integer: { type: 'integer', isInput: true, initial: 0, isAbsentIfBlank: true },
  rights: { type: 'rights', isInput: true, initial: '', isAbsentIfBlank: true },
  localized: { type: 'localized', isInput: true, initial: '', isAbsentIfBlank: true },
  subjects: { type: 'subjects', isInput: true, initial: '', isAbsentIfBlank: true },
} as const;

/** The columns of the publication record. */
const detailColumns = mapDetails((_name, { column }) => blankColumns[column]) as {
  readonly [Name in DetailName]: (typeof blankColumns)[(typeof bookDetails)[Name]['column']];
};

export const bookColumns = columnsFor<
  CreateOf<typeof books>,
  | 'author'
  | 'contributors'
  | 'custom'
  | 'category_code'
  | 'sub_category_code'
  | 'edition_of'
  | 'publisher'
  | 'imprint'
  | 'audio_upload'
>()({
  /** Generated from `catalogue.last_book_id`. The book's code is derived from it. */
  id: { type: 'integer' },
  name: { type: 'text', isInput: true },
  description: { type: 'text', isInput: true, initial: '' },
  author_id: { type: 'integer', apiName: false },
  narrator: { type: 'text', isInput: true, initial: '' },
  /** The year of publication; 0 if unknown. */
  year: { type: 'integer', isInput: true, initial: 0 },
  /** The number of chapters; the entered value if there are none. */
  chapter_count: { type: 'integer', isInput: true, initial: 0 },
  has_chapters: { type: 'flag', initial: 0 },
  /** In seconds. */
  duration: { type: 'integer', isInput: true, initial: 0 },
  category_id: { type: 'integer?', apiName: false, initial: null },
  sub_category_id: { type: 'integer?', apiName: false, initial: null },
  publisher_id: { type: 'integer?', apiName: false, initial: null },
  imprint_id: { type: 'integer?', apiName: false, initial: null },
  image_key: { type: 'file', apiName: 'image_url', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  audio_key: { type: 'file', apiName: 'audio_url', initial: null },
  is_backup: { type: 'bit', isInput: true, initial: 1 },
  language: { type: 'integer', isInput: true, initial: defaultLanguage },
  /** In seconds; derived from the two columns below, the language and the duration. */
  reading_time: { type: 'integer', initial: 0 },
  /** The number of words in the text items. */
  word_count: { type: 'integer', apiName: false, initial: 0 },
  /** The total duration of all chapters in seconds. */
  chapter_seconds: { type: 'integer', apiName: false, initial: 0 },
  /** The ID of the first edition of the work; 0 if none. It can be in the trash. */
  edition_of: { type: 'integer', apiName: false, initial: 0 },
  /** The audio sample: a chapter with start and end. */
  sample: { type: 'sample', isInput: true, initial: '', isAbsentIfBlank: true },
  ...detailColumns,
  /** The values of custom fields as JSON by the ID of the field; blank if there are none. */
  custom_values: { type: 'text', apiName: false, initial: '' },
  version: { type: 'integer' },
  created_at: { type: 'text', apiName: false },
  updated_at: { type: 'text' },
});
