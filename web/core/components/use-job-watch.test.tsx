import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Job } from '#contract/jobs/jobs';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/collections/collections-screen.tsx';
import { jobsWatched } from '#web/core/store/jobs.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const job: Job = {
  ...exampleJob,
  id: 1,
  kind: 'audio-analysis',
  subject_id: '1',
  title: 'narration.m4b',
  state: 'running',
  progress: 0.25,
  attempts: 1,
};

it('sends no request without a reason, then shows the progress and reads the notification at the end', async () => {
  const fake = createFakeApi();
  fake.jobs.push(job);
  const { store } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await screen.findByRole('button', { name: 'Open notifications menu' });
  await screen.findByRole('heading', { level: 1, name: 'Collections' });
  expect(fake.requestsTo(/^\/jobs/)).toHaveLength(0);

  // The fake server has no event stream, so the list is polled.
  act(() => void store.dispatch(jobsWatched()));
  await screen.findByRole('button', { name: /background jobs 25% complete/ });
  // The server adds the notification, regardless of where the job ran.
  fake.notifications.push({
    id: 1,
    key: 'job:1',
    at: new Date().toISOString(),
    outcome: 'failure',
    message: 'The file is damaged.',
    attempted_action: 'Background job failed',
    subject: 'narration.m4b',
    is_seen: false,
  });
  fake.jobs[0] = {
    ...job,
    state: 'failed',
    error: 'The file is damaged.',
    changed_at: new Date().toISOString(),
  };
  await waitFor(() => expect(store.getState().notifications.entries).toHaveLength(1), { timeout: 60_000 });
  expect(store.getState().notifications.entries[0]).toMatchObject({
    outcome: 'failure',
    message: 'The file is damaged.',
    subject: 'narration.m4b',
  });
  await screen.findByRole('button', { name: /new notifications/ });
});
