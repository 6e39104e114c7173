/** One row: how far the facts are. */
export interface ProjectionStateTable {
  id: number;
  /** Of the catalogue: everything up to it is in the facts. */
  revision: number;
  /** The version of the checks that made the flags; flags of other versions are made again. */
  rules: number;
  /** True once every book has been checked. */
  is_complete: number;
  /** ISO. */
  caught_up_at: string;
}

/** The key of a book in every stored count. 0 means no category. */
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
  /** Equal for titles that differ in case and accents only; unequal titles have the same one as good as never. */
  title_key: number;
  /** By which rules it was looked at; others look again. */
  rules: number;
  /** The rules that it goes against, a bit each. */
  flags: number;
  /** Bits for cover, audio, text and chapters. */
  measures: number;
  /** Of its audio; 0 without any. */
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

/** Issues of a check that were dismissed, while the record has this version. */
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

/** Stands for all categories in the periods, so that who asks for none reads a row where there are as many as categories. */
export const ANY_CATEGORY = -1;

/** The change of the totals in a day, a week (by its Monday) or a month (by its first); decreases are negative. */
export interface CataloguePeriodsTable extends Cell, Measures {
  grain: string;
  starts_on: string;
  added: number;
  changed: number;
  deleted: number;
}

export interface HomeDeliveriesTable {
  grain: string;
  starts_on: string;
  mobile_config_id: number;
  calls: number;
  /** The number of requests that were answered with 304. */
  unchanged: number;
}
