import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commentLimits } from '#contract/releases/comments';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screen.
import './release-screen.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { addFakeRelease, fakeComment } from '#web/testing/fake-releases.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

beforeEach(() => notifications.clean());

const bea = { id: 2, name: 'Bea Writer' };
const bill = { id: 3, name: 'Bill Reader' };

async function open({ permissions, hash = '' }: { permissions?: string[]; hash?: string } = {}) {
  const fake = createFakeApi(permissions);
  fake.user = { ...fake.user, id: 1 };
  fake.mentionableUsers.push({ id: 1, name: fake.user.name }, bea, bill);
  const release = addFakeRelease(fake, { name: 'Summer' });
  release.comments = [
    fakeComment(fake, { id: 1, text: 'First for @{2} and @{99}', edited_at: '2030-01-02T10:00:00.000Z' }),
    fakeComment(fake, { id: 2, text: '<b>Bold</b>', user: bea }),
    fakeComment(fake, { id: 3, text: 'From nobody', user: null }),
  ];
  const view = renderScreen(<AppRoutes />, { route: `/releases/1${hash}`, fake });
  const section = within(await screen.findByRole('region', { name: 'Comments' }));
  return { ...view, fake, release, section };
}
type View = Awaited<ReturnType<typeof open>>;
const boxOf = ({ section }: View) => section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
const lastBody = ({ fake }: View) =>
  fake.requestsTo(/comments/).findLast(({ method }) => method !== 'GET')?.body;

describe('the list', () => {
  it('shows comments of other users after a while, and keeps the typed text', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const view = await open();
      await view.section.findByText('@Bea Writer');
      await view.user.type(boxOf(view), 'Not sent yet');
      view.release.comments.push(fakeComment(view.fake, { id: 4, text: 'Hello from Bea', user: bea }));
      view.release.release = { ...view.release.release, comment_count: 4 };
      view.fake.failNext({ path: '/releases/1', status: 500, message: 'Out of order.' });
      expectError(500);
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(view.section.queryByText('Hello from Bea')).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await view.section.findByText('Hello from Bea');
      expect(boxOf(view).value).toBe('Not sent yet');
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows authors, times and current names, oldest first, and never HTML', async () => {
    const { section } = await open();
    await section.findByText('@Bea Writer');
    const texts = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(
      /^Ada Editor.*2030.*Edited Jan 2, 2030.*First for @Bea Writer and @Deleted user$/,
    );
    expect(texts[1]).toContain('<b>Bold</b>');
    expect(texts[2]).toContain('Deleted user');
  });

  it('is empty at first, reports errors, and is read only without the permission', async () => {
    const fake = createFakeApi([]);
    addFakeRelease(fake, { name: 'Summer' });
    fake.failNext({ path: '/releases/1/comments', status: 500, message: 'Out of order.' });
    const { user } = renderScreen(<AppRoutes />, { route: '/releases/1', fake });
    const section = within(await screen.findByRole('region', { name: 'Comments' }));
    await section.findByText('Out of order.');
    await user.click(section.getByRole('button', { name: 'Retry' }));
    await section.findByText('No comments yet');
    expect(section.queryByRole('textbox')).toBeNull();
  });

  it('focuses the comment of the address', async () => {
    const { section } = await open({ hash: '#comment-2' });
    const target = (await section.findByText('<b>Bold</b>')).closest('li');
    await waitFor(() => expect(document.activeElement).toBe(target));
  });
});

describe('the text box', () => {
  it('suggests users after @, inserts one by keyboard, and stores the ID', async () => {
    const view = await open();
    const { user, section } = view;
    await section.findByText('@Bea Writer');
    await user.type(boxOf(view), 'Please check, @b');
    const list = await section.findByRole('listbox', { name: 'Users' });
    const options = within(list).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Bea Writer', 'Bill Reader']);
    expect(options[0]?.getAttribute('aria-selected')).toBe('true');
    expect(section.getByRole('status').textContent).toBe('2 users found');
    await user.keyboard('{ArrowDown}');
    expect(boxOf(view).getAttribute('aria-activedescendant')).toBe(
      within(list).getByRole('option', { selected: true }).id,
    );
    await user.keyboard('{Enter}');
    expect(boxOf(view).value).toBe('Please check, @Bill Reader ');
    expect(boxOf(view).getAttribute('aria-controls')).toBeNull();
    await user.keyboard('today{Control>}{Enter}{/Control}');
    await waitFor(() => expect(boxOf(view).value).toBe(''));
    expect(lastBody(view)).toEqual({ text: 'Please check, @{3} today' });
    await section.findByText('@Bill Reader');
    expect(document.activeElement).toBe(boxOf(view));
  });

  it('closes the list with Escape, and inserts a user with the mouse', async () => {
    const view = await open();
    const { user, section } = view;
    await section.findByText('@Bea Writer');
    await user.type(boxOf(view), '@');
    await section.findByRole('option', { name: 'Bea Writer' });
    await user.keyboard('{Escape}');
    expect(section.queryByRole('option')).toBeNull();
    await user.keyboard('be');
    await user.click(await section.findByRole('option', { name: 'Bea Writer' }));
    expect(boxOf(view).value).toBe('@Bea Writer ');
  });

  it('reports a missing text and errors, and keeps the text', async () => {
    const view = await open();
    const { user, section, fake } = view;
    await section.findByText('@Bea Writer');
    const add = section.getByRole('button', { name: 'Add comment' });
    await user.click(add);
    section.getByText('Enter a comment');
    await user.click(boxOf(view));
    await user.paste('a'.repeat(commentLimits.maxLength + 1));
    await user.click(add);
    section.getByText(/4000/);
    expect(lastBody(view)).toBeUndefined();
    await user.clear(boxOf(view));
    await user.type(boxOf(view), 'Hello');
    fake.failNext({ path: '/releases/1/comments', method: 'POST', status: 500, message: 'Out of order.' });
    await user.click(add);
    await section.findByText('Out of order.');
    expect(boxOf(view).value).toBe('Hello');
  });

  it('reports that users could not be loaded', async () => {
    const view = await open();
    const { user, section, fake } = view;
    await section.findByText('@Bea Writer');
    fake.failNext({ path: '/releases/users', status: 500, message: 'Out of order.' });
    await user.type(boxOf(view), '@b');
    await section.findByText(/Failed to load users/);
    await user.click(section.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(section.queryByText(/Failed to load users/)).toBeNull());
  });
});

describe('own comments', () => {
  it('are edited with names, and deleted after a question', async () => {
    const view = await open();
    const { user, section, release } = view;
    await user.click(await section.findByRole('button', { name: /^Edit comment of Ada Editor/ }));
    const field = section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' });
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('First for @Bea Writer and @{99}');
    await user.keyboard('!');
    await user.click(section.getByRole('button', { name: 'Save comment' }));
    await section.findByText('!', { exact: false });
    expect(lastBody(view)).toEqual({ text: 'First for @{2} and @{99}!', version: 1 });
    expect(section.queryByRole('button', { name: /comment of Bea/ })).not.toBeNull();
    expect(section.queryByRole('button', { name: /^Edit comment of Bea/ })).toBeNull();
    await user.click(section.getByRole('button', { name: /^Delete comment of Ada Editor/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete comment?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(release.comments.map(({ id }) => id)).toEqual([2, 3]));
  });

  it('are the only ones that users without permission to manage users delete', async () => {
    const { section } = await open({ permissions: ['releases:edit'] });
    await section.findByRole('button', { name: /^Delete comment of Ada Editor/ });
    expect(section.queryByRole('button', { name: /comment of Bea/ })).toBeNull();
  });
});
