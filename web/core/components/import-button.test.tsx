import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { selectBatches } from '#web/core/store/import-batches.slice.ts';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ImportButton } from './import-button.tsx';

vi.mock('./use-file-upload.ts', () => {
  const upload = ({ path }: { path: string }) => ({
    started: Promise.resolve({ id: `u-${path}`, importId: undefined }),
    done: Promise.resolve(),
  });
  return { useFileUpload: () => upload };
});

const open = (isOff = false) => {
  const view = renderScreen(<ImportButton isOff={isOff}>Where they are</ImportButton>);
  const batches = () => selectBatches(view.store.getState());
  return { ...view, batches };
};
const song = (name: string) => new File(['x'], name, { type: 'audio/mpeg' });
const transferOf = (...files: File[]) => ({
  types: ['Files'],
  files,
  items: files.map((file) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({
      name: file.name,
      isFile: true,
      isDirectory: false,
      file: (resolve: (handle: File) => void) => resolve(file),
    }),
  })),
});

it('lists what can be imported, and imports the chosen files', async () => {
  const { user, fake, batches } = open();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Import books from files' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(3);
  panel.getByText('Where they are');
  await user.upload(panel.getByLabelText('Choose files', { selector: 'input' }), [
    song('a.mp3'),
    song('b.mp3'),
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(batches()).toMatchObject([{ stage: 'reading', fileCount: 2, name: '' }]));
  expect(fake.requestsTo('/imports', 'POST').map(({ body }) => body)).toEqual([
    {
      files: [
        { upload_id: 'u-a.mp3', path: 'a.mp3' },
        { upload_id: 'u-b.mp3', path: 'b.mp3' },
      ],
    },
  ]);
  fake.imports.proposals[0] = fakeProposal(1);
  await waitFor(() => expect(batches()).toMatchObject([{ stage: 'done', onlyId: 1, counts: { ready: 1 } }]));
});

it('sends no request before files are dropped', () => {
  const { fake } = open();
  expect(fake.calls).toEqual([]);
});

it('imports dropped files, and shows the drop zone only while files are dragged', async () => {
  const { batches } = open();
  const dataTransfer = transferOf(song('a.mp3'));
  fireEvent.dragEnter(document.body, { dataTransfer });
  await screen.findByText('Drop files to import');
  fireEvent.dragEnter(document.body, { dataTransfer });
  fireEvent.dragLeave(document.body, { dataTransfer });
  screen.getByText('Drop files to import');
  fireEvent.dragLeave(document.body, { dataTransfer });
  await waitFor(() => expect(screen.queryByText('Drop files to import')).toBeNull());
  fireEvent.dragEnter(document.body, { dataTransfer });
  fireEvent.drop(document.body, { dataTransfer });
  await waitFor(() => expect(batches()).toMatchObject([{ name: 'a.mp3', fileCount: 1 }]));
  expect(screen.queryByText('Drop files to import')).toBeNull();
});

it('ignores dragged text and list entries, and everything while another component is open', () => {
  open();
  fireEvent.dragEnter(document.body, { dataTransfer: { types: ['text/plain'] } });
  expect(screen.queryByText('Drop files to import')).toBeNull();
});

it('leaves files to the open component', () => {
  open(true);
  fireEvent.dragEnter(document.body, { dataTransfer: transferOf(song('a.mp3')) });
  expect(screen.queryByText('Drop files to import')).toBeNull();
});

it('shows why an import cannot start', async () => {
  const { batches } = open();
  const many = Array.from({ length: 2_001 }, (_, index) => song(`${index}.mp3`));
  fireEvent.drop(document.body, { dataTransfer: transferOf(...many) });
  await waitFor(() =>
    expect(batches()).toMatchObject([
      { stage: 'failed', error: 'The limit is 2,000 files per upload. You selected 2,001.' },
    ]),
  );
});
