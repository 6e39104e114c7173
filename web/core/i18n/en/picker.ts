/** Texts of the pickers of books. */
export const picker = {
  quickFilters: 'Quick filters',
  sameAuthor: 'Same author',
  sameAuthorAs: 'Same author: {{name}}',
  sameAuthorHint: 'Author of the book selected last',
  selectFirst: 'Select a book first',
  notInCollection: 'Not in a collection',
  authorFailed: 'Failed to load author',
  minutes_one: '{{count}} min',
  minutes_other: '{{count}} mins',
} as const;
