import type { Job } from '#contract/jobs/jobs';

/** A job that waits: a bulk edit. */
export const exampleJob: Job = {
  id: 4,
  kind: 'bulk',
  subject_id: '9',
  title: 'Change 2 books',
  state: 'queued',
  progress: 0,
  stage: '',
  attempts: 0,
  error: null,
  result: null,
  is_cancelling: false,
  user: null,
  created_at: '2026-01-15T09:30:00.000Z',
  run_at: '2026-01-15T09:30:00.000Z',
  changed_at: '2026-01-15T09:30:00.000Z',
  finished_at: null,
};
