import { booksScreen } from '../books-screen.ts';
import { expect, openAs, test, viewer } from '../fixtures.ts';

test('a viewer sees the books and their chapters, and no controls to change them', async ({ page }) => {
  await openAs(page, '/books', viewer);
  const books = booksScreen(page);
  await books.isLoaded();
  await expect(books.addButton).toHaveCount(0);
  await expect(books.action(books.rows.first(), 'chapters')).toBeVisible();
  await expect(page.locator('tbody').getByRole('button', { name: /^(edit|delete)/i })).toHaveCount(0);
});

test('the server rejects requests of hidden controls', async ({ page }) => {
  await openAs(page, '/books', viewer);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const headers = { authorization: `Bearer ${token}` };
  const createResponse = await page.request.post('/api/books/create?is_admin=1', {
    headers,
    multipart: { name: 'Sneaked in' },
  });
  expect(createResponse.status()).toBe(403);
  expect(await createResponse.json()).toMatchObject({ success: false, data: null });
  const deleteResponse = await page.request.delete('/api/books/1?is_admin=1', { headers });
  expect(deleteResponse.status()).toBe(403);
});
