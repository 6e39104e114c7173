import type { Page } from '@playwright/test';
import { asItIs, type LayoutScreen, main, openState, openingMenu, press } from './open-state.ts';

const namedRole =
  (role: 'heading' | 'button' | 'region' | 'list', name: string | RegExp) => async (page: Page) =>
    main(page).getByRole(role, { name }).first().waitFor();

const settings = (section: string, label: string): LayoutScreen => ({
  path: `/settings/${section}`,
  ready: async (page) => main(page).getByLabel(label).first().waitFor(),
  states: [{ ...asItIs, name: 'the form' }],
});

/** The screens around the catalogue, with their dialogs and menus. */
export const workScreens: readonly LayoutScreen[] = [
  {
    path: '/users',
    states: [
      asItIs,
      openState('an invitation', 'Invite user'),
      openState('a user', /^Edit /),
      openingMenu('what can be done with a user', /^More actions for /),
    ],
  },
  { path: '/users/1', ready: namedRole('heading', 'Permissions'), states: [{ ...asItIs, name: 'a person' }] },
  {
    path: '/users/roles',
    ready: namedRole('button', 'Create role'),
    states: [{ ...asItIs, name: 'the roles' }, openState('a new role', 'Create role')],
  },
  {
    path: '/releases',
    ready: async (page) => main(page).getByRole('table').waitFor(),
    states: [
      asItIs,
      openState('a new release', 'New release'),
      {
        name: 'the menu of releases',
        open: async (page) => {
          await page.getByRole('button', { name: /^Release: / }).click();
          await page.getByRole('menuitemradio').nth(1).waitFor();
        },
      },
    ],
  },
  {
    path: '/releases/1',
    ready: namedRole('heading', 'Collections'),
    states: [
      { ...asItIs, name: 'the release' },
      openState('the schedule', 'Schedule...'),
      openState('the question before publishing', 'Publish now'),
    ],
  },
  {
    path: '/collections?release=1',
    ready: async (page) => page.getByRole('region', { name: 'Release' }).waitFor(),
    states: [{ ...asItIs, name: 'the list in a release' }],
  },
  { path: '/settings/security-log', states: [{ ...asItIs, name: 'the log' }] },
  { path: '/jobs', ready: namedRole('button', /^(Try|Cancel) /), states: [asItIs] },
  { path: '/imports', states: [asItIs, openState('the question before a drop', /^Discard /)] },
  {
    path: '/imports/1',
    ready: namedRole('region', 'Chapters'),
    states: [{ ...asItIs, name: 'the review' }, openState('the picker of a book', 'Update existing book...')],
  },
  {
    path: '/imports/1/into/1',
    ready: async (page) => main(page).getByRole('checkbox').first().waitFor(),
    states: [{ ...asItIs, name: 'the comparison' }],
  },
  {
    path: '/books/126/content',
    ready: async (page) => main(page).getByLabel('Name of chapter 1', { exact: true }).waitFor(),
    states: [
      { ...asItIs, name: 'the studio' },
      {
        name: 'the list to paste',
        open: async (page) => {
          await press(page, /^More chapter actions$/);
          await page.getByRole('menuitem', { name: 'Paste list' }).click();
          await main(page).getByLabel('Chapter titles, with or without times').waitFor();
        },
      },
    ],
  },
  {
    path: '/analytics',
    ready: async (page) => page.locator('.recharts-surface').nth(3).waitFor(),
    states: [{ ...asItIs, name: 'the charts' }],
  },
  {
    path: '/reports',
    ready: async (page) =>
      main(page)
        .getByRole('button', { name: /found nothing|Show/ })
        .first()
        .waitFor(),
    states: [{ ...asItIs, name: 'the rules' }],
  },
  {
    path: '/reports?rule=book_without_audio',
    states: [{ ...asItIs, name: 'the findings' }, openState('the reason of a finding', /^Dismiss /)],
  },
  { path: '/reports?show=auditLog', states: [{ ...asItIs, name: 'who did what' }] },
  {
    path: '/contributors',
    states: [
      asItIs,
      openState('the form of a contributor', /^Edit /),
      {
        name: 'a merge with what follows',
        open: async (page) => {
          await press(page, /^Merge .* into /);
          await page.getByText('12000 books will be updated.').waitFor();
        },
      },
    ],
  },
  {
    path: '/contributors/1',
    ready: async (page) => main(page).getByRole('listitem').first().waitFor(),
    states: [asItIs],
  },
  {
    path: '/spreadsheets',
    ready: namedRole('button', 'Download CSV template'),
    states: [
      {
        name: 'the plan of a spreadsheet',
        open: async (page) => {
          const file = { name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from('name\n') };
          await page.setInputFiles('input[type="file"]', file);
          await page.getByRole('region', { name: 'Preview of changes' }).waitFor();
        },
      },
    ],
  },
  { path: '/trash', states: [asItIs, openState('the question before the end', /^Delete .* permanently$/)] },
  {
    path: '/history/books/126',
    ready: namedRole('heading', /./),
    states: [{ ...asItIs, name: 'the history' }],
  },
  {
    path: '/history/entries/1',
    ready: namedRole('heading', /./),
    states: [{ ...asItIs, name: 'the entry' }],
  },
  settings('general', 'Product name'),
  settings('catalogue', 'Default language'),
  settings('media', 'Maximum image size'),
  settings('sign-in', 'Session duration'),
  {
    path: '/profile',
    ready: namedRole('heading', 'API tokens'),
    states: [{ ...asItIs, name: 'the account' }, openState('a new token', 'Create API token')],
  },
];
