import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SpreadsheetPreview } from '#contract/spreadsheets/spreadsheets';
import type { Job } from '#contract/jobs/jobs';
import { jobReceived } from '#web/core/store/jobs.slice.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { exampleJob } from '#web/testing/example-job.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SpreadsheetsScreen } from './spreadsheets-screen.tsx';

const time = '2026-01-15T09:30:00.000Z';
const job: Job = { ...exampleJob, kind: 'spreadsheet', title: 'Import 1 spreadsheet row' };
const preview: SpreadsheetPreview = {
  id: 9,
  total: 4,
  created: 1,
  changed: 1,
  unchanged: 1,
  rejected: 1,
  ignored_columns: ['Notes'],
  rows: [
    { line: 2, name: 'Renamed', changes: [{ column: 'name', before: 'Old', after: 'Renamed' }] },
    { line: 3, name: 'Fresh', changes: [{ column: 'name', before: '', after: 'Fresh' }] },
  ],
  errors: [{ line: 5, column: 'language', reason: 'No language found with code xx.' }],
};
const response = (data: unknown) => ({ success: true, message: 'OK', data });

it('previews a file, skips a row, imports the others and reports the result', async () => {
  const fake = createFakeApi();
  fake.respondNext({ path: '/spreadsheets/preview' }, response(preview));
  const { user, store } = renderScreen(<SpreadsheetsScreen />, { fake, route: '/spreadsheets?kind=books' });
  const file = new File(['code,name\n'], 'books.csv', { type: 'text/csv' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no field for the file.');
  await user.upload(input, file);
  const region = await screen.findByRole('region', { name: 'Preview of changes' });
  within(region).getByText('1 record will be created.');
  within(region).getByText('Ignored columns: Notes.');
  within(region).getByRole('cell', { name: 'No language found with code xx.' });
  expect(fake.requestsTo('/spreadsheets/preview')[0]?.body).toEqual({
    kind: 'books',
    content: btoa('code,name\n'),
  });

  await user.click(screen.getByRole('checkbox', { name: 'Import line 3: Fresh' }));
  fake.respondNext({ path: '/spreadsheets/9/apply' }, response({ id: 9, job }));
  await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
  await screen.findByText('Importing: 0%');
  expect(fake.requestsTo('/spreadsheets/9/apply')[0]?.body).toEqual({ except: [3] });

  const endedImport = {
    id: 9,
    kind: 'books',
    total: 1,
    done: 1,
    created: 0,
    changed: 1,
    failed: 0,
    failures: [],
  };
  const whole = { ...endedImport, entry_id: 12, is_undoable: true, is_undone: false };
  fake.respondNext({ path: '/spreadsheets/9' }, response(whole));
  act(() => void store.dispatch(jobReceived({ ...job, state: 'done', progress: 1, finished_at: time })));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('1 record updated'));

  fake.respondNext({ path: '/spreadsheets/9/undo' }, response({ id: 10, job: { ...job, id: 5 } }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undoing: 0%');
  expect(fake.requestsTo('/spreadsheets/9/undo', 'POST')).toHaveLength(1);
  const skippedRows = [{ line: 0, column: '', reason: 'Ada has changed this book since.' }];
  fake.respondNext(
    { path: '/spreadsheets/10' },
    response({ ...whole, id: 10, changed: 2, failed: 1, failures: skippedRows, is_undoable: false }),
  );
  act(
    () => void store.dispatch(jobReceived({ ...job, id: 5, state: 'done', progress: 1, finished_at: time })),
  );
  const outcome = await screen.findByRole('region', { name: 'Undone' });
  within(outcome).getByText('2 records restored · 1 record not restored (changed since)');
  within(outcome).getByText('Ada has changed this book since.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows why a file cannot be read', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/spreadsheets/preview', status: 422, message: 'The sheet is empty.' });
  const { user } = renderScreen(<SpreadsheetsScreen />, { fake, route: '/spreadsheets?kind=categories' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no field for the file.');
  await user.upload(input, new File([''], 'x.csv'));
  await screen.findByText('The sheet is empty.');
});

it('offers no import without the permission, but still the template', async () => {
  const fake = createFakeApi();
  fake.user = { ...fake.user, permissions: [] };
  renderScreen(<SpreadsheetsScreen />, { fake, route: '/spreadsheets?kind=categories' });
  await screen.findByText('You don’t have permission to change these records.');
  screen.getByRole('button', { name: 'Download CSV template' });
  expect(document.querySelector('input[type="file"]')).toBeNull();
});
