import type { HealthCheck } from '#contract/catalogue-health/catalogue-health';

interface CheckMessages {
  readonly title: string;
  readonly why: string;
}

const rules = {
  book_without_cover: {
    title: 'Books without a cover',
    why: 'Apps show a grey place where the cover would be, and hardly anybody opens such a book.',
  },
  book_cover_small: {
    title: 'Covers smaller than recommended',
    why: 'They look blurred on the screens of telephones.',
  },
  book_without_audio: {
    title: 'Books without audio',
    why: 'Neither the book nor one of its chapters can be heard.',
  },
  book_without_description: {
    title: 'Books without a description',
    why: 'Nothing says what the book is about.',
  },
  book_without_category: {
    title: 'Books without a category',
    why: 'They are not found by whoever looks through the categories.',
  },
  book_without_chapters: {
    title: 'Books without chapters',
    why: 'Listeners cannot move about in them, and story books cannot refer to them.',
  },
  book_without_narrator: {
    title: 'Books with audio and without a narrator',
    why: 'Listeners choose by voices too, and rights may depend on the name.',
  },
  book_without_length: {
    title: 'Books of no known length',
    why: 'They have neither text nor chapters nor a duration, so their reading time is zero.',
  },
  book_chapter_count_differs: {
    title: 'Chapter count differs from the chapters there',
    why: 'Readers are told a number that is not so.',
  },
  book_duration_differs: {
    title: 'Duration differs from the sum of the chapters',
    why: 'By more than two per cent: a chapter is missing, or the duration was mistyped.',
  },
  book_chapter_without_text: {
    title: 'Chapters without text',
    why: 'They can be heard and not read along.',
  },
  book_text_without_audio: {
    title: 'Text without chapter audio',
    why: 'The book can be heard, and these of its chapters cannot.',
  },
  book_title_is_file_name: {
    title: 'Titles that look like file names',
    why: 'They came with an import and nobody gave them a title.',
  },
  book_duplicated: {
    title: 'Same title and author twice',
    why: 'Most often one of the two was added by mistake, and work is put into both.',
  },
  author_duplicate_spelling: {
    title: 'Authors that differ by an accent',
    why: 'Their books stand apart though they are by one person.',
  },
  category_without_books: {
    title: 'Categories without books',
    why: 'Whoever opens one finds nothing.',
  },
  category_without_image: {
    title: 'Categories without a picture',
    why: 'Home screens show them as pictures.',
  },
  sub_category_without_books: {
    title: 'Sub-categories without books',
    why: 'Whoever opens one finds nothing.',
  },
  collection_without_books: {
    title: 'Collections without books',
    why: 'Home screens leave them out.',
  },
  collection_without_image: {
    title: 'Collections without a picture',
    why: 'The cover of their first book stands in for it.',
  },
  collection_without_description: {
    title: 'Collections without a description',
    why: 'Nothing says what holds the books together.',
  },
  story_book_without_items: {
    title: 'Story books without items',
    why: 'There is nothing to read in them.',
  },
  story_item_leads_nowhere: {
    title: 'Story items that lead nowhere',
    why: 'The book, chapter or text they name is gone, so apps leave them out.',
  },
  challenge_days_differ: {
    title: 'Challenges whose days and books differ',
    why: 'Some days have no book, or some books no day.',
  },
  challenge_without_image: {
    title: 'Challenges without a picture',
    why: 'The cover of their first book stands in for it.',
  },
  home_block_empty: {
    title: 'Empty blocks of home screens',
    why: 'Everything they named is gone, so apps do not show them.',
  },
  home_block_shortened: {
    title: 'Shortened blocks of home screens',
    why: 'Some of what they named is gone.',
  },
  home_names_backup_only: {
    title: 'Main home screens with backup books only',
    why: 'A block names something of which every book is in the backup service.',
  },
  home_challenge_inactive: {
    title: 'Home screens with an inactive challenge',
    why: 'Apps show a challenge that nobody can take part in.',
  },
} as const satisfies Readonly<Record<HealthCheck, CheckMessages>>;

export const messages = {
  heading: 'Reports',
  sections: 'Reports',
  health: 'Catalogue doctor',
  auditLog: 'Who did what',
  person: 'Person',
  everybody: 'Everybody',
  server: 'The server',
  userOf: 'Account {{id}}',
  kind: 'Kind',
  allKinds: 'All kinds',
  action: 'Action',
  allActions: 'All actions',
  actionNames: {
    created: 'Created',
    changed: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
    purged: 'Deleted for good',
  },
  from: 'From',
  to: 'To',
  resetFilters: 'Reset filters',
  followers: 'Only what followed from change {{id}} is listed.',
  entries_one: 'One entry',
  entries_other: '{{total}} entries',
  emptyAuditLog: 'Nothing was done that passes these filters.',
  languages: 'All languages',
  authors: 'All authors',
  longest: 'Longest books',
  loading: 'Loading the report',
  loadFailed: 'Failed to load the report',
  remaining_one: 'One book has not been looked at yet. The numbers still grow.',
  remaining_other: '{{count}} books have not been looked at yet. The numbers still grow.',
  refetch: 'Look again',
  healthyTitle: 'Nothing needs work',
  healthyText: 'Every rule was checked, and none found anything.',
  open_one: '1 open',
  open_other: '{{count}} open',
  accepted_one: '1 accepted',
  accepted_other: '{{count}} accepted',
  showClean_one: 'Show the rule that finds nothing',
  showClean_other: 'Show the {{count}} rules that find nothing',
  hideClean: 'Hide the rules that find nothing',
  show: 'Show: {{title}}',
  back: 'All rules',
  search: 'Search by name or code...',
  which: 'Which findings',
  openOnes: 'Open',
  acceptedOnes: 'Accepted',
  language: 'Language',
  allLanguages: 'All Languages',
  service: 'Service',
  allServices: 'All services',
  mainService: 'Main Service',
  backupService: 'Backup Service',
  csv: 'CSV',
  csvOf: 'Download as CSV: {{title}}',
  csvFailed: 'The file could not be downloaded',
  name: 'Name',
  found: 'Found',
  actions: 'Actions',
  edit: 'Edit {{name}}',
  dismiss: 'Dismiss',
  dismissOne: 'Dismiss {{name}}',
  dismissTitle: 'Dismiss this finding?',
  dismissText: '“{{name}}” stays away from this list until it changes.',
  reason: 'Reason',
  dismissed: 'Dismissed. It comes back when the record changes.',
  dismissFailed: 'It could not be dismissed',
  reopen: 'Open again',
  reopenOne: 'Open {{name}} again',
  reopenFailed: 'It could not be opened again',
  acceptedBy: '{{reason}} ({{name}}, {{age}})',
  emptyTitle: 'Nothing found',
  emptyText: 'No record goes against this rule.',
  emptyAccepted: 'Nothing was accepted.',
  emptyFiltered: 'Nothing passes these filters.',
  books: 'Books',
  average: 'Average reading time',
  author: 'Author',
  readingTime: 'Reading Time',
  minutes: '{{count}} mins',
  searchAuthors: 'Search authors...',
  searchBooks: 'Search books by name or code...',
  noBooks: 'There are no books yet.',
  rules,
} as const;
