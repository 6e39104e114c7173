export const notifications = {
  title: 'Notifications',
  clear: 'Clear all',
  emptyTitle: 'No notifications',
  emptyText: 'Saves, deletions, failures and background work are listed here for 90 days.',
  success: 'Done',
  failure: 'Failed',
} as const;
