interface NotificationTypeInfo {
  /** The text of the notification. For a failure it is the failed action. */
  readonly label: string;
  /** The occasion, for the API reference. */
  readonly description: string;
}

/** All notifications that the server adds. */
export const notificationTypes = {
  jobDone: { label: 'Background job completed', description: 'a job of the user is done' },
  jobFailed: { label: 'Background job failed', description: 'a job of the user has failed' },
  newBrowser: {
    label: 'Signed in from a new browser',
    description: 'the user signed in with a browser for the first time',
  },
  backupProblem: {
    label: 'Backup problem',
    description: 'the last backup is missing, too small or cannot be restored',
  },
  releasePublished: {
    label: 'Release published',
    description: 'a scheduled release was published or rolled back',
  },
  releaseFailed: {
    label: 'Release failed',
    description: 'a scheduled release could not be published or rolled back',
  },
  releaseOverdue: {
    label: 'Release overdue',
    description: 'a scheduled release was not published or rolled back within two minutes of its time',
  },
  releaseMention: {
    label: 'You were mentioned in a comment',
    description: 'a comment on a release mentions the user',
  },
  releaseComment: {
    label: 'New comment on your release',
    description: 'another user commented on a release of the user',
  },
  importReady: {
    label: 'Import is ready for review',
    description: 'the files of an import were read',
  },
} as const satisfies Readonly<Record<string, NotificationTypeInfo>>;

export type NotificationType = keyof typeof notificationTypes;
