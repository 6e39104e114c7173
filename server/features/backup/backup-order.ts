import { z } from 'zod';

/* Messages between the backup job and its child process. */

export const backupOrder = z.object({
  databaseUrl: z.string(),
  blobStoreUrl: z.string(),
  blobTimeoutMs: z.number(),
  backupStoreUrl: z.string(),
  passphrase: z.string().optional(),
  version: z.string(),
  /** The name of the backup. */
  name: z.string(),
});
export type BackupOrder = z.infer<typeof backupOrder>;

export const backupResult = z.object({
  rows: z.number(),
  files: z.number(),
  fileBytes: z.number(),
  bytes: z.number(),
  addedBytes: z.number(),
  missing: z.number(),
  createdAt: z.string(),
  /** Absent when the home screens changed during the snapshot. */
  homeHash: z.string().optional(),
});
export type BackupResult = z.infer<typeof backupResult>;
