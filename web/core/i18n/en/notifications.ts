export const notifications = {
  title: 'Notifications',
  clear: 'Clear all',
  emptyTitle: 'No notifications',
  emptyText: 'Your saves, deletions, errors and background jobs from the last 90 days appear here.',
  success: 'Completed',
  failure: 'Failed',
} as const;
