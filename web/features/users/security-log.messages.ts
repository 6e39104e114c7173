import { securityEvents } from '#contract/users/security-events';

export const securityLogMessages = {
  heading: 'Security log',
  fetchFailed: 'Failed to load the security log',
  kind: 'Event',
  allKinds: 'All events',
  time: 'Time',
  user: 'User affected',
  actor: 'Performed by',
  from: 'IP address',
  detail: 'Details',
  notSignedIn: 'Not signed in',
  emptyTitle: 'No events found',
  emptyText: 'No events match these filters.',
  ofUser: 'Events by or affecting {{name}}',
  kinds: securityEvents,
} as const;
