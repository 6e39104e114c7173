/** Texts of releases in the first load. */
export const release = {
  switch: 'Release: {{name}}',
  live: 'Live',
  fallback: 'release',
  saveTo: 'Save to {{name}}',
  deleteIn: 'Delete in {{name}}',
  saved: 'Saved to {{name}}',
  deleteQuestion: 'Delete in {{name}}? The record stays live until the release is published.',
  addTo: 'Add to release...',
  exitToImport: 'Exit {{name}} to import books.',
  exitToViewTrash: 'Exit {{name}} to view the trash.',
} as const;
