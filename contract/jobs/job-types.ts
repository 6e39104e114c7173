import type { NotificationType } from '#contract/notifications/notification-types';

interface JobTypeInfo {
  /** The name on screens. */
  readonly label: string;
  /** The work of the job, for the API reference. */
  readonly description: string;
  /** The notification to the user when the job is done. Null if no user waits for it. Failures are always reported. */
  readonly done: NotificationType | null;
}

/** All types of background jobs, by their API names. Each type has a handler on the server. */
export const jobTypes = {
  assemble: { label: 'File upload', description: 'assembles an uploaded file', done: null },
  'import-read': {
    label: 'Import',
    description: 'reads the files of an import',
    done: 'importReady',
  },
  'audio-analysis': { label: 'Audio analysis', description: 'analyses an audio file', done: null },
  bulk: { label: 'Bulk edit', description: 'changes many books', done: 'jobDone' },
  spreadsheet: {
    label: 'Spreadsheet import',
    description: 'imports the rows of a spreadsheet',
    done: 'jobDone',
  },
  align: {
    label: 'Text–audio sync',
    description: 'finds the times of the text in the audio',
    done: 'jobDone',
  },
  'align-first-chapter': {
    label: 'Text–audio sync of the first chapter',
    description: 'finds the times of the text of the first chapter of a long book early',
    done: null,
  },
  clips: {
    label: 'Splitting audio',
    description: 'creates an audio file per chapter',
    done: null,
  },
  mail: { label: 'Email', description: 'sends an email', done: 'jobDone' },
  'reading-times': {
    label: 'Reading time update',
    description: 'calculates the reading times again',
    done: 'jobDone',
  },
  backup: { label: 'Backup', description: 'writes a backup', done: 'jobDone' },
  'restore-test': {
    label: 'Restore test',
    description: 'restores the newest backup to a temporary folder',
    done: 'jobDone',
  },
} as const satisfies Readonly<Record<string, JobTypeInfo>>;

export type JobType = keyof typeof jobTypes;
export const jobTypeNames = Object.keys(jobTypes) as JobType[];

/** Returns false for a type of a newer version of the server. */
export const isJobType = (name: string): name is JobType => Object.hasOwn(jobTypes, name);
