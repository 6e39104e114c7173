import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
import './book-page.tsx';
import './sample-dialog.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeBook } from '#web/testing/fake-records.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from '#web/app/router.tsx';

const sample = { chapter_code: 'CH-01', start: 1, end: 15.5 };

function openWith(fields: object, permissions?: readonly string[]) {
  const fake = createFakeApi(permissions);
  const book = fakeBook(3);
  const chapters = book.chapters?.map((chapter) => ({
    ...chapter,
    code: 'CH-01',
    track_url: '/media/1.mp3',
  }));
  fake.items.books[2] = { ...book, chapters, ...fields };
  return renderScreen(<AppRoutes />, { route: '/books/3', fake });
}
const section = async () => within(await screen.findByRole('region', { name: 'Audio sample' }));

it('plays the sample, and names its part', async () => {
  openWith({ sample, sample_url: '/media/sample.mp3' }, []);
  const region = await section();
  region.getByText('Chapter One, 0:01 to 0:15.5');
  expect(region.getByLabelText('Audio sample of Book 3').getAttribute('src')).toBe('/media/sample.mp3');
  expect(region.queryByRole('button')).toBeNull();
});

it('adds a sample with checked times', async () => {
  const { user, fake } = openWith({});
  const region = await section();
  await user.click(region.getByRole('button', { name: 'Add sample' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Audio sample' }));
  const end = dialog.getByRole('textbox', { name: 'End in chapter' });
  for (const [text, message] of [
    ['x', 'Enter start and end as minutes and seconds, such as 1:15.5'],
    ['0:00.5', 'A sample must be at least 1 second and at most 10 minutes long'],
  ] as const) {
    await user.clear(end);
    await user.type(end, text);
    await user.click(dialog.getByRole('button', { name: 'Save sample' }));
    await dialog.findByText(message);
  }
  await user.clear(end);
  await user.type(end, '0:15.5');
  await user.click(dialog.getByRole('button', { name: 'Save sample' }));
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toEqual({
    id: '3',
    version: '1',
    sample: 'CH-01 0-15.5',
  });
});

it('removes the sample', async () => {
  const { user, fake } = openWith({ sample, sample_url: '/media/sample.mp3' });
  const region = await section();
  await user.click(region.getByRole('button', { name: 'Edit sample' }));
  await user.click(await screen.findByRole('button', { name: 'Remove sample' }));
  await waitFor(() =>
    expect(fake.requestsTo('/books/update')[0]?.body).toEqual({ id: '3', version: '1', sample: '' }),
  );
});
