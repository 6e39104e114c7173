import type { Page } from '@playwright/test';
import { openApi } from '../api.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { isAccessible } from '../page-checks.ts';

const first = 'Complete and Ready to Hear';
const second = 'Tea and Suspicion';
const path = '/books/collections';

interface Collection {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

/** Changes the title of a collection in the selected release. */
async function rename(page: Page, name: string, title: string): Promise<void> {
  await page.getByPlaceholder('Search collections by name...').fill(name);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Title/).fill(title);
  await dialog.getByRole('button', { name: 'Save to Summer', exact: true }).click();
  await expect(page.getByText('Saved to Summer').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByPlaceholder('Search collections by name...').fill(title);
}

/** Schedules the draft in the calendar and moves it by keyboard. Then reads the release in the iCalendar file and the timeline. */
async function scheduleInCalendar(page: Page): Promise<void> {
  const release = page.url();
  await page.goto('/releases?view=calendar&date=2100-07-13');
  const expectAnnouncement = (text: string) => expect(page.getByText(text, { exact: true })).toBeAttached();
  await page.getByRole('button', { name: '3 changes Summer' }).focus();
  await isAccessible(page);
  await page.keyboard.press('Space');
  await expectAnnouncement('Picked up Summer.');
  await page.keyboard.press('ArrowRight');
  await expectAnnouncement('Summer is over Tuesday, July 13, 2100.');
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Schedule Summer' });
  await expect(dialog.getByLabel('Publish on')).toHaveValue('2100-07-13T09:00');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const entry = page.getByRole('button', { name: /^Scheduled, 9:00 AM.* Summer$/ });
  await entry.focus();
  await page.keyboard.press('Space');
  await expectAnnouncement('Picked up Summer.');
  await page.keyboard.press('ArrowDown');
  await expectAnnouncement('Summer is over Tuesday, July 20, 2100.');
  await page.keyboard.press('Space');
  await expect(page.getByText('Summer moved to Tuesday, July 20, 2100')).toBeVisible();
  await expect(entry).toBeFocused();
  await expect(page.getByRole('gridcell', { name: 'Tuesday, July 20, 2100, 1 release' })).toContainText(
    'Summer',
  );
  await isAccessible(page);
  await page.getByRole('button', { name: 'Subscribe...' }).click();
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = await page.getByLabel('Calendar address').inputValue();
  await isAccessible(page);
  expect(await (await fetch(address)).text()).toContain('DTSTART:21000720T060000Z');
  await page.keyboard.press('Escape');
  await page.getByText('Timeline', { exact: true }).click();
  await page.getByRole('link', { name: /^Preview: From Jul 20, 2100/ }).click();
  await expect(page.getByText('Summer starts here')).toBeVisible();
  await isAccessible(page);
  await page.goto(release);
}

test('prepares changes, previews and publishes them together, and rolls them back', async ({
  page,
  product,
}) => {
  const api = await openApi(product.url);
  const live = async () => {
    const { data } = await api.call<{ items: Collection[] }>('GET', `${path}?items_per_page=100`);
    return data.items;
  };
  const liveTitles = async () => (await live()).map(({ title }) => title);

  await openAs(page, '/releases');
  await expect(page.getByText('Prepare changes together')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'New release', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New release' });
  await form.getByLabel(/^Name/).fill('Summer');
  await form.getByLabel(/^Time zone/).selectOption('Europe/Istanbul');
  await isAccessible(page);
  await form.getByRole('button', { name: 'Create release', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Summer' })).toBeVisible();
  await page.getByRole('button', { name: 'Work in release' }).click();
  await expect(page.getByText('You are working in Summer.')).toBeVisible();

  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await rename(page, first, 'Summer starts here');
  await expect(page.getByRole('button', { name: 'Changed in Summer' })).toBeVisible();
  await page.getByRole('button', { name: 'Changed in Summer' }).focus();
  await expect(page.getByRole('dialog', { name: 'Changed in Summer' })).toContainText('Summer starts here');
  await isAccessible(page);
  await rename(page, second, 'Iced tea');
  expect(await liveTitles()).toEqual(expect.arrayContaining([first, second]));

  // A bulk edit is saved into the release, and its undo removes the changes.
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check();
  await page.getByRole('button', { name: 'Bulk edit', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Author', exact: true }).click();
  const bulkEdit = page.getByRole('dialog', { name: 'Change author' });
  await bulkEdit.getByLabel(/^Author/).fill('Author of Summer');
  await expect(bulkEdit.getByText('1 book will be updated.')).toBeVisible();
  await isAccessible(page);
  await bulkEdit.getByRole('button', { name: 'Save to Summer', exact: true }).click();
  await expect(page.getByText('1 book updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Changed in Summer' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undid changes to 1 book')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Changed in Summer' })).toBeHidden();

  // The content editor saves into the release too.
  const { data: books } = await api.call<{ items: { id: number; has_chapters: boolean }[] }>(
    'GET',
    '/books/list?with_chapters=0',
  );
  const book = books.items.find(({ has_chapters }) => has_chapters)?.id ?? 0;
  const chapterName = async () => {
    const { data } = await api.call<{ chapters: { name: string }[] }>('GET', `/books/${book}/content`);
    return data.chapters[0]?.name;
  };
  const liveName = await chapterName();
  await page.goto(`/books/${book}/content${new URL(page.url()).search}`);
  await page.getByRole('textbox', { name: 'Name of chapter 1', exact: true }).fill('A summer chapter');
  await expect(page.getByText('Switch to Live to sync.')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Save to Summer', exact: true }).click();
  await expect(page.getByText('All changes are saved')).toBeVisible();
  expect(await chapterName()).toBe(liveName);

  await page.getByRole('link', { name: 'View release' }).click();
  await expect(page.getByText('3 changes', { exact: true })).toBeVisible();
  await expect(page.getByText('No issues found.')).toBeVisible();
  const phone = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(phone.getByText('Summer starts here')).toBeVisible();
  await phone.getByText('A time', { exact: true }).click();
  await expect(phone.getByText(first)).toBeVisible();
  await isAccessible(page);

  const theirs = (await live()).find(({ title }) => title === second);
  await api.call('POST', `${path}/update`, { ...theirs, title: 'Strong tea' });
  await page.reload();
  await expect(page.getByText('Fields with a conflict: Title')).toBeVisible();
  await expect(page.getByText('1 issue prevents publishing')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: /^Keep mine: / }).click();
  await expect(page.getByText('No issues found.')).toBeVisible();
  await scheduleInCalendar(page);

  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByLabel('Comment', { exact: true }).pressSequentially('Ready, @adm');
  await expect(comments.getByRole('option', { name: 'Administrator' })).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(comments.getByText('@Administrator', { exact: true })).toBeVisible();
  await expect(page.getByText('Comment added')).toBeVisible();

  await page.getByRole('button', { name: 'Publish now' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Publish Summer?' });
  await expect(confirmation).toContainText('3 changes will be live immediately.');
  await confirmation.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Release published successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release: Live' })).toBeVisible();
  expect(await liveTitles()).toEqual(expect.arrayContaining(['Summer starts here', 'Iced tea']));
  expect(await chapterName()).toBe('A summer chapter');
  await page.getByRole('link', { name: 'View audit log entry' }).click();
  await expect(page).toHaveURL(/\/history\/entries\/\d+$/);
  await page.goBack();

  await page.getByRole('button', { name: 'Roll back...' }).click();
  const rollBack = page.getByRole('dialog', { name: 'Roll back Summer?' });
  await isAccessible(page);
  await rollBack.getByRole('button', { name: 'Roll back release' }).click();
  await expect(page.getByText('Release rolled back successfully')).toBeVisible();
  expect(await liveTitles()).toEqual(expect.arrayContaining([first, 'Strong tea']));
  expect(await chapterName()).toBe(liveName);

  // A server publishes a scheduled release by the clock.
  const { data: autumn } = await api.call<{ id: number }>('POST', '/releases', { name: 'Autumn' });
  const collection = (await live()).find(({ title }) => title === first);
  await api.call('POST', `${path}/update?release=${autumn.id}`, {
    ...collection,
    title: 'Autumn starts here',
  });
  const publish_at = new Date(Date.now() + 2_000).toISOString();
  await api.call('POST', `/releases/${autumn.id}/schedule`, { publish_at });
  await expect.poll(liveTitles, { timeout: 20_000 }).toContain('Autumn starts here');
  await page.goto(`/releases/${autumn.id}`);
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /new notifications/ }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Notifications' }).getByText('“Autumn” was published.'),
  ).toBeVisible();
});
