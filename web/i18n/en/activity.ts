export const activity = {
  title: 'Notifications',
  clear: 'Clear all',
  emptyTitle: 'All quiet',
  emptyText: 'What you save and delete, and anything that fails, is listed here until you sign out.',
  success: 'Done',
  failure: 'Failed',
} as const;
