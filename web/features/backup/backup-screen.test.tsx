import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Backup, type BackupList, backupMessages, backupProblemTexts } from '#contract/backup/backup';
import { messages as settingsMessages } from '#web/features/settings/settings.messages.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeSection, fakeSettings } from '#web/testing/fake-settings.ts';
import { ok } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { messages } from './backup.messages.ts';
import { BackupScreen } from './backup-screen.tsx';

const backup: Backup = {
  id: 3,
  name: '2026-01-15T02-00-00-5b1f0c9e.backup',
  created_at: '2026-01-15T02:00:00.000Z',
  duration_ms: 75_000,
  bytes: 12_500_000,
  added_bytes: 1_700_000,
  rows: 1_200,
  files: 1,
  file_bytes: 11_000_000,
  missing_files: 2,
  is_encrypted: true,
  is_scheduled: false,
  is_protected: false,
  tested_at: null,
  test_error: null,
  user: { id: 1, name: 'Ada' },
};

const listOf = (items: readonly Backup[], more: Partial<BackupList> = {}) =>
  ok({
    items,
    total: items.length,
    destination: 'Local folder',
    is_encrypted: true,
    job_id: null,
    test_job_id: null,
    problems: [],
    next_at: '2026-01-16T02:00:00.000Z',
    last_failure: null,
    move: null,
    ...more,
  });

function open(list: unknown) {
  const fake = createFakeApi(['settings:edit']);
  fake.respondNext({ path: '/backups', method: 'GET' }, list);
  fake.respondNext({ path: '/settings', method: 'GET' }, ok(fakeSettings()));
  return renderScreen(<BackupScreen />, { fake });
}

it('lists backups with time, size, duration and encryption', async () => {
  open(
    listOf([
      backup,
      {
        ...backup,
        id: 2,
        duration_ms: 400,
        is_encrypted: false,
        is_scheduled: true,
        is_protected: true,
        user: null,
      },
    ]),
  );
  const [, first, second] = await screen.findAllByRole('row');
  if (!first || !second) throw new Error('There are two rows.');
  within(first).getByText('12.5 MB');
  within(first).getByText('1.7 MB added');
  within(first).getByText('1:15');
  within(first).getByText('1 file');
  within(first).getByText('2 files are missing from file storage');
  within(first).getByText('Ada');
  within(first).getByText(messages.yes);
  within(first).getByText(messages.notTested);
  within(second).getByText(messages.underSecond);
  within(second).getByText(messages.no);
  within(second).getByText(messages.nightly);
  within(first).getByRole('button', { name: /^Delete backup of/ });
  within(second).getByRole('button', { name: /^Download backup of/ });
  expect(within(second).queryByRole('button', { name: /^Delete backup of/ })).toBeNull();
  screen.getByText(messages.encrypted);
});

it('shows problems and the results of restore tests, and starts a test', async () => {
  const { fake, user } = open(
    listOf(
      [
        {
          ...backup,
          tested_at: '2026-01-15T03:00:00.000Z',
          test_error: 'The backup is damaged in table books.',
        },
        { ...backup, id: 2, tested_at: '2026-01-08T03:00:00.000Z' },
      ],
      { problems: ['test_failed', 'too_old'] },
    ),
  );
  const alert = await screen.findByRole('alert', { name: messages.problems });
  within(alert).getByText(backupProblemTexts.test_failed);
  within(alert).getByText(backupProblemTexts.too_old);
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('There are two rows.');
  within(first).getByText(messages.failed);
  within(first).getByText('The backup is damaged in table books.');
  within(second).getByText(messages.passed);
  fake.respondNext({ path: '/backups/test', method: 'POST' }, ok({ job_id: 8 }));
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([backup], { test_job_id: 8 }));
  await user.click(screen.getByRole('button', { name: messages.testNow }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: messages.testing });
  expect(button.disabled).toBe(true);
});

it('starts a backup, and shows it when the job is done', async () => {
  const { fake, user } = open(listOf([], { is_encrypted: false }));
  await screen.findByText(messages.emptyTitle);
  screen.getByText(messages.notEncrypted);
  fake.respondNext({ path: '/backups', method: 'POST' }, ok({ job_id: 7 }));
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([], { job_id: 7 }));
  await user.click(screen.getByRole('button', { name: messages.start }));
  await screen.findByText(backupMessages.started);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: messages.inProgress });
  expect(button.disabled).toBe(true);
  screen.getByLabelText(messages.progress);
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([backup]));
  await screen.findByText('12.5 MB', undefined, { timeout: 10_000 });
  expect(screen.queryByText(messages.emptyTitle)).toBeNull();
});

it('deletes a backup after a confirmation', async () => {
  const { fake, user } = open(listOf([backup]));
  await user.click(await screen.findByRole('button', { name: /^Delete backup of/ }));
  const dialog = await screen.findByRole('dialog', { name: messages.deleteTitle });
  expect(fake.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  fake.respondNext({ path: '/backups/3', method: 'DELETE' }, ok(null));
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([]));
  await user.click(within(dialog).getByRole('button', { name: messages.deleteConfirm }));
  await screen.findByText(messages.emptyTitle);
  screen.getByText(backupMessages.deleted);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(messages.list));
});

it('shows why a backup could not be started or downloaded', async () => {
  const { fake, user } = open(listOf([backup]));
  await screen.findByText('12.5 MB');
  fake.failNext({ path: '/backups/3/download', status: 422, message: 'No backup found at /backups.' });
  await user.click(screen.getByRole('button', { name: /^Download backup of/ }));
  await screen.findByText('No backup found at /backups.');
  fake.failNext({
    path: '/backups',
    method: 'POST',
    status: 403,
    message: 'You don’t have permission to do this.',
  });
  await user.click(screen.getByRole('button', { name: messages.start }));
  await screen.findByText('You don’t have permission to do this.');
});

it('changes the schedule, and shows the next backup', async () => {
  const { fake, user } = open(listOf([backup]));
  const time = await screen.findByLabelText<HTMLInputElement>('Start time');
  expect([time.type, time.value]).toEqual(['time', '02:00']);
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Istanbul');
  await user.click(screen.getByRole('switch', { name: 'Nightly backup' }));
  fake.respondNext({ path: '/settings/backup', method: 'PATCH' }, ok(fakeSection('backup', 8, {})));
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([backup], { next_at: null }));
  fake.respondNext({ path: '/settings', method: 'GET' }, ok(fakeSettings()));
  await user.click(screen.getByRole('button', { name: settingsMessages.save }));
  await screen.findByText(messages.notScheduled);
  const saveCall = fake.calls.find(({ method }) => method === 'PATCH');
  expect(saveCall?.body).toEqual({
    version: 7,
    backup_is_scheduled: false,
    backup_time_zone: 'Europe/Istanbul',
  });
});

it('shows why the last backup failed', async () => {
  const message = 'The backup destination isn’t writable (EACCES). Check BACKUP_STORE_URL.';
  open(listOf([], { last_failure: { at: '2026-01-16T02:00:00.000Z', message } }));
  const alert = await screen.findByRole('alert', { name: messages.problems });
  within(alert).getByText(/^The last backup failed on .*: The backup destination isn’t writable/);
});

it('shows the progress of a move until it is complete, and an interrupted move', async () => {
  const move = {
    started_at: '2026-01-16T01:00:00.000Z',
    is_running: true,
    database: 'PostgreSQL at db.example.org',
    store: 'S3 bucket lectern',
    step: 'rows',
    progress: 0.42,
    seconds_left: 95,
  } as const;
  const { fake } = open(listOf([backup], { move }));
  const panel = within(await screen.findByRole('region', { name: messages.move }));
  panel.getByText('PostgreSQL at db.example.org, S3 bucket lectern');
  panel.getByText(messages.moveSteps.rows);
  panel.getByText('42%');
  panel.getByLabelText(messages.moveProgress);
  panel.getByText('1:35');
  const interruptedMove = { ...move, step: 'changes', is_running: false } as const;
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([backup], { move: interruptedMove }));
  await screen.findByText(messages.moveInterrupted, undefined, { timeout: 10_000 });
  panel.getByText(messages.moveSteps.changes);
  fake.respondNext({ path: '/backups', method: 'GET' }, listOf([backup]));
  await waitFor(() => expect(screen.queryByRole('region', { name: messages.move })).toBeNull(), {
    timeout: 10_000,
  });
});

it('shows an error to users without permission to change settings', () => {
  renderScreen(<BackupScreen />, { fake: createFakeApi([]) });
  screen.getByText(settingsMessages.forbiddenTitle);
});
