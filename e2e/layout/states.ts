import type { Page } from '@playwright/test';
import {
  add,
  asItIs,
  dialog,
  edit,
  type LayoutScreen,
  type LayoutState,
  main,
  openState,
  openingMenu,
  press,
  preview,
} from './open-state.ts';

/** Returns a state that opens a picker and waits for its results. */
const searchFrom = (button: string, waitForResults: (page: Page) => Promise<void>): LayoutState => ({
  name: 'what a picker finds',
  open: async (page) => {
    await press(page, button);
    await waitForResults(page);
  },
});
const waitForList = (page: Page, name: string | RegExp) => dialog(page).getByRole('list', { name }).waitFor();

/** The screens of the catalogue, with their dialogs, menus and responses. */
export const catalogueScreens: readonly LayoutScreen[] = [
  {
    path: '/books',
    states: [
      asItIs,
      openingMenu('the open display options', /^Display options$/),
      {
        name: 'the open filters of a telephone',
        open: async (page) => {
          await page.setViewportSize({ width: 390, height: 844 });
          await press(page, /^Filters/);
        },
      },
      {
        name: 'the compact list',
        open: async (page) => {
          await press(page, /^Display options$/);
          await page.getByRole('menuitemradio', { name: 'Compact' }).click();
          await page.keyboard.press('Escape');
          await page.getByRole('menu').waitFor({ state: 'hidden' });
        },
      },
      {
        name: 'selected books',
        open: async (page) => {
          await press(page, /^Select$/);
          await main(page).getByRole('checkbox').first().click();
        },
      },
      {
        name: 'the plan of a change of many',
        open: async (page) => {
          await press(page, /^Select$/);
          await main(page).getByRole('checkbox').first().click();
          await press(page, /^Bulk edit$/);
          await page.getByRole('menuitem', { name: 'Category', exact: true }).click();
          await dialog(page).getByLabel('Category').selectOption({ index: 2 });
          await dialog(page).getByRole('checkbox').first().waitFor();
        },
      },
      {
        name: 'the first edition of several books',
        open: async (page) => {
          await press(page, /^Select$/);
          await main(page).getByRole('checkbox').first().click();
          await press(page, /^Bulk edit$/);
          await page.getByRole('menuitem', { name: 'Link as editions' }).click();
          await dialog(page).getByRole('combobox', { name: 'First edition' }).click();
          await dialog(page).getByRole('option').filter({ visible: true }).first().waitFor();
        },
      },
      add('Add New Book'),
      {
        name: 'a refused form',
        open: async (page) => {
          await press(page, 'Add New Book');
          await dialog(page).locator('[type=submit]').click();
          await dialog(page).getByRole('alert').waitFor();
        },
      },
      edit,
      {
        name: 'the suggested authors',
        open: async (page) => {
          await press(page, 'Add New Book');
          await dialog(page).getByLabel('Author').fill('Donau');
          await page.getByRole('listbox').getByRole('option').first().waitFor();
        },
      },
      {
        name: 'the question about what was typed',
        open: async (page) => {
          await press(page, 'Add New Book');
          await dialog(page).getByLabel(/^Name/).fill('Typed');
          await page.keyboard.press('Escape');
          await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).waitFor();
        },
      },
      openState('the question before a delete', /^Delete /),
      preview,
      {
        name: 'the chapters',
        open: async (page) => {
          await press(page, /^View chapters/);
          await dialog(page).getByRole('region').nth(399).waitFor();
        },
      },
    ],
  },
  {
    path: '/categories',
    states: [
      asItIs,
      add('Add Category'),
      edit,
      preview,
      {
        name: 'a refused delete',
        open: async (page) => {
          page.once('dialog', (nativeDialog) => void nativeDialog.accept());
          await press(page, /^Delete /);
          await main(page).locator('output').filter({ hasText: 'A sentence' }).waitFor();
        },
      },
      {
        name: 'the activity log',
        open: async (page) => {
          page.once('dialog', (nativeDialog) => void nativeDialog.accept());
          await press(page, /^Delete /);
          await page.getByRole('button', { name: /new notifications/ }).click();
          await page.getByRole('menuitem', { name: 'Notifications' }).click();
          await dialog(page).getByRole('listitem').first().waitFor();
        },
      },
    ],
  },
  { path: '/sub-categories', states: [asItIs, add('Add Sub Category'), edit] },
  {
    path: '/collections',
    states: [
      asItIs,
      {
        name: 'all books of a collection',
        open: async (page) => press(page, 'Read More', 1),
      },
      add('Add Collection'),
      openState('the form of a stored record', /^Edit /, 1),
      searchFrom('Add Collection', async (page) => {
        await dialog(page).getByRole('searchbox').fill('Donau');
        await waitForList(page, 'Search results');
        await dialog(page).getByRole('button', { name: 'Select All', exact: true }).click();
      }),
      preview,
    ],
  },
  {
    path: '/series',
    states: [asItIs, add('Add Series'), openState('the form of a stored record', /^Edit /, 1)],
  },
  {
    path: '/publishers',
    states: [asItIs, add('Add Publisher'), openState('the form of a stored record', /^Edit /, 1)],
  },
  {
    path: '/story-books',
    states: [
      asItIs,
      add('Add New Story Book'),
      openState('the form of a stored record', /^Edit /, 1),
      searchFrom('Add New Story Book', async (page) => {
        await dialog(page).getByRole('button', { name: 'Add Item' }).click();
        await dialog(page)
          .getByRole('button', { name: /by name$/ })
          .click();
        await dialog(page).getByRole('searchbox').fill('Donau');
        await waitForList(page, 'Book');
        await dialog(page).getByRole('list', { name: 'Book' }).getByRole('button').first().click();
        await dialog(page).getByRole('list', { name: 'Chapter' }).getByRole('button').first().click();
        await waitForList(page, 'Text item');
        await dialog(page).getByRole('button', { name: 'Paste Rows' }).click();
      }),
    ],
  },
  {
    path: '/mobile-configs',
    states: [
      asItIs,
      add('Add New Config'),
      edit,
      searchFrom('Add New Config', async (page) => {
        await dialog(page).getByRole('button', { name: 'Add Block', exact: true }).click();
        await dialog(page).getByLabel('Block Type').selectOption('list_collection');
        await dialog(page).getByRole('searchbox').fill('Donau');
        await waitForList(page, 'Block 1: results');
        await dialog(page)
          .getByRole('button', { name: /^Select / })
          .nth(1)
          .click();
      }),
    ],
  },
  {
    path: '/challenges',
    states: [
      asItIs,
      add('Add Challenge'),
      edit,
      searchFrom('Add Challenge', async (page) => {
        await dialog(page).getByRole('searchbox').fill('Donau');
        await waitForList(page, 'Search results');
      }),
      preview,
    ],
  },
  {
    path: '/dashboard',
    states: [
      { ...asItIs, name: 'the charts' },
      {
        name: 'the tables',
        open: async (page) => {
          for (const _ of [1, 2]) await press(page, /Show as table$/);
        },
      },
      {
        name: 'the account menu',
        open: async (page) => {
          await page.getByRole('button', { name: /^Account menu/ }).click();
          await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
        },
      },
      {
        name: 'the profile',
        open: async (page) => {
          await page.getByRole('button', { name: /^Account menu/ }).click();
          await page.getByRole('menuitem', { name: 'Profile' }).click();
          await dialog(page).waitFor();
        },
      },
      {
        name: 'the navigation of a telephone',
        open: async (page) => {
          await page.setViewportSize({ width: 390, height: 844 });
          await page.getByRole('button', { name: 'Open navigation' }).click();
          await dialog(page).waitFor();
        },
      },
    ],
  },
];

/** Waits for the first content of a screen. */
export async function isReady(page: Page, { path, ready }: LayoutScreen): Promise<void> {
  if (ready) await ready(page);
  else if (path === '/dashboard') await page.locator('.recharts-bar-rectangle').first().waitFor();
  else
    await page
      .getByText(/^Total: \d+ items$/)
      .first()
      .waitFor();
}
