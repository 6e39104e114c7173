import { z } from 'zod';

/* Messages between the job of the restore test and its child process. */

export const restoreTestOrder = z.object({
  backupStoreUrl: z.string(),
  /** Of the backup. */
  name: z.string(),
  passphrase: z.string().optional(),
  /** A folder that does not exist yet. The job removes it. */
  folder: z.string(),
  /** Of the home screens at the time of the backup, if it is known. */
  homeHash: z.string().optional(),
  /** Of the product. */
  version: z.string(),
});
export type RestoreTestOrder = z.infer<typeof restoreTestOrder>;

export const restoreTestResult = z.object({ rows: z.number(), files: z.number(), entries: z.number() });
export type RestoreTestResult = z.infer<typeof restoreTestResult>;
