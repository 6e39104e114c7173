/* The personal data of a user as a file of JSON: the own account, or that of another user. */

export const personalDataEndpoints = {
  own: { method: 'GET', path: '/profile/personal-data' },
  ofUser: { method: 'GET', path: '/users/:id/personal-data' },
} as const;

/** Returns the file name of an export. */
export const personalDataFileOf = (userId: number | undefined): string =>
  userId === undefined ? 'personal-data.json' : `personal-data-${userId}.json`;

/** Returns the name of a user whose account was deleted. */
export const deletedUserName = (userId: number): string => `Deleted user ${userId}`;
