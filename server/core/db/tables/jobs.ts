import type { Generated, Selectable } from 'kysely';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Background work. Of each kind and subject at most one is queued or running. */
export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** The subject of the job, as its kind names it: a key, an id. */
  subject_id: string;
  /** The title for users. */
  title: string;
  state: JobState;
  /** The lowest goes first. */
  priority: number;
  /** The estimated work, to be compared with other jobs of its kind: bytes of audio. */
  effort: Generated<number>;
  /** Rises with each job that is begun; 0 before the first time. */
  turn: Generated<number>;
  /** Not before. */
  run_at: string;
  /** The number of attempts. */
  attempts: number;
  worker: string | null;
  /** Until then nobody else takes a running one. */
  lease_until: string | null;
  /** 0 to 1. */
  progress: number;
  stage: string;
  cancel_asked: number;
  /** JSON. */
  payload: string;
  /** JSON. */
  result: string | null;
  /** Why the last attempt failed, a sentence for people. */
  error: string | null;
  user_id: number | null;
  /** The API token that asked for it; null for a session, and for the server itself. */
  token_id: number | null;
  created_at: string;
  changed_at: string;
  finished_at: string | null;
}

export type JobRow = Selectable<JobsTable>;
