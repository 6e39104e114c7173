import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Job } from '#contract/jobs/jobs';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { JobsScreen } from './jobs-screen.tsx';

const jobOf = (id: number, changes: Partial<Job> = {}): Job => ({
  ...exampleJob,
  id,
  kind: 'audio-analysis',
  subject_id: String(id),
  title: `File ${id}`,
  user: { id: 1, name: 'Ada' },
  ...changes,
});

const rowOf = async (title: string): Promise<HTMLElement> => {
  const text = await screen.findByText(title);
  const row = text.closest('li');
  if (!row) throw new Error(`There is no row of ${title}`);
  return row;
};

it('shows a message without jobs', async () => {
  renderScreen(<JobsScreen />);
  expect((await screen.findByText('No jobs found')).textContent).toBe('No jobs found');
});

it('shows the label of each type of job, and the name of a type from a newer server', async () => {
  const fake = createFakeApi();
  fake.jobs.push(jobOf(1, { kind: 'restore-test' }), jobOf(2, { kind: 'unknown-to-this-version' }));
  renderScreen(<JobsScreen />, { fake });
  expect((await rowOf('File 1')).textContent).toContain('Restore test');
  expect((await rowOf('File 2')).textContent).toContain('unknown-to-this-version');
});

it('shows a running job, updates its progress, and cancels it', async () => {
  const fake = createFakeApi();
  fake.jobs.push(jobOf(1, { state: 'running', progress: 0.25, stage: 'Analysing audio' }));
  const { user, store } = renderScreen(<JobsScreen />, { fake });
  const row = await rowOf('File 1');
  expect(within(row).getByRole('progressbar', { name: 'File 1: 25%' }).getAttribute('aria-valuenow')).toBe(
    '25',
  );
  act(() => {
    const later = { progress: 0.5, changed_at: '2026-01-15T09:30:01.000Z' };
    store.dispatch(jobReceived(jobOf(1, { state: 'running', ...later })));
  });
  expect(within(await rowOf('File 1')).getByText('50%').textContent).toBe('50%');
  await user.click(screen.getByRole('button', { name: 'Cancel File 1' }));
  expect((await screen.findByText('Cancelled')).textContent).toBe('Cancelled');
  expect(fake.requestsTo('/jobs/1/cancel', 'POST')).toHaveLength(1);
});

it('shows why a job failed, and retries it', async () => {
  const fake = createFakeApi();
  fake.jobs.push(jobOf(2, { state: 'failed', error: 'The file is damaged.' }), jobOf(3, { state: 'done' }));
  const { user } = renderScreen(<JobsScreen />, { fake });
  expect((await rowOf('File 2')).textContent).toContain('The file is damaged.');
  fake.failNext({ path: '/jobs/2/retry', status: 409, message: 'This job is already in progress.' });
  await user.click(screen.getByRole('button', { name: 'Retry File 2' }));
  await screen.findByText('This job is already in progress.');
  await user.click(screen.getByRole('button', { name: 'Retry File 2' }));
  expect((await screen.findByText('Queued')).textContent).toBe('Queued');
  expect(screen.queryByText('The file is damaged.')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Failed' }));
  await screen.findByText('No jobs have this status.');
  expect(fake.requestsTo('/jobs').at(-1)?.query).toMatchObject({ state: 'failed' });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await rowOf('File 3');
});

it('shows the jobs of all users only with all permissions', async () => {
  const { user, fake } = renderScreen(<JobsScreen />);
  await user.click(await screen.findByRole('checkbox', { name: 'All users’ jobs' }));
  await screen.findByText('No jobs found');
  expect(fake.requestsTo('/jobs').at(-1)?.query).toMatchObject({ all: 1 });
});

it('hides that filter from other users', async () => {
  renderScreen(<JobsScreen />, { permissions: ['books:edit'] });
  await screen.findByText('No jobs found');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('stores page and filters in the address, and requests the jobs of all users only with the permission', async () => {
  const { user, fake, location } = renderScreen(<JobsScreen />, {
    route: '/jobs?state=failed&page=2&all=1',
    permissions: ['books:edit'],
  });
  await waitFor(() => expect(fake.requestsTo('/jobs')[0]?.query).toEqual({ page: 2, state: 'failed' }));
  await user.click(await screen.findByRole('radio', { name: 'In progress' }));
  expect(location()).toBe('/jobs?state=queued%2Crunning&all=1');
  await waitFor(() =>
    expect(fake.requestsTo('/jobs').at(-1)?.query).toEqual({ page: 1, state: 'queued,running' }),
  );
});
