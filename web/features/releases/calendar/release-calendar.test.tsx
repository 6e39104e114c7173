import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Release } from '#contract/releases/releases';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '../releases-screen.tsx';
import './release-calendar.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { addFakeRelease } from '#web/testing/fake-releases.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const SIDE = 100;

beforeEach(() => {
  notifications.clean();
  vi.useFakeTimers({ now: new Date('2030-07-10T08:00:00Z'), toFake: ['Date'] });
  // The test document has no layout: days are squares, seven per line, and entries are in the corner of their day. Drafts are outside.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const days = [...document.querySelectorAll('[data-day]')];
    const index = days.findIndex((day) => day === this || day.contains(this));
    const [left, top] = index < 0 ? [2_000, 2_000] : [(index % 7) * SIDE, Math.floor(index / 7) * SIDE];
    const side = days[index] === this ? SIDE : SIDE / 2;
    return new DOMRect(left, top, side, side);
  });
  return () => vi.useRealTimers();
});

async function open(
  releases: readonly Partial<Release>[],
  options: { permissions?: string[]; query?: string } = {},
) {
  const fake = createFakeApi(options.permissions);
  for (const fields of releases)
    addFakeRelease(fake, { time_zone: 'Europe/Istanbul', change_count: 1, ...fields });
  const view = renderScreen(<AppRoutes />, { route: `/releases?view=calendar${options.query ?? ''}`, fake });
  await screen.findByRole('grid');
  const lastBody = () => fake.requestsTo(/^\/releases/).findLast(({ method }) => method !== 'GET')?.body;
  return { ...view, lastBody };
}

const day = (name: string | RegExp) => screen.getByRole('cell', { name });
const dayOf = (name: RegExp) =>
  screen.getByRole('button', { name }).closest<HTMLElement>('[data-day]')?.dataset['day'];
const focusedDay = () => (document.activeElement as HTMLElement).dataset['day'];
/** Picks an item up, moves it by keyboard to a day, and drops it. */
async function moveTo(
  item: HTMLElement,
  steps: readonly (readonly [key: string, day: string])[],
  user: UserEvent,
) {
  act(() => item.focus());
  await user.keyboard(' ');
  await screen.findByText(/^Picked up/);
  for (const [key, name] of steps) {
    await user.keyboard(`{${key}}`);
    await screen.findByText(new RegExp(` is over ${name}\\.$`));
  }
  await user.keyboard(' ');
}

const summer = { name: 'Summer', status: 'scheduled', publish_at: '2030-07-16T06:00:00.000Z' } as const;

it('shows the times of releases on their days, in the time zones of the releases', async () => {
  await open([
    { ...summer, publish_at: '2030-07-16T21:30:00.000Z', ends_at: '2030-07-20T06:00:00.000Z' },
    {
      name: 'Spring',
      status: 'published',
      publish_at: '2030-07-01T06:00:00.000Z',
      published_at: '2030-07-02T06:00:00.000Z',
    },
    {
      name: 'Easter',
      status: 'rolled_back',
      published_at: '2030-07-03T06:00:00.000Z',
      ends_at: '2030-07-05T06:00:00.000Z',
      rolled_back_at: '2030-07-04T06:00:00.000Z',
    },
    { name: 'Late', status: 'failed', publish_at: '2030-07-08T06:00:00.000Z' },
    { name: 'Idea', status: 'draft' },
  ]);
  expect(dayOf(/Scheduled, 12:30 AM GMT\+3 Summer/)).toBe('2030-07-17');
  expect(dayOf(/Ends, 9:00 AM GMT\+3 Summer/)).toBe('2030-07-20');
  expect(dayOf(/Published, .* Spring/)).toBe('2030-07-02');
  expect(dayOf(/Published, .* Easter/)).toBe('2030-07-03');
  expect(dayOf(/Rolled back, .* Easter/)).toBe('2030-07-04');
  expect(dayOf(/Failed, .* Late/)).toBe('2030-07-08');
  expect(screen.getAllByRole('button', { name: /Spring|Easter/ })).toHaveLength(3);
  within(screen.getByRole('region', { name: 'Not scheduled' })).getByRole('button', {
    name: '1 change Idea',
  });
  expect(day(/July 17, 2030, 1 release/).getAttribute('aria-current')).toBeNull();
  expect(day(/July 10, 2030/).getAttribute('aria-current')).toBe('date');
});

it('switches between list, month and week, and keeps them in the address', async () => {
  const { user, location } = await open([summer]);
  screen.getByRole('heading', { name: 'July 2030' });
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  screen.getByRole('heading', { name: 'August 2030' });
  expect(location()).toBe('/releases?view=calendar&date=2030-08-10');
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  screen.getByRole('heading', { name: /Aug 5.*11, 2030/ });
  await user.click(screen.getByRole('button', { name: 'Previous week' }));
  expect(location()).toBe('/releases?view=calendar&date=2030-08-03&period=week');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(location()).toBe('/releases?view=calendar&period=week');
  expect(screen.getAllByRole('cell')).toHaveLength(7);
  await user.click(screen.getByRole('radio', { name: 'List' }));
  await screen.findByRole('combobox', { name: 'Status' });
  expect(location()).toBe('/releases?period=week');
});

it('moves through the days by keyboard, and from a day to its releases', async () => {
  const { user, location } = await open([summer]);
  act(() => day(/July 10, 2030/).focus());
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(focusedDay()).toBe('2030-07-18');
  await user.keyboard('{Home}');
  expect(focusedDay()).toBe('2030-07-15');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Summer/ }));
  await user.keyboard('{Escape}');
  expect(focusedDay()).toBe('2030-07-16');
  await user.keyboard('{End}{PageDown}');
  await waitFor(() => expect(focusedDay()).toBe('2030-08-21'));
  expect(location()).toBe('/releases?view=calendar&date=2030-08-21');
  await user.keyboard('{PageUp}');
  await waitFor(() => expect(focusedDay()).toBe('2030-07-21'));
});

describe('moving a release', () => {
  const entry = () => screen.getByRole('button', { name: /Summer/ });

  it('keeps the local time of day by keyboard, announces each step, and can be undone', async () => {
    const { user, lastBody } = await open([summer]);
    await moveTo(
      entry(),
      [
        ['ArrowRight', 'Wednesday, July 17, 2030'],
        ['ArrowDown', 'Wednesday, July 24, 2030'],
      ],
      user,
    );
    await screen.findByText('Dropped Summer on Wednesday, July 24, 2030.');
    await screen.findByText('Summer moved to Wednesday, July 24, 2030');
    expect(lastBody()).toEqual({
      version: 1,
      publish_at: '2030-07-24T06:00:00.000Z',
      ends_at: null,
      time_zone: 'Europe/Istanbul',
    });
    await waitFor(() => expect(document.activeElement).toBe(entry()));
    expect(dayOf(/Summer/)).toBe('2030-07-24');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Summer moved back');
    expect(lastBody()).toMatchObject({ version: 2, publish_at: '2030-07-16T06:00:00.000Z' });
    await waitFor(() => expect(dayOf(/Summer/)).toBe('2030-07-16'));
  });

  it('moves by mouse', async () => {
    const { lastBody } = await open([{ ...summer, ends_at: '2030-07-20T06:00:00.000Z' }]);
    const end = screen.getByRole('button', { name: /Ends, .* Summer/ });
    fireEvent.mouseDown(end, { button: 0, clientX: 510, clientY: 210 });
    fireEvent.mouseMove(document, { clientX: 530, clientY: 210 });
    await screen.findByText('Picked up Summer.');
    fireEvent.mouseMove(document, { clientX: 250, clientY: 350 });
    await screen.findByText('Summer is over Wednesday, July 24, 2030.');
    fireEvent.mouseUp(document);
    await screen.findByText('Summer moved to Wednesday, July 24, 2030');
    expect(lastBody()).toMatchObject({
      publish_at: summer.publish_at,
      ends_at: '2030-07-24T06:00:00.000Z',
    });
  });

  it.each([
    [
      'the past',
      summer,
      ['ArrowUp', 'Tuesday, July 9, 2030'],
      'Failed to move Summer: its time on Tuesday, July 9, 2030 is in the past',
    ],
    [
      'a day after its end',
      { ...summer, ends_at: '2030-07-17T06:00:00.000Z' },
      ['ArrowDown', 'Tuesday, July 23, 2030'],
      'The end must be later than the start',
    ],
  ] as const)('rejects %s', async (_what, fields, step, message) => {
    const { user, lastBody } = await open([fields]);
    await moveTo(screen.getByRole('button', { name: /Scheduled, .* Summer/ }), [step], user);
    await screen.findByText(message);
    expect(lastBody()).toBeUndefined();
    expect(dayOf(/Scheduled, .* Summer/)).toBe('2030-07-16');
  });

  it('returns on Escape', async () => {
    const { user, lastBody } = await open([summer]);
    act(() => entry().focus());
    await user.keyboard(' ');
    await screen.findByText('Picked up Summer.');
    await user.keyboard('{ArrowRight}{Escape}');
    await screen.findByText('Move of Summer cancelled.');
    expect(lastBody()).toBeUndefined();
  });

  it.each([
    ['skipped', '2030-03-09T07:30:00.000Z', 'Sunday, March 10, 2030', /This time doesn’t exist in America/],
    ['repeated', '2030-11-02T05:30:00.000Z', 'Sunday, November 3, 2030', /This time occurs twice in America/],
  ])('points out an hour that is %s before saving', async (_what, publish_at, target, message) => {
    vi.setSystemTime('2030-01-10T08:00:00Z');
    const { user, lastBody } = await open([{ ...summer, time_zone: 'America/New_York', publish_at }], {
      query: `&date=${publish_at.slice(0, 10)}`,
    });
    await moveTo(entry(), [['ArrowRight', target]], user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Summer' }));
    dialog.getByText(message);
    expect(lastBody()).toBeUndefined();
  });

  it('shows the current day after someone else moved it', async () => {
    expectError(409);
    const { user, fake } = await open([summer]);
    const [stored] = fake.releases;
    if (stored) stored.release = { ...stored.release, version: 2, publish_at: '2030-07-30T06:00:00.000Z' };
    await moveTo(entry(), [['ArrowRight', 'Wednesday, July 17, 2030']], user);
    await screen.findByText('This release was changed by someone else.');
    await waitFor(() => expect(dayOf(/Summer/)).toBe('2030-07-30'));
  });

  it('moves to another month by the menu', async () => {
    const { user, lastBody } = await open([summer]);
    await user.click(entry());
    screen.getByRole('menuitem', { name: 'View release' });
    expect(screen.getByRole('menuitem', { name: 'Preview' }).getAttribute('href')).toBe(
      `/releases?view=timeline&at=${encodeURIComponent(summer.publish_at)}`,
    );
    await user.click(screen.getByRole('menuitem', { name: 'Move to...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Summer' }));
    fireEvent.change(dialog.getByLabelText(/^Publish on/), { target: { value: '2030-09-01T10:00' } });
    await user.click(dialog.getByRole('button', { name: 'Schedule release' }));
    await waitFor(() => expect(lastBody()).toMatchObject({ publish_at: '2030-09-01T07:00:00.000Z' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Scheduled, .* Summer/ })).toBeNull());
  });

  it('needs the permission to publish, and is not possible for past times', async () => {
    const { user } = await open([summer], { permissions: ['releases:edit'] });
    await user.click(entry());
    await screen.findByRole('menuitem', { name: 'View release' });
    expect(screen.queryByRole('menuitem', { name: 'Move to...' })).toBeNull();
    expect(entry().dataset['movable']).toBeUndefined();
  });
});

describe('a draft', () => {
  const draft = () => screen.getByRole('button', { name: /Idea/ });

  it('is scheduled on the day where it is dropped', async () => {
    const { user, lastBody } = await open([{ name: 'Idea' }]);
    act(() => day(/July 20, 2030/).focus());
    await moveTo(
      draft(),
      [
        ['ArrowRight', 'Saturday, July 20, 2030'],
        ['ArrowRight', 'Sunday, July 21, 2030'],
      ],
      user,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Idea' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Publish on/).value).toBe('2030-07-21T09:00');
    await user.click(dialog.getByRole('button', { name: 'Schedule release' }));
    await waitFor(() => expect(lastBody()).toMatchObject({ publish_at: '2030-07-21T06:00:00.000Z' }));
    await waitFor(() => expect(dayOf(/Idea/)).toBe('2030-07-21'));
    screen.getByText('Every open release has a time.');
  });

  it('is not scheduled in the past', async () => {
    const { user } = await open([{ name: 'Idea' }]);
    act(() => day(/July 9, 2030/).focus());
    await moveTo(draft(), [['ArrowRight', 'Tuesday, July 9, 2030']], user);
    await screen.findByText(/^Failed to move Idea: its time on Tuesday, July 9, 2030/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('lists the days with releases on narrow screens', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('47.99em') }) as MediaQueryList,
  );
  const fake = createFakeApi();
  addFakeRelease(fake, summer);
  addFakeRelease(fake, { name: 'Idea' });
  const { user } = renderScreen(<AppRoutes />, { route: '/releases?view=calendar', fake });
  const agenda = await screen.findByRole('region', { name: 'Tuesday, July 16, 2030' });
  within(agenda).getByRole('button', { name: /Summer/ });
  expect(screen.queryByRole('grid')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  screen.getByText('No releases in this period');
  await user.click(screen.getByRole('button', { name: /Idea/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Schedule...' }));
  await screen.findByRole('dialog', { name: 'Schedule Idea' });
});

it('creates an address for calendar programs, shows it once, replaces and revokes it', async () => {
  const { user } = await open([]);
  await user.click(screen.getByRole('button', { name: 'Subscribe...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to releases' }));
  await user.click(await dialog.findByRole('button', { name: 'Create address' }));
  const address = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Calendar address' });
  expect(address.value).toBe('https://books.example.org/api/releases/calendar/secret-1.ics');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Subscribe...' }));
  const second = within(await screen.findByRole('dialog', { name: 'Subscribe to releases' }));
  await second.findByText(/^You created an address on Jan 1, 2030/);
  expect(second.queryByRole('textbox')).toBeNull();
  await user.click(second.getByRole('button', { name: 'Regenerate address' }));
  await waitFor(() =>
    expect(second.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/secret-2\.ics$/),
  );
  await user.click(second.getByRole('button', { name: 'Revoke address' }));
  await second.findByRole('button', { name: 'Create address' });
  expect(second.queryByRole('textbox')).toBeNull();
});

it('offers to read again after an error', async () => {
  const fake = createFakeApi();
  expectError(500);
  fake.failNext({ path: '/releases', status: 500, message: 'Broken.' });
  const { user } = renderScreen(<AppRoutes />, { route: '/releases?view=calendar', fake });
  await screen.findByText('Broken.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('grid');
});
