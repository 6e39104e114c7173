/** One row: the progress of the projection. */
export interface ProjectionStateTable {
  id: number;
  /** The revision of the catalogue up to which all changes are projected. */
  revision: number;
  /** The version of the checks that set the flags. Flags of other versions are computed again. */
  rules: number;
  /** True after every book was checked. */
  is_complete: number;
  /** In ISO format. */
  caught_up_at: string;
}

/** The key of all stored counts. 0 means no category. */
export interface Cell {
  language: number;
  category_id: number;
  is_backup: number;
}

/** The number of books of a cell with an issue of a check. */
export interface IssueCountsTable extends Cell {
  rule: string;
  found: number;
}

/** The data of a book that reports use, as of its last projection. */
export interface BookProjectionsTable extends Cell {
  book_id: number;
  version: number;
  author_id: number;
  /** Equal for titles that differ only in case and accents. Other titles almost never have equal keys. */
  title_key: number;
  /** The version of the checks that set the flags. Books with another version are checked again. */
  rules: number;
  /** The issues of the book, one bit per check. */
  flags: number;
  /** Bits for cover, audio, text and chapters. */
  measures: number;
  /** The duration of its audio; 0 without audio. */
  seconds: number;
  words: number;
  length_class: number;
}

export interface Measures {
  books: number;
  seconds: number;
  words: number;
  with_cover: number;
  with_audio: number;
  with_text: number;
  with_chapters: number;
}

/** Dismissed issues of a check. They apply while the record has this version. */
export interface DismissalsTable {
  rule: string;
  record_id: number;
  version: number;
  reason: string;
  user_id: number;
  created_at: string;
}

export interface CatalogueTotalsTable extends Cell, Measures {}

export interface CatalogueLengthsTable extends Cell {
  length_class: number;
  books: number;
}

/** All categories, in the periods. Reports without a category read one row instead of one per category. */
export const ANY_CATEGORY = -1;

/** The change of the totals in a day, a week (by its Monday) or a month (by its first day). Decreases are negative. */
export interface CataloguePeriodsTable extends Cell, Measures {
  interval: string;
  starts_on: string;
  added: number;
  changed: number;
  deleted: number;
}

export interface HomeDeliveriesTable {
  interval: string;
  starts_on: string;
  mobile_config_id: number;
  calls: number;
  /** The number of responses with status 304. */
  unchanged: number;
}
