import type { HealthCheck } from '#contract/catalogue-health/catalogue-health';

interface CheckMessages {
  readonly title: string;
  readonly why: string;
}

const rules = {
  book_without_cover: {
    title: 'Books without a cover',
    why: 'Apps show a grey placeholder, and listeners rarely open books without a cover.',
  },
  book_cover_small: {
    title: 'Covers smaller than recommended',
    why: 'They look blurry on phones.',
  },
  book_without_audio: {
    title: 'Books without audio',
    why: 'Neither the book nor its chapters have audio.',
  },
  book_without_description: {
    title: 'Books without a description',
    why: 'Listeners can’t tell what the book is about.',
  },
  book_without_category: {
    title: 'Books without a category',
    why: 'Listeners can’t find them by browsing categories.',
  },
  book_without_chapters: {
    title: 'Books without chapters',
    why: 'Listeners can’t skip between chapters, and story books can’t reference them.',
  },
  book_without_narrator: {
    title: 'Books with audio but no narrator',
    why: 'Listeners also choose by narrator, and licensing may depend on it.',
  },
  book_without_length: {
    title: 'Books with no duration or text',
    why: 'They have no text, chapters or duration, so their reading time is zero.',
  },
  book_chapter_count_differs: {
    title: 'Chapter count doesn’t match actual chapters',
    why: 'Apps show the wrong number of chapters.',
  },
  book_duration_differs: {
    title: 'Duration differs from the sum of the chapters',
    why: 'The difference is more than 2%. A chapter may be missing, or the duration may be wrong.',
  },
  book_chapter_without_text: {
    title: 'Chapters without text',
    why: 'Listeners can’t read along.',
  },
  book_text_without_audio: {
    title: 'Text without chapter audio',
    why: 'Other chapters of the book have audio, but these don’t.',
  },
  book_title_is_file_name: {
    title: 'Titles that look like file names',
    why: 'They were imported and never given a proper title.',
  },
  book_duplicated: {
    title: 'Possible duplicate books',
    why: 'One was probably added by mistake, so work may be duplicated.',
  },
  author_duplicate_spelling: {
    title: 'Possible duplicate authors',
    why: 'Books by one author are listed under two names.',
  },
  category_without_books: {
    title: 'Categories without books',
    why: 'Listeners who open it see an empty list.',
  },
  category_without_image: {
    title: 'Categories without an image',
    why: 'Home screens show categories as images.',
  },
  sub_category_without_books: {
    title: 'Sub-categories without books',
    why: 'Listeners who open it see an empty list.',
  },
  collection_without_books: {
    title: 'Collections without books',
    why: 'Apps show an empty collection.',
  },
  collection_without_image: {
    title: 'Collections without an image',
    why: 'Apps show a placeholder instead.',
  },
  collection_without_description: {
    title: 'Collections without a description',
    why: 'Listeners can’t tell what the collection is about.',
  },
  story_book_without_items: {
    title: 'Story books without items',
    why: 'They have no content.',
  },
  story_item_leads_nowhere: {
    title: 'Story items with broken references',
    why: 'The book, chapter or text item was deleted, so apps hide them.',
  },
  challenge_days_differ: {
    title: 'Challenges where days and books don’t match',
    why: 'Some days have no book, or there are more books than days.',
  },
  challenge_without_image: {
    title: 'Challenges without an image',
    why: 'Apps show a placeholder instead.',
  },
  home_block_empty: {
    title: 'Empty home screen blocks',
    why: 'All their content was deleted, so apps hide them.',
  },
  home_block_shortened: {
    title: 'Home screen blocks with missing content',
    why: 'Some of their content was deleted.',
  },
  home_names_backup_only: {
    title: 'Main Service home screens with Backup Service books only',
    why: 'A block contains only books from the Backup Service.',
  },
  home_challenge_inactive: {
    title: 'Home screens with an inactive challenge',
    why: 'Apps hide inactive challenges.',
  },
} as const satisfies Readonly<Record<HealthCheck, CheckMessages>>;

export const messages = {
  heading: 'Reports',
  sections: 'Reports',
  health: 'Catalogue health',
  auditLog: 'Audit log',
  person: 'User',
  everybody: 'All users',
  server: 'System',
  userOf: 'User {{id}}',
  kind: 'Type',
  allKinds: 'All types',
  action: 'Action',
  allActions: 'All actions',
  actionNames: {
    created: 'Created',
    changed: 'Updated',
    deleted: 'Deleted',
    restored: 'Restored',
    purged: 'Deleted permanently',
  },
  from: 'From',
  to: 'To',
  resetFilters: 'Clear filters',
  followers: 'Showing changes caused by change {{id}}.',
  entries_one: '1 entry',
  entries_other: '{{total}} entries',
  emptyAuditLog: 'No entries match these filters.',
  languages: 'Languages',
  authors: 'Authors',
  longest: 'Longest books',
  loading: 'Loading report',
  loadFailed: 'Failed to load report',
  remaining_one: '1 book hasn’t been checked yet. Totals may still change.',
  remaining_other: '{{count}} books haven’t been checked yet. Totals may still change.',
  refetch: 'Refresh',
  healthyTitle: 'No issues found',
  healthyText: 'All checks passed.',
  open_one: '1 open',
  open_other: '{{count}} open',
  accepted_one: '1 dismissed',
  accepted_other: '{{count}} dismissed',
  showClean_one: 'Show 1 passed check',
  showClean_other: 'Show {{count}} passed checks',
  hideClean: 'Hide passed checks',
  show: 'View {{title}}',
  back: 'All checks',
  search: 'Search by name or code...',
  which: 'Status',
  openOnes: 'Open',
  acceptedOnes: 'Dismissed',
  language: 'Language',
  allLanguages: 'All Languages',
  service: 'Service Type',
  allServices: 'All services',
  mainService: 'Main Service',
  backupService: 'Backup Service',
  csv: 'CSV',
  csvOf: 'Download as CSV: {{title}}',
  csvFailed: 'Failed to download file',
  name: 'Name',
  found: 'Details',
  actions: 'Actions',
  edit: 'Edit {{name}}',
  dismiss: 'Dismiss',
  dismissOne: 'Dismiss {{name}}',
  dismissTitle: 'Dismiss this issue?',
  dismissText: '“{{name}}” will be hidden from this list until it’s next edited.',
  reason: 'Reason',
  dismissed: 'Issue dismissed until the record changes',
  dismissFailed: 'Failed to dismiss issue',
  reopen: 'Reopen',
  reopenOne: 'Reopen {{name}}',
  reopenFailed: 'Failed to reopen issue',
  acceptedBy: '{{reason}} ({{name}}, {{age}})',
  emptyTitle: 'No issues found',
  emptyText: 'All records pass this check.',
  emptyAccepted: 'No dismissed issues.',
  emptyFiltered: 'No issues match these filters.',
  books: 'Books',
  average: 'Average Reading Time',
  author: 'Author',
  readingTime: 'Reading Time',
  minutes: '{{count}} mins',
  searchAuthors: 'Search authors...',
  searchBooks: 'Search books by name or code...',
  noBooks: 'No books yet',
  rules,
} as const;
