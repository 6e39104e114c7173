import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { presenceEndpoints, presenceLimits } from '#contract/presence/presence';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PresenceNotice } from './presence-notice.tsx';

const { path } = presenceEndpoints.report;
const record = { kind: 'collections', id: 1 } as const;

function open({ isDirty = false, users = [] as { id: number; name: string }[] } = {}) {
  const fake = createFakeApi();
  fake.items.collections.push({ id: 1, title: 'Shelf', name: 'Shelf', version: 1 });
  fake.presentUsers.push(...users);
  const onReload = vi.fn<() => void>();
  const view = renderScreen(
    <PresenceNotice {...record} version={1} isDirty={isDirty} onReload={onReload} />,
    { fake },
  );
  return { ...view, fake, onReload };
}
const nextReport = () => vi.advanceTimersByTimeAsync(presenceLimits.reportSeconds * 1_000);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

it('reports the record every few seconds while it is open, and then that it is closed', async () => {
  const { fake } = open();
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(1));
  expect(fake.requestsTo(path)[0]?.body).toEqual(record);
  await nextReport();
  expect(fake.requestsTo(path)).toHaveLength(2);
  cleanup();
  await waitFor(() => expect(fake.requestsTo(presenceEndpoints.leave.path)).toHaveLength(1));
  await nextReport();
  expect(fake.requestsTo(path)).toHaveLength(2);
});

it('reports nothing while the page is hidden, and again when it is visible', async () => {
  const { fake } = open();
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(1));
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await nextReport();
  expect(fake.requestsTo(path)).toHaveLength(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(2));
});

it('names the other users, at most three of them', async () => {
  open({ users: ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'].map((name, index) => ({ id: index + 2, name })) });
  await screen.findByText('Also open: Ada, Ben, Cleo and 2 others');
});

it('offers the latest version of a record that another user changed', async () => {
  const { fake, user, onReload } = open();
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  fake.items.collections.splice(0, 1, { id: 1, title: 'Shelf', name: 'Shelf', version: 2 });
  await nextReport();
  await screen.findByText('This record was changed after you opened it.');
  await user.click(screen.getByRole('button', { name: 'Load latest version' }));
  expect(onReload).toHaveBeenCalledOnce();
});

it('warns that loading the latest version discards edits', async () => {
  const { fake } = open({ isDirty: true });
  fake.items.collections.splice(0, 1, { id: 1, title: 'Shelf', name: 'Shelf', version: 2 });
  await nextReport();
  await screen.findByText(/Loading it discards your changes\./);
});

it('says that another user deleted the record', async () => {
  const { fake } = open();
  await waitFor(() => expect(fake.requestsTo(path)).toHaveLength(1));
  fake.items.collections.splice(0, 1);
  await nextReport();
  await screen.findByText('This record was deleted after you opened it.');
  expect(screen.queryByRole('button')).toBeNull();
});
