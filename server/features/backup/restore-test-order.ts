import { z } from 'zod';

/* Messages between the job of the restore test and its child process. */

export const restoreTestOrder = z.object({
  backupStoreUrl: z.string(),
  /** The name of the backup. */
  name: z.string(),
  passphrase: z.string().optional(),
  /** The path of a folder that does not exist. The job deletes it afterwards. */
  folder: z.string(),
  /** The hash of the home screens at the time of the backup, if available. */
  homeHash: z.string().optional(),
  /** The product version. */
  version: z.string(),
});
export type RestoreTestOrder = z.infer<typeof restoreTestOrder>;

export const restoreTestResult = z.object({ rows: z.number(), files: z.number(), entries: z.number() });
export type RestoreTestResult = z.infer<typeof restoreTestResult>;
