import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/books/book-dialogs.tsx';
import '#web/features/books/book-page.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/categories/categories-screen.tsx';
import '#web/core/components/player/player-bar.tsx';
import { positionsKey } from '#web/core/components/player/player-positions.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { type FakeAudio, useFakeAudio } from '#web/testing/fake-audio.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from '../router.tsx';

let audio: () => FakeAudio;
beforeEach(() => {
  audio = useFakeAudio();
});

const chapters = ['One', 'Two', 'Three'].map((name, index) => ({
  id: index + 1,
  code: `ch-${index}`,
  name: `Chapter ${name}`,
  duration: 600,
  track_url: index === 2 ? null : `/media/${index}.mp3`,
  text_items: [],
}));

async function open(route = '/books/3') {
  const fake = createFakeApi();
  fake.items.books = fake.items.books.map((item) =>
    item.id === 3 ? { ...fakeBook(3, { chapters }) } : item,
  );
  const view = renderScreen(<AppRoutes />, { route, fake });
  const content = route === '/books/3' && within(await screen.findByRole('region', { name: 'Content' }));
  return { ...view, content: content || within(document.body) };
}

const bar = async () => within(await screen.findByRole('region', { name: 'Player' }));
const begin = () => act(() => audio().begin());

it('plays a chapter in a bar that stays on other screens, and closes it', async () => {
  const { user, content, location } = await open();
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  expect(content.queryByRole('button', { name: 'Play Chapter Three' })).toBeNull();
  await user.click(content.getByRole('button', { name: 'Play Chapter One' }));
  const player = await bar();
  begin();
  player.getByText('Chapter One');
  content.getByRole('button', { name: 'Pause Chapter One' });
  act(() => audio().advanceTo(75));
  expect(player.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe(
    '1:15 of 10:00',
  );

  await user.click(screen.getAllByRole('link', { name: 'Categories' })[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'Categories' });
  await user.click(player.getByRole('button', { name: 'Forward 15 seconds' }));
  expect(audio().currentTime).toBe(90);
  await user.click(player.getByRole('button', { name: 'Next chapter' }));
  player.getByText('Chapter Two');
  expect(player.getByRole<HTMLButtonElement>('button', { name: 'Next chapter' }).disabled).toBe(true);
  await user.selectOptions(player.getByRole('combobox', { name: 'Playback speed' }), '1.5×');
  expect(audio().playbackRate).toBe(1.5);
  await user.click(player.getByRole('link', { name: 'Book 3' }));
  await waitFor(() => expect(location()).toBe('/books/3'));
  await user.click(player.getByRole('button', { name: 'Close player' }));
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  expect(audio().paused).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('moves with the slider, and plays or pauses with P, but not in fields', async () => {
  const { user, content } = await open();
  await user.click(content.getByRole('button', { name: 'Play Chapter One' }));
  const player = await bar();
  begin();
  const slider = player.getByRole('slider', { name: 'Position' });
  fireEvent.input(slider, { target: { value: '300' } });
  act(() => audio().advanceTo(4));
  // The playback does not move the slider while it is dragged.
  expect(slider.getAttribute('aria-valuetext')).toBe('5:00 of 10:00');
  fireEvent.change(slider, { target: { value: '300' } });
  expect(audio().currentTime).toBe(300);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('p');
  expect(audio().paused).toBe(true);
  await user.keyboard('p');
  expect(audio().paused).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'p');
  expect(audio().paused).toBe(false);
});

it('resumes a book at its last position, and forgets it at sign-out', async () => {
  const { user, content } = await open();
  await user.click(content.getByRole('button', { name: 'Play book' }));
  const player = await bar();
  begin();
  act(() => audio().advanceTo(83));
  await user.click(player.getByRole('button', { name: 'Close player' }));
  await user.click(content.getByRole('button', { name: 'Resume Chapter One at 1:23' }));
  await bar();
  expect(audio().currentTime).toBe(83);
  begin();
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  await screen.findByRole('button', { name: 'Login' });
  expect(audio().paused).toBe(true);
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  expect(localStorage.getItem(positionsKey)).toBeNull();
});

it('shows an error with Retry, which reads the address again', async () => {
  const { user, fake, content } = await open();
  await user.click(content.getByRole('button', { name: 'Play Chapter One' }));
  const player = await bar();
  fake.failNext({ path: '/books/3', status: 0 });
  act(() => audio().fail(2));
  await waitFor(() =>
    expect(player.getByRole('alert').textContent).toContain('Failed to load audio. Check your connection.'),
  );
  await user.click(player.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(audio().paused).toBe(false));
  begin();
  expect(player.queryByRole('alert')).toBeNull();
});

it('continues audio of the chapters dialog after it is closed', async () => {
  const { user } = await open('/books?search=Book 3');
  await user.click(await screen.findByRole('button', { name: 'View chapters of Book 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Chapters of Book 3' });
  const second = dialog.querySelectorAll('audio')[1] as HTMLAudioElement;
  vi.spyOn(second, 'paused', 'get').mockReturnValue(false);
  second.currentTime = 42;
  await user.keyboard('{Escape}');
  const player = await bar();
  player.getByText('Chapter Two');
  expect([audio().src, audio().currentTime]).toEqual(['/media/1.mp3', 42]);
});

it('shows no player if a dialog without playing audio is closed', async () => {
  const { user } = await open('/books?search=Book 3');
  await user.click(await screen.findByRole('button', { name: 'View chapters of Book 3' }));
  await screen.findByRole('dialog', { name: 'Chapters of Book 3' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
});
