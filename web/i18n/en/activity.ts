export const activity = {
  title: 'Notifications',
  clear: 'Clear all',
  emptyTitle: 'No notifications',
  emptyText: 'Saves, deletions and failures are listed here until you sign out.',
  success: 'Done',
  failure: 'Failed',
} as const;
