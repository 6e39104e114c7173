import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Release } from '#contract/releases/releases';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import './release-screen.tsx';
import './releases-screen.tsx';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { addFakeRelease, fakeChange, textChange } from '#web/testing/fake-releases.ts';
import type { FakeRelease } from '#web/testing/fake-state.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

beforeEach(() => notifications.clean());

const open = (route: string, fake: FakeApi) => renderScreen(<AppRoutes />, { route, fake });

function fakeWith(fields: Partial<Release> = {}, permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const fakeRelease = addFakeRelease(fake, {
    name: 'Summer',
    change_count: 2,
    time_zone: 'Europe/Istanbul',
    ...fields,
  });
  return { fake, fakeRelease };
}

async function openRelease(fields: Partial<Release> = {}, permissions?: readonly string[]) {
  const { fake, fakeRelease } = fakeWith(fields, permissions);
  const view = open('/releases/1', fake);
  await screen.findByRole('heading', { level: 1, name: 'Summer' });
  await screen.findByRole('heading', { name: 'Changes' });
  return { ...view, fakeRelease };
}

/** Returns the body of the last request that changed the release. */
const lastBody = (fake: FakeApi) =>
  fake.requestsTo(/^\/releases/).findLast(({ method }) => method !== 'GET')?.body;

describe('the list', () => {
  it('lists open releases, and others by status', async () => {
    const { fake } = fakeWith({ publish_at: '2030-07-01T06:00:00.000Z', status: 'scheduled' });
    addFakeRelease(fake, { name: 'Spring', status: 'published', published_at: '2030-04-01T06:00:00.000Z' });
    const { user, location } = open('/releases', fake);
    const row = (await screen.findByRole('link', { name: 'Summer' })).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Scheduled');
    expect(row.textContent).toContain('9:00 AM, Europe/Istanbul');
    expect(row.textContent).toContain('Ada Editor');
    expect(screen.queryByRole('link', { name: 'Spring' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Published');
    await screen.findByRole('link', { name: 'Spring' });
    expect(location()).toBe('/releases?status=published');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All');
    await screen.findByRole('link', { name: 'Summer' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Archived');
    await screen.findByText('No releases found');
  });

  it('creates a release in the time zone of the browser, and opens it', async () => {
    const { user, fake, location } = open('/releases', createFakeApi());
    await screen.findByText('No releases yet');
    await user.click(screen.getByRole('button', { name: 'New release' }));
    const dialog = await screen.findByRole('dialog', { name: 'New release' });
    await user.click(within(dialog).getByRole('button', { name: 'Create release' }));
    within(dialog).getByText('Name is required');
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' Summer ');
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Colour' }), 'Orange');
    await user.click(within(dialog).getByRole('button', { name: 'Create release' }));
    await waitFor(() => expect(location()).toBe('/releases/1'));
    expect(lastBody(fake)).toEqual({
      name: 'Summer',
      note: '',
      colour: 'orange',
      time_zone: new Intl.DateTimeFormat('en').resolvedOptions().timeZone,
    });
  });
});

describe('the actions', () => {
  it('publishes after a question with the number of changes, and links to the audit log', async () => {
    const { user, fake } = await openRelease();
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish Summer?' });
    within(dialog).getByText('2 changes will be live immediately.');
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await screen.findByText('Published');
    expect(lastBody(fake)).toEqual({ version: 1 });
    const link = await screen.findByRole('link', { name: 'View audit log entry' });
    expect(link.getAttribute('href')).toBe('/history/entries/77');
  });

  it('lists what a rollback leaves unchanged, and skips it after a confirmation', async () => {
    const { fakeRelease, user, fake } = await openRelease({ status: 'published' });
    fakeRelease.unchanged = [
      { rule: 'changed', kind: 'collections', record: { id: 4, name: 'Sea' }, message: 'It was changed.' },
    ];
    await user.click(screen.getByRole('button', { name: 'Roll back...' }));
    const dialog = await screen.findByRole('dialog', { name: 'Roll back Summer?' });
    await within(dialog).findByRole('link', { name: 'Sea' });
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Roll back release' });
    expect(confirm.disabled).toBe(true);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Roll back the other changes' }));
    await user.click(confirm);
    await screen.findByText('Rolled back');
    expect(lastBody(fake)).toEqual({ version: 1, skip: true });
  });

  it('rolls back without a checkbox if everything can be undone', async () => {
    const { user, fake } = await openRelease({ status: 'published' });
    await user.click(screen.getByRole('button', { name: 'Roll back...' }));
    const dialog = await screen.findByRole('dialog', { name: 'Roll back Summer?' });
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Roll back release' });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    await user.click(confirm);
    await screen.findByText('Rolled back');
    expect(lastBody(fake)).toEqual({ version: 1 });
  });

  it('edits the details, removes the release from the schedule, archives and deletes it', async () => {
    const { user, fake, location } = await openRelease({
      status: 'scheduled',
      publish_at: '2030-07-01T06:00:00.000Z',
    });
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'More actions for Summer' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Edit details');
    const form = await screen.findByRole('dialog', { name: 'Edit release' });
    await user.type(within(form).getByRole('textbox', { name: 'Note' }), 'Hot');
    await user.click(within(form).getByRole('button', { name: 'Save release' }));
    await screen.findByText('Hot');
    await choose('Remove from schedule');
    await screen.findByText('Draft');
    await choose('Archive');
    const archive = await screen.findByRole('dialog', { name: 'Archive Summer?' });
    await user.click(within(archive).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived');
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    expect(fake.requestsTo('/releases/1/archive')).toHaveLength(1);
    expect(location()).toBe('/releases/1');
  });

  it('deletes a draft and opens the list', async () => {
    const { user, fake, location } = await openRelease();
    await user.click(screen.getByRole('button', { name: 'More actions for Summer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Summer?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(location()).toBe('/releases'));
    expect(fake.releases).toEqual([]);
  });

  it('offers only what the permissions permit', async () => {
    await openRelease({}, ['releases:edit']);
    screen.getByRole('button', { name: 'Work in release' });
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Schedule...' })).toBeNull();
  });
});

describe('the schedule', () => {
  const openDialog = async () => {
    const view = await openRelease({ time_zone: 'America/New_York' });
    await view.user.click(screen.getByRole('button', { name: 'Schedule...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Summer' }));
    const enter = (text: string) =>
      fireEvent.change(dialog.getByLabelText(/^Publish on/), { target: { value: text } });
    const submit = () => view.user.click(dialog.getByRole('button', { name: 'Schedule release' }));
    return { ...view, dialog, enter, submit };
  };

  it('stores the time in UTC', async () => {
    const { enter, submit, fake } = await openDialog();
    enter('2030-07-01T09:00');
    await submit();
    await screen.findByText('Scheduled');
    expect(lastBody(fake)).toEqual({
      version: 1,
      publish_at: '2030-07-01T13:00:00.000Z',
      ends_at: null,
      time_zone: 'America/New_York',
    });
  });

  it('points out a skipped hour, and asks which time of a repeated hour is meant', async () => {
    const { enter, submit, dialog, user, fake } = await openDialog();
    enter('2030-03-10T02:30');
    dialog.getByText(/This time doesn’t exist in America\/New_York/);
    await submit();
    enter('2030-11-03T01:30');
    await submit();
    dialog.getByText('Choose one of the times');
    expect(lastBody(fake)).toBeUndefined();
    await user.click(dialog.getByRole('radio', { name: 'Second, GMT-5' }));
    await submit();
    await screen.findByText('Scheduled');
    expect(lastBody(fake)?.['publish_at']).toBe('2030-11-03T06:30:00.000Z');
  });

  it('rejects a past time and an end before the start', async () => {
    const { enter, submit, dialog, fake } = await openDialog();
    enter('2020-01-01T09:00');
    await submit();
    dialog.getByText('Choose a time in the future. To publish immediately, select Publish now.');
    enter('2030-07-02T09:00');
    fireEvent.change(dialog.getByLabelText(/^Roll back on/), { target: { value: '2030-07-01T09:00' } });
    await submit();
    dialog.getByText('The end must be later than the start');
    expect(lastBody(fake)).toBeUndefined();
  });
});

describe('the changes', () => {
  const withChanges = async (prepare: (fakeRelease: FakeRelease) => void) => {
    const { fake, fakeRelease } = fakeWith();
    prepare(fakeRelease);
    const view = open('/releases/1', fake);
    await screen.findByRole('heading', { name: 'Collections' });
    return view;
  };
  const seaside = () =>
    fakeChange({ record: { id: 1, name: 'Seaside' }, changes: [textChange('title', 'Sea', 'Seaside')] });

  it('groups the changes by type with the values, links to the editor, and removes one', async () => {
    const { user } = await withChanges((fakeRelease) => {
      fakeRelease.changes = [
        seaside(),
        fakeChange({ id: 2, kind: 'books', record: { id: 3, name: 'Book 3' }, action: 'deleted' }),
      ];
    });
    screen.getByRole('region', { name: 'Title of Seaside' });
    expect(screen.getByRole('link', { name: 'Edit Seaside in the release' }).getAttribute('href')).toBe(
      '/collections/1?release=1',
    );
    expect(screen.queryByRole('link', { name: 'Edit Book 3 in the release' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove change of Seaside' }));
    await waitFor(() => expect(screen.queryByText('Seaside')).toBeNull());
    screen.getByText('Book 3');
  });

  it.each([
    ['Keep mine: Seaside', 'mine'],
    ['Use theirs: Seaside', 'theirs'],
  ])('resolves a conflict: %s', async (button, choice) => {
    const { user, fake } = await withChanges((fakeRelease) => {
      const problem = { kind: 'conflict', fields: ['title'], message: 'Someone else changed it.' } as const;
      fakeRelease.changes = [{ ...seaside(), problem: { ...problem, fields: [...problem.fields] } }];
    });
    screen.getByText('Fields with a conflict: Title');
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByText('Someone else changed it.')).toBeNull());
    expect(lastBody(fake)).toEqual({ choice });
  });
});

describe('checks and preview', () => {
  it('lists blockers and warnings, and checks again', async () => {
    const { fakeRelease, user } = await openRelease();
    await screen.findByText('No issues found. The release can be published.');
    const issue = {
      rule: 'block_empty',
      kind: 'mobile-configs',
      record: { id: 2, name: 'Home' },
      message: 'Block 1 is empty.',
    } as const;
    fakeRelease.checks = { blockers: [issue], warnings: [{ ...issue, message: 'No cover.' }] };
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('1 issue prevents publishing');
    screen.getByText('1 warning');
    expect(screen.getAllByRole('link', { name: 'Home' })[0]?.getAttribute('href')).toBe(
      '/mobile-configs/2?release=1',
    );
  });

  it('shows the home screen of the release, and at a time', async () => {
    const { user, fake } = await openRelease({ publish_at: '2026-07-01T06:00:00.000Z' });
    await screen.findByText('Home screen with Summer');
    expect(fake.requestsTo('/mobile/home').at(-1)?.query).toMatchObject({ release: 1, service: 'main' });
    await user.click(screen.getByText('A time'));
    await screen.findByText('Home screen on Jul 1, 2026, 9:00 AM, Europe/Istanbul');
    const query = fake.requestsTo('/mobile/home').at(-1)?.query;
    expect(query).toMatchObject({ at: '2026-07-01T06:00:00.000Z' });
    expect(query).not.toHaveProperty('release');
    fake.failNext({ path: '/mobile/home', status: 422, message: 'The audit log doesn’t go back that far.' });
    await user.click(screen.getByText('Backup'));
    await screen.findByText('The audit log doesn’t go back that far.');
  });
});

it('says that a release does not exist', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/releases/9', status: 404, message: 'This release does not exist.' });
  open('/releases/9', fake);
  await screen.findByText('This release does not exist.');
});
