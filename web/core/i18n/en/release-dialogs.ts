/** Texts of releases on the screens of records. They are loaded when they are needed. */
export const releaseDialogs = {
  changedIn: 'Changed in {{name}}',
  newIn: 'New in {{name}}',
  conflictIn: 'Conflict in {{name}}',
  newText: 'This record will be created when the release is published.',
  liveAndRelease: 'Before is the live value, After the value in {{name}}.',
  addTitle: 'Add {{name}} to a release',
  addText: 'The record will open in this release. Your changes are saved there.',
  release: 'Release',
  editIn: 'Edit in release',
  noneOpen: 'There is no open release. Create one first.',
  createFirst: 'Create release',
  exitToUndo: 'Exit {{name}} to undo or revert changes.',
} as const;
