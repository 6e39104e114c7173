import type { Generated, Selectable } from 'kysely';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Background work. Each kind and subject has at most one queued or running job. */
export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** The subject of the job, in the form that its kind defines: a key or an id. */
  subject_id: string;
  /** The title for users. */
  title: string;
  state: JobState;
  /** Lower values run first. */
  priority: number;
  /** The estimated work, comparable within the same kind: bytes of audio. */
  effort: Generated<number>;
  /** Increases with each started job; 0 before the first start. */
  turn: Generated<number>;
  /** The earliest start. */
  run_at: string;
  /** The number of attempts. */
  attempts: number;
  worker: string | null;
  /** The time until which no other worker takes a running job. */
  lease_until: string | null;
  /** From 0 to 1. */
  progress: number;
  stage: string;
  cancel_requested: number;
  /** JSON. */
  payload: string;
  /** JSON. */
  result: string | null;
  /** The reason why the last attempt failed, as a message for users. */
  error: string | null;
  user_id: number | null;
  /** The API token that started it; null for a session and for the system. */
  token_id: number | null;
  created_at: string;
  changed_at: string;
  finished_at: string | null;
}

export type JobRow = Selectable<JobsTable>;
