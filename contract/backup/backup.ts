import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { named } from '#contract/core/schema-notes';

/* Backups of the whole catalogue: all tables and all files. */

/** The type of the job that writes a backup. */
export const backupJobKind = 'backup';

export const backup = named(
  'Backup',
  z.object({
    id: answers.id,
    name: z.string().describe('The file name at the backup destination.'),
    created_at: answers.time.describe('The time of the content.'),
    duration_ms: answers.count.describe('The time that the backup took, in milliseconds.'),
    bytes: answers.count.describe('The size of the backup file in bytes.'),
    rows: answers.count.describe('The number of rows of all tables.'),
    files: answers.count.describe('The number of images and audio files.'),
    file_bytes: answers.count.describe('The total size of these files, in bytes.'),
    missing_files: answers.count.describe('The number of files that the file storage has lost.'),
    is_encrypted: z.boolean().describe('True if a passphrase encrypts the backup.'),
    is_scheduled: z
      .boolean()
      .describe('True for a nightly backup. It is deleted after its retention period.'),
    user: named('BackupUser', z.object({ id: answers.id, name: answers.name }))
      .nullable()
      .describe('The user who started the backup. Null for the system.'),
  }),
);
export type Backup = z.infer<typeof backup>;

export const backupList = named(
  'BackupList',
  z.object({
    items: z.array(backup).describe('The backups of this page, newest first.'),
    total: answers.count.describe('The number of all backups.'),
    destination: z
      .string()
      .describe('The backup destination without path and credentials: a folder of the server, or a bucket.'),
    is_encrypted: z.boolean().describe('True if new backups are encrypted.'),
    job_id: answers.id.nullable().describe('The job that writes a backup at the moment, or null.'),
    next_at: answers.time
      .nullable()
      .describe('The time of the next nightly backup. Null if nightly backups are turned off.'),
  }),
);
export type BackupList = z.infer<typeof backupList>;

export const backupsQuery = z.object({
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

export const backupStarted = named(
  'BackupStarted',
  z.object({ job_id: answers.id.describe('The job that writes the backup.') }),
);

export const backupEndpoints = {
  list: { method: 'GET', path: '/backups' },
  start: { method: 'POST', path: '/backups' },
  /** A file, not JSON. */
  download: { method: 'GET', path: '/backups/:id/download' },
  remove: { method: 'DELETE', path: '/backups/:id' },
} as const;

export const backupMessages = { started: 'Backup started', deleted: 'Backup deleted' } as const;
