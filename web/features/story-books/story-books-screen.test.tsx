import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStories, fakeStory, openStoryBooks, storyItem } from '#web/testing/open-story-books.tsx';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { StoryBooksScreen } from './story-books-screen.tsx';

beforeEach(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

const listPath = '/books/story-books';

it('lists the text item of each first story item, and one pager below', async () => {
  await openStoryBooks(
    fakeStories(
      fakeStory(1, { story_items: [storyItem(3), storyItem(4)] }),
      fakeStory(2, { story_items: [storyItem(5, { book: null })], description: 'Slow. '.repeat(30) }),
      fakeStory(3, { story_items: [] }),
    ),
  );
  const rows = screen
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(rows).toEqual([
    ['ID', 'Title', 'Description', 'Book Name', 'Book Code', 'Chapter Code', 'Text Item Code', 'Actions'],
    ['3', 'Story 3', '', '-', '-', '-', '-', ''],
    ['2', 'Story 2', expect.stringMatching(/… Read More$/), '-', 'BK-000005', 'ch-1', 't-1', ''],
    ['1', 'Story 1', '', 'Book 3', 'BK-000003', 'ch-1', 't-1', ''],
  ]);
  expect(screen.getAllByText(/^Total:/)).toHaveLength(1);
});

it.each([
  [[], []],
  [['story-books:edit'], ['Add New Story Book', 'Edit Story 1']],
  [['story-books:delete'], ['Delete Story 1']],
])('shows with the permissions %j the buttons %j', async (permissions, expected) => {
  await openStoryBooks(fakeStories(fakeStory(1)), permissions);
  const names = ['Add New Story Book', 'Edit Story 1', 'Delete Story 1'];
  expect(names.filter((name) => screen.queryByRole('button', { name }))).toEqual(expected);
});

it('searches all columns of all pages in the browser, and never sends the text', async () => {
  const fake = fakeStories(...Array.from({ length: 25 }, (_, index) => fakeStory(index + 1)));
  Object.assign(fake.items['story-books'][3] ?? {}, {
    story_items: [storyItem(1, { book: { name: 'Işık' } })],
  });
  const { user } = await openStoryBooks(fake);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Story 15');
  await user.type(screen.getByPlaceholderText('Search story books...'), 'ISIK{Enter}');
  await screen.findByText('Total: 1 items');
  screen.getByText('Story 4');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('Total: 25 items');
  screen.getByText('Story 25');
  for (const { query } of fake.requestsTo(listPath, 'GET'))
    expect(Object.keys(query).toSorted()).toEqual(['items_per_page', 'page']);
});

it('reports a failed read of the list or of further pages in an alert, and retries', async () => {
  const fake = fakeStories(fakeStory(1));
  fake.failNext({ path: listPath });
  const { user } = renderScreen(<StoryBooksScreen />, { route: '/story-books', fake });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch story books');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Total: 1 items');
  fake.failNext({ path: listPath, message: 'Come back later.' });
  await user.type(screen.getByPlaceholderText('Search story books...'), 'story{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Come back later.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Story 1');
});

it("deletes after the browser's confirmation, and reports the result in an alert", async () => {
  const fake = fakeStories(fakeStory(1));
  const { user } = await openStoryBooks(fake);
  fake.failNext({ path: `${listPath}/delete` });
  await user.click(screen.getByRole('button', { name: 'Delete Story 1' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete story book');
  await user.click(screen.getByRole('button', { name: 'Delete Story 1' }));
  await screen.findByText('Story book deleted successfully');
  expect(window.confirm).toHaveBeenCalledWith('Are you sure you want to delete this story book?');
  expect(fake.requestsTo(`${listPath}/delete`).map(({ body }) => body)).toEqual([{ id: 1 }, { id: 1 }]);
});

it('asks once if no reference is affected, reports what else was deleted, and undoes it', async () => {
  const fake = fakeStories(fakeStory(1));
  fake.auditLogEntry = 41;
  const { user } = await openStoryBooks(fake);
  const references = [
    { kind: 'mobile-configs', total: 1, items: [{ id: 4, name: 'Draft', place: 0, block: 'New' }] },
  ];
  const data = { keeps: false, is_live: false, references };
  fake.respondNext({ path: `${listPath}/1/references` }, { success: true, message: 'OK', data });
  await user.click(screen.getByRole('button', { name: 'Delete Story 1' }));
  const notice = within(
    (await screen.findByText('Story book deleted successfully')).closest('[role]') ?? document.body,
  );
  notice.getByText('Also removed from 1 home screen block.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.confirm).toHaveBeenCalledTimes(1);
  const record = { id: 1, name: 'Story 1' };
  fake.respondNext(
    { path: '/audit-log/41/undo' },
    { success: true, message: 'OK', data: { entry_id: 42, kind: 'story-books', record, action: 'restored' } },
  );
  await user.click(notice.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Change to Story 1 undone');
  expect(fake.requestsTo('/audit-log/41/undo', 'POST')).toHaveLength(1);
  expect(screen.queryByText('Story book deleted successfully')).toBeNull();
});

it('asks again if a main-service home screen loses a block', async () => {
  const fake = fakeStories(fakeStory(1));
  const { user } = await openStoryBooks(fake);
  const references = [
    { kind: 'mobile-configs', total: 1, items: [{ id: 4, name: 'Home', place: 0, block: 'New' }] },
  ];
  const data = { keeps: false, is_live: true, references };
  fake.respondNext({ path: `${listPath}/1/references` }, { success: true, message: 'OK', data });
  await user.click(screen.getByRole('button', { name: 'Delete Story 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Story 1”?' }));
  expect(fake.requestsTo(`${listPath}/delete`)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Story book deleted successfully');
});
