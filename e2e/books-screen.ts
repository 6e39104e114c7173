import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Actions and elements of the Books screen. */
export function booksScreen(page: Page) {
  const select = (option: string): Locator =>
    page
      .getByRole('main')
      .locator('select', { has: page.locator('option', { hasText: option }) })
      .first();
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  return {
    heading: page.getByRole('heading', { name: 'Books', exact: true, level: 1 }),
    addButton: page.getByRole('button', { name: 'Add New Book' }),
    search: page.getByPlaceholder('Search by book name or code...'),
    clear: page.getByRole('main').getByRole('button', { name: /^clear/i }),
    reset: page.getByRole('main').getByRole('button', { name: /^reset/i }),
    language: select('All Languages'),
    type: select('All Types'),
    sort: select('Sort by Reading Time'),
    category: page
      .getByRole('main')
      .getByLabel(/categor/i)
      .first(),
    table: page.getByRole('table'),
    rows: page.locator('tbody tr'),
    totals: page.getByText(/^Total: \d+ items$/),
    next: page.getByRole('button', { name: /^next/i }),
    previous: page.getByRole('button', { name: /^previous/i }),
    row: (name: string) => page.locator('tbody tr', { hasText: name }),
    action: (row: Locator, name: 'chapters' | 'edit' | 'delete') =>
      row.getByRole('button', { name: new RegExp(name, 'i') }),
    createDialog: dialog('Create New Book'),
    editDialog: dialog('Edit Book'),
    deleteDialog: page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete the book' }),
    chaptersDialog: dialog(/chapters/i),
    previewDialog: page.getByRole('dialog').filter({ has: page.getByRole('img') }),

    /** Returns the number of books that match the current filters. */
    async total(): Promise<number> {
      const text = await this.totals.first().textContent();
      return Number(/\d+/.exec(text ?? '')?.[0]);
    },

    async isLoaded(): Promise<void> {
      await expect(this.heading).toBeVisible();
      await expect(this.totals.first()).toBeVisible();
    },

    /** Types a search and waits for the results. */
    async find(text: string): Promise<void> {
      const searchResponse = page.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('search') === text && response.ok(),
      );
      await this.search.fill(text);
      await searchResponse;
    },
  };
}

/** Returns the fields of the dialog that creates or edits a book. */
export function bookForm(dialog: Locator) {
  return {
    name: dialog.getByLabel(/^name/i),
    description: dialog.getByLabel(/^description/i),
    author: dialog.getByLabel(/^author/i),
    chapterCount: dialog.getByLabel(/^chapter count/i),
    duration: dialog.getByLabel(/^duration/i),
    category: dialog.getByLabel(/^category/i),
    subCategory: dialog.getByLabel(/^sub ?category/i),
    serviceType: dialog.getByLabel(/^service type/i),
    cover: dialog.locator('input[type=file][accept*=image]'),
    audio: dialog.locator('input[type=file][accept*=audio]'),
    submit: dialog.locator('button[type=submit]'),
    alert: dialog.getByRole('alert'),
  };
}
