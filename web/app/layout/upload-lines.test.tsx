import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type ImportBatch,
  batchBegun,
  batchChanged,
  selectBatches,
} from '#web/core/store/import-batches.slice.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UploadLines } from './upload-lines.tsx';

function open(changes: Partial<ImportBatch>, fileCount = 3) {
  const view = renderScreen(<UploadLines />);
  act(() => {
    view.store.dispatch(batchBegun({ id: 'd', name: 'The Lamp', fileCount, size: 2_000_000 }));
    view.store.dispatch(batchChanged({ id: 'd', ...changes }));
  });
  return view;
}

const line = () => screen.getByRole('region', { name: 'Imports in progress' });

it('shows the progress and the remaining time of an upload', () => {
  open({ sent: 500_000, secondsLeft: 125 });
  expect(line().textContent).toBe('The Lamp, 3 files25% of 2 MB · about 2:05 left');
  expect(screen.getByRole('progressbar', { name: 'Uploading The Lamp' }).getAttribute('aria-valuenow')).toBe(
    '25',
  );
  screen.getByRole('button', { name: 'Cancel import of The Lamp' });
});

it('shows that a paused upload resumes when the network returns', () => {
  open({ isPaused: true });
  expect(line().textContent).toContain('Paused. Resumes automatically');
});

it('links to the list while files are processed, and then to a single proposal', async () => {
  const { store, user } = open({ stage: 'reading', importId: 7 });
  expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe('/imports?batch_id=7');
  const counts = { receiving: 0, reading: 0, ready: 1, needs_review: 0 };
  act(() => void store.dispatch(batchChanged({ id: 'd', stage: 'done', onlyId: 7, counts })));
  expect(line().textContent).toContain('Processed: 1 ready');
  const link = screen.getByRole('link', { name: 'Review' });
  expect(link.getAttribute('href')).toBe('/imports/7');
  await user.click(link);
  await waitFor(() => expect(selectBatches(store.getState())).toEqual([]));
});

it('summarizes a batch of many files', () => {
  const counts = { receiving: 0, reading: 0, ready: 190, needs_review: 8 };
  open({ stage: 'done', importId: 7, counts });
  expect(line().textContent).toContain('Processed: 190 ready, 8 need review');
});

it('lists failed files, and is removed when it is closed', async () => {
  const problems = Array.from({ length: 7 }, (_, index) => ({
    path: `${index}.mp3`,
    message: 'Too large.',
  }));
  const { user } = open({ stage: 'failed', problems });
  expect(line().textContent).toContain('Import failed7 files were skipped:0.mp3: Too large.');
  expect(line().textContent).toContain('and 2 more');
  await user.click(screen.getByRole('button', { name: 'Dismiss The Lamp' }));
  expect(line().textContent).toBe('');
});
