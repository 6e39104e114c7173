/** The texts of the editions on the page of a book. */
export const editionsMessages = {
  heading: 'Editions',
  empty: 'Add translations, abridged versions and other recordings of this work.',
  failed: 'Failed to load editions',
  more_one: 'and {{count}} more edition',
  more_other: 'and {{count}} more editions',
  first: 'First edition',
  current: 'This book',
  readBy: 'read by {{narrator}}',
  translationOf: 'Translation of',
  makeFirst: 'Make first edition',
  remove: 'Remove from work',
  add: 'Add edition',
  addTitle: 'Add edition of {{name}}',
  create: 'Create edition',
  createTitle: 'Create edition of {{name}}',
} as const;
