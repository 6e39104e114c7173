import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { Job } from '#contract/jobs/jobs';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeProposal, fakeWarning } from '#web/testing/fake-imports.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ImportsScreen } from './imports-screen.tsx';

async function open(proposals: readonly ImportProposal[], route = '/imports', permissions?: string[]) {
  const fake = createFakeApi(permissions);
  fake.imports.proposals.push(...proposals);
  const view = renderScreen(<ImportsScreen />, { route, fake });
  await screen.findAllByText(/^Total: \d+ items$/);
  return view;
}

const readJob = (changes: Partial<Job>): Job => ({
  ...exampleJob,
  id: 7,
  kind: 'import-read',
  subject_id: '1',
  title: 'Draft 1',
  progress: 0.5,
  attempts: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  run_at: '2026-01-02T03:04:05.000Z',
  changed_at: '2026-01-02T03:04:05.000Z',
  ...changes,
});

/** Returns the requests of the list, without those of a single import that only count ready ones. */
const readsOf = (fake: ReturnType<typeof createFakeApi>) =>
  fake.requestsTo('/imports').filter(({ query }) => Number(query['items_per_page']) > 1);
const withWarning = (id: number) => fakeProposal(id, { warnings: [fakeWarning('It has no sound.')] });
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

it('lists the imports with their uploader and their warnings', async () => {
  await open([withWarning(2), fakeProposal(1, { user: null })]);
  const [, first, second] = screen.getAllByRole('row');
  const cells = within(first as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual([
    'No ImageDraft 2Nora Vale',
    'Needs review',
    '3 chapters30:0012 paragraphs2 files, 5 MB',
    'It has no sound.',
    'Ada Editor',
  ]);
  expect(second?.textContent).toContain('Command line');
  await screen.findByText('1 ready · 1 needs review');
});

it('filters imports that need review, and writes the filter to the address', async () => {
  const { user, location } = await open([
    withWarning(3),
    fakeProposal(2),
    fakeProposal(1, { state: 'failed' }),
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Needs review');
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(location()).toBe('/imports?show=needs_review');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it('filters one batch by its address, and the imports of the user', async () => {
  const { user, fake } = await open(
    [fakeProposal(3, { batch_id: 2 }), fakeProposal(2), fakeProposal(1)],
    '/imports?batch_id=2',
  );
  expect(titles()).toHaveLength(2);
  await user.click(screen.getByRole('switch', { name: 'My imports only' }));
  await waitFor(() => expect(fake.calls.at(-1)?.query).toMatchObject({ batch_id: 2, mine: 'true' }));
});

it('reads the list again when the server reports progress', async () => {
  const { fake, store } = await open([fakeProposal(1, { state: 'reading', job_id: 7 })]);
  screen.getByRole('progressbar', { name: 'Progress of Draft 1' });
  act(() => void store.dispatch(jobReceived(readJob({ state: 'running' }))));
  await waitFor(() => expect(readsOf(fake)).toHaveLength(2));
  fake.imports.proposals[0] = fakeProposal(1);
  act(() => void store.dispatch(jobReceived(readJob({ state: 'done', progress: 1 }))));
  await screen.findByText('Ready');
  // Events of other jobs, or later ones, cause no request.
  const { length } = readsOf(fake);
  act(() => void store.dispatch(jobReceived({ ...readJob({ state: 'done' }), id: 8 })));
  await act(async () => undefined);
  expect(readsOf(fake)).toHaveLength(length);
});

it('reads the list regularly, since imports of other users are not reported', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { fake } = await open([fakeProposal(1, { state: 'receiving' })]);
  fake.imports.proposals[0] = fakeProposal(1);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await screen.findByText('Ready', { selector: ':not(option)' });
  const { length } = readsOf(fake);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(readsOf(fake)).toHaveLength(length);
  vi.useRealTimers();
});

it('asks for confirmation before it discards an import', async () => {
  const { user, fake } = await open([fakeProposal(1)]);
  await user.click(screen.getByRole('button', { name: 'Discard Draft 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard this import?' });
  expect(dialog.textContent).toContain('Draft 1');
  await user.click(within(dialog).getByRole('button', { name: 'Discard import' }));
  await screen.findByText('No imports yet');
  expect(fake.requestsTo('/imports/1', 'DELETE')).toHaveLength(1);
});

it('shows the error of a failed discard beside the row', async () => {
  const { user, fake } = await open([fakeProposal(1)]);
  fake.failNext({
    method: 'DELETE',
    status: 409,
    message: 'This import has already been added to the catalogue.',
  });
  await user.click(screen.getByRole('button', { name: 'Discard Draft 1' }));
  await user.click(await screen.findByRole('button', { name: 'Discard import' }));
  await screen.findByText('This import has already been added to the catalogue.');
});

it('adds all imports of the user without warnings, and shows a summary', async () => {
  const other = fakeProposal(4, { user: { id: 2, name: 'Ben' }, state: 'accepted' });
  const { user, fake } = await open([other, withWarning(3), fakeProposal(2), fakeProposal(1)]);
  fake.respondNext(
    { path: '/imports/accept-ready' },
    {
      success: true,
      data: {
        accepted: 1,
        remaining: 1,
        failed: [{ id: 3, name: 'Draft 3', message: 'The title is required' }],
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Add 2 ready imports' }));
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('3 books were added to the catalogue.');
  expect(summary.textContent).toContain('The title is required');
  expect(within(summary).getByRole('link', { name: 'Draft 3' }).getAttribute('href')).toBe('/imports/3');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add \d/ })).toBeNull());
});

it('explains the first step without imports, and offers to reset filters without results', async () => {
  const { user } = await open([], '/imports?search=x');
  screen.getByText('No imports match these filters.');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText(/^Drag and drop M4B/);
});

it('can be retried after a failed processing', async () => {
  const fake = createFakeApi();
  fake.imports.proposals.push(fakeProposal(1));
  fake.failNext({ path: '/imports', status: 503, message: 'Later, please' });
  const { user } = renderScreen(<ImportsScreen />, { route: '/imports', fake });
  await screen.findByText('Later, please');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Draft 1');
});
