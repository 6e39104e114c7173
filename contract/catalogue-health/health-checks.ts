import type { RecordName } from '#contract/core/record-types';

/**
 * Severities of issues, the highest first. Errors show wrong or missing content in apps. Suggestions make content better, but not more
 * correct.
 */
export const severities = ['error', 'warning', 'suggestion'] as const;
export type Severity = (typeof severities)[number];

interface HealthCheckInfo {
  /** The type of the records that the check reads. */
  readonly kind: RecordName;
  readonly severity: Severity;
  readonly title: string;
  /** The reason why the issues matter. */
  readonly why: string;
  /** True for a check of books that depends on the day, so that its issues are not stored. */
  readonly dependsOnDay?: true;
}

/** Checks of the catalogue in display order. The server defines what they find. */
export const healthChecks = {
  book_without_cover: {
    kind: 'books',
    severity: 'warning',
    title: 'Books without a cover',
    why: 'Apps show a grey placeholder, and listeners rarely open books without a cover.',
  },
  book_cover_small: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Covers smaller than recommended',
    why: 'They look blurry on phones.',
  },
  book_without_audio: {
    kind: 'books',
    severity: 'warning',
    title: 'Books without audio',
    why: 'Neither the book nor its chapters have audio.',
  },
  book_without_description: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Books without a description',
    why: 'Listeners can’t tell what the book is about.',
  },
  book_description_short: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Books with a short description',
    why: 'Stores show little about a book with fewer than 50 characters.',
  },
  book_without_category: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Books without a category',
    why: 'Listeners can’t find them by browsing categories.',
  },
  book_without_chapters: {
    kind: 'books',
    severity: 'warning',
    title: 'Books without chapters',
    why: 'Listeners can’t skip between chapters, and story books can’t reference them.',
  },
  book_without_narrator: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Books with audio but no narrator',
    why: 'Listeners also choose by narrator, and licensing may depend on it.',
  },
  book_without_isbn: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Active books without an ISBN',
    why: 'Stores and libraries order and report books by ISBN.',
  },
  book_without_sample: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Active books without an audio sample',
    why: 'Stores play the sample to listeners before they buy.',
  },
  book_rights_ending: {
    kind: 'books',
    severity: 'warning',
    title: 'Rights end within 30 days',
    why: 'Apps in these countries stop showing the book, unless the rights are extended.',
    dependsOnDay: true,
  },
  book_rights_ended: {
    kind: 'books',
    severity: 'warning',
    title: 'Rights have ended',
    why: 'Apps that send their country don’t show the book.',
    dependsOnDay: true,
  },
  book_without_length: {
    kind: 'books',
    severity: 'warning',
    title: 'Books with no duration or text',
    why: 'They have no text, chapters or duration, so their reading time is zero.',
  },
  book_chapter_count_differs: {
    kind: 'books',
    severity: 'error',
    title: 'Chapter count doesn’t match actual chapters',
    why: 'Apps show the wrong number of chapters.',
  },
  book_duration_differs: {
    kind: 'books',
    severity: 'warning',
    title: 'Duration differs from the sum of the chapters',
    why: 'The difference is more than 2%. A chapter may be missing, or the duration may be wrong.',
  },
  book_chapter_without_text: {
    kind: 'books',
    severity: 'suggestion',
    title: 'Chapters without text',
    why: 'Listeners can’t read along.',
  },
  book_text_without_audio: {
    kind: 'books',
    severity: 'warning',
    title: 'Chapters without audio',
    why: 'Other chapters of the book have audio, but these only have text.',
  },
  book_title_is_file_name: {
    kind: 'books',
    severity: 'warning',
    title: 'Titles that look like file names',
    why: 'They were imported and never given a proper title.',
  },
  book_duplicated: {
    kind: 'books',
    severity: 'warning',
    title: 'Possible duplicate books',
    why: 'One was probably added by mistake, so work may be duplicated.',
  },
  author_duplicate_spelling: {
    kind: 'authors',
    severity: 'warning',
    title: 'Possible duplicate authors',
    why: 'Books by one author are listed under two names.',
  },
  category_without_books: {
    kind: 'categories',
    severity: 'warning',
    title: 'Categories without books',
    why: 'Listeners who open them see an empty list.',
  },
  category_without_image: {
    kind: 'categories',
    severity: 'warning',
    title: 'Categories without an image',
    why: 'Home screens show categories as images.',
  },
  sub_category_without_books: {
    kind: 'sub-categories',
    severity: 'warning',
    title: 'Sub-categories without books',
    why: 'Listeners who open them see an empty list.',
  },
  collection_without_books: {
    kind: 'collections',
    severity: 'error',
    title: 'Collections without books',
    why: 'Apps show an empty collection.',
  },
  collection_without_image: {
    kind: 'collections',
    severity: 'warning',
    title: 'Collections without an image',
    why: 'Apps show a placeholder instead.',
  },
  collection_without_description: {
    kind: 'collections',
    severity: 'suggestion',
    title: 'Collections without a description',
    why: 'Listeners can’t tell what the collection is about.',
  },
  series_gap: {
    kind: 'series',
    severity: 'suggestion',
    title: 'Series with missing positions',
    why: 'A book between two positions is missing from the catalogue or the series.',
  },
  series_duplicate: {
    kind: 'series',
    severity: 'warning',
    title: 'Series with duplicate positions',
    why: 'Listeners can’t tell which book comes first.',
  },
  story_book_without_items: {
    kind: 'story-books',
    severity: 'error',
    title: 'Story books without items',
    why: 'They have no content.',
  },
  story_item_leads_nowhere: {
    kind: 'story-books',
    severity: 'error',
    title: 'Story items with broken references',
    why: 'The book, chapter or text item was deleted, so apps hide them.',
  },
  challenge_days_differ: {
    kind: 'challenges',
    severity: 'error',
    title: 'Challenges where days and books don’t match',
    why: 'Some days have no book, or there are more books than days.',
  },
  challenge_without_image: {
    kind: 'challenges',
    severity: 'warning',
    title: 'Challenges without an image',
    why: 'Apps show a placeholder instead.',
  },
  home_block_empty: {
    kind: 'mobile-configs',
    severity: 'error',
    title: 'Empty home screen blocks',
    why: 'All their content was deleted, so apps hide them.',
  },
  home_block_shortened: {
    kind: 'mobile-configs',
    severity: 'error',
    title: 'Home screen blocks with missing content',
    why: 'Some of their content was deleted.',
  },
  home_names_backup_only: {
    kind: 'mobile-configs',
    severity: 'error',
    title: 'Main Service home screens with Backup Service books only',
    why: 'A block contains only books from the Backup Service.',
  },
  home_challenge_inactive: {
    kind: 'mobile-configs',
    severity: 'error',
    title: 'Home screens with an inactive challenge',
    why: 'Apps hide inactive challenges.',
  },
} as const satisfies Readonly<Record<string, HealthCheckInfo>>;

export type HealthCheck = keyof typeof healthChecks;
/** The types of records that can have issues. */
export type IssueSubject = (typeof healthChecks)[HealthCheck]['kind'];
export const healthCheckNames = Object.keys(healthChecks) as [HealthCheck, ...HealthCheck[]];

/** Checks whose issues are stored for each book. */
export type BookCheck = {
  [Check in HealthCheck]: (typeof healthChecks)[Check] extends { readonly dependsOnDay: true }
    ? never
    : (typeof healthChecks)[Check]['kind'] extends 'books'
      ? Check
      : never;
}[HealthCheck];
