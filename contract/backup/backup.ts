import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';

/* Backups of the whole catalogue: all tables and all files. */

/** The type of the job that writes a backup. */
export const backupJobKind = 'backup';
/** The type of the job that restores a backup to a temporary folder and checks it. */
export const restoreTestKind = 'restore-test';

export const backupProblems = ['too_old', 'smaller', 'test_failed', 'test_missing'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/** Messages for screens, emails and notifications. */
export const backupProblemTexts: Readonly<Record<BackupProblem, string>> = {
  too_old: 'The last backup is more than 36 hours old.',
  smaller: 'The last backup is at least 20% smaller than the backup before it.',
  test_failed: 'The last restore test of a backup failed.',
  test_missing: 'No backup was tested by a restore in the last 15 days.',
};

export const backup = namedSchema(
  'Backup',
  z.object({
    id: responseFields.id,
    name: z.string().describe('The file name at the backup destination.'),
    created_at: responseFields.time.describe('The time of the content.'),
    duration_ms: responseFields.count.describe('The time that the backup took, in milliseconds.'),
    bytes: responseFields.count.describe('The size of the backup with all its files, in bytes.'),
    added_bytes: responseFields.count.describe(
      'The bytes that this backup added at the backup destination. Files of earlier backups are not stored again.',
    ),
    rows: responseFields.count.describe('The number of rows of all tables.'),
    files: responseFields.count.describe('The number of images and audio files.'),
    file_bytes: responseFields.count.describe('The total size of these files, in bytes.'),
    missing_files: responseFields.count.describe('The number of files that the file storage has lost.'),
    is_encrypted: z.boolean().describe('True if a passphrase encrypts the backup.'),
    is_scheduled: z
      .boolean()
      .describe('True for a nightly backup. It is deleted after its retention period.'),
    is_protected: z
      .boolean()
      .describe(
        'True for the newest backup that passed a restore test, or the newest one if none did. It can’t be deleted.',
      ),
    tested_at: responseFields.time
      .nullable()
      .describe('The time of the last restore test. Null if there was none.'),
    test_error: z
      .string()
      .nullable()
      .describe('The reason why the last restore test failed. Null if it passed, or if there was none.'),
    user: namedSchema('BackupUser', z.object({ id: responseFields.id, name: responseFields.name }))
      .nullable()
      .describe('The user who started the backup. Null for the system.'),
  }),
);
export type Backup = z.infer<typeof backup>;

/** The steps of a move to another database and file storage, in order. */
export const moveSteps = ['files', 'rows', 'comparison', 'changes'] as const;
export type MoveStep = (typeof moveSteps)[number];

export const moveStatus = namedSchema(
  'MoveStatus',
  z.object({
    started_at: responseFields.time.describe('The time when the move started.'),
    is_running: z
      .boolean()
      .describe('False if the move was interrupted. It resumes when the command runs again.'),
    database: z.string().describe('The new database, without path and credentials.'),
    store: z.string().describe('The new file storage, without path and credentials.'),
    step: z
      .enum(moveSteps)
      .describe(
        'The current step: copying files, copying rows, comparing all rows, or copying the last changes before the switch.',
      ),
    progress: withKeywords(z.number(), { minimum: 0, maximum: 1 }).describe(
      'The progress of the step, from 0 to 1.',
    ),
    seconds_left: responseFields.count
      .nullable()
      .describe('The estimated time of the step that is left, in seconds.'),
  }),
);
export type MoveStatus = z.infer<typeof moveStatus>;

export const backupList = namedSchema(
  'BackupList',
  z.object({
    items: z.array(backup).describe('The backups of this page, newest first.'),
    total: responseFields.count.describe('The number of all backups.'),
    destination: z
      .string()
      .describe('The backup destination without path and credentials: a folder of the server, or a bucket.'),
    is_encrypted: z.boolean().describe('True if new backups are encrypted.'),
    job_id: responseFields.id.nullable().describe('The job that writes a backup at the moment, or null.'),
    test_job_id: responseFields.id
      .nullable()
      .describe('The job that tests the newest backup at the moment, or null.'),
    problems: z
      .array(z.enum(backupProblems))
      .describe('Problems of backups. Administrators get an email and a notification about each new one.'),
    next_at: responseFields.time
      .nullable()
      .describe('The time of the next nightly backup. Null if nightly backups are turned off.'),
    last_failure: namedSchema(
      'BackupFailure',
      z.object({
        at: responseFields.time.describe('The time of the failure.'),
        message: z.string().describe('The reason.'),
      }),
    )
      .nullable()
      .describe('The failure of the last backup. Null if a later backup was completed.'),
    move: moveStatus
      .nullable()
      .describe('The move to another database and file storage that is not complete, or null.'),
  }),
);
export type BackupList = z.infer<typeof backupList>;

export const backupsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

export const backupStarted = namedSchema(
  'BackupStarted',
  z.object({ job_id: responseFields.id.describe('The job that writes or tests the backup.') }),
);

export const backupEndpoints = {
  list: { method: 'GET', path: '/backups' },
  start: { method: 'POST', path: '/backups' },
  /** Restores the newest backup to a temporary folder and checks it. */
  test: { method: 'POST', path: '/backups/test' },
  /** Returns the archive, not JSON. */
  download: { method: 'GET', path: '/backups/:id/download' },
  remove: { method: 'DELETE', path: '/backups/:id' },
} as const;

export const backupMessages = {
  started: 'Backup started',
  testStarted: 'Restore test started',
  deleted: 'Backup deleted',
} as const;
