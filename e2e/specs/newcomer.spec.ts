import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { makeM4b } from '../import-files.ts';
import { fits, isAccessible } from '../page-checks.ts';
import { admin, startServer } from '../server.ts';

/** The maximum number of clicks, or presses of Enter or Space, from the dashboard of an empty catalogue to a home screen in apps. */
const MOST_ACTIONS = 12;

for (const by of ['mouse', 'keyboard'] as const)
  test(`a new user creates a live home screen from an empty catalogue in at most 12 actions by ${by}`, async ({
    page,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-empty-'));
    const server = await startServer({ DATA_DIR: folder, DEMO: '0' });
    let actions = 0;
    const activate = async (target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
      actions += 1;
      if (by === 'mouse') await target.click();
      else await target.press(key);
    };
    const start = page.getByRole('region', { name: 'Get started' });
    const dashboard = page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true });
    const step = (name: string) => start.locator(`[data-step="${name}"]`);
    try {
      await page.goto(`${server.url}/login`);
      await page.getByLabel(/^e-?mail/i).fill(admin.email);
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(start.getByText('0 of 4 steps done')).toBeVisible();
      await expect(page.getByText('Nothing needs attention.')).toBeVisible();
      await isAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await fits(page, 390);
      await page.setViewportSize({ width: 1280, height: 900 });

      await test.step('import a book', async () => {
        const chooser = page.waitForEvent('filechooser');
        await activate(start.getByRole('button', { name: 'Choose files' }));
        const buffer = makeM4b('Harbour Lights', 'Ada Marsh', [
          ['Dawn', 0],
          ['Noon', 1],
        ]);
        await (await chooser).setFiles({ name: 'harbour.m4b', mimeType: 'audio/mp4', buffer });
        await activate(
          page.getByRole('region', { name: 'Imports in progress' }).getByRole('link', { name: 'Review' }),
        );
        await activate(page.getByRole('button', { name: 'Add to catalogue', exact: true }));
        await expect(page.getByText('Added to catalogue', { exact: true })).toBeVisible();
      });

      await test.step('create a collection', async () => {
        await activate(dashboard);
        await expect(step('book')).toContainText('Done');
        await activate(start.getByRole('link', { name: 'Create collection' }));
        const dialog = page.getByRole('dialog', { name: 'Add Collection', exact: true });
        await dialog.getByLabel(/^Title/).fill('By the Sea');
        const search = dialog.getByPlaceholder('Search books by name or code...');
        await search.fill('harbour');
        await search.press('Enter');
        await expect(dialog.getByText('Selected Books (1)')).toBeVisible();
        await activate(dialog.getByRole('button', { name: 'Save', exact: true }));
        await expect(page.getByText('Collection created successfully').first()).toBeVisible();
      });

      await test.step('create the home screen', async () => {
        await activate(dashboard);
        await expect(step('collection')).toContainText('Done');
        await activate(start.getByRole('link', { name: 'Create home screen' }));
        const dialog = page.getByRole('dialog', { name: 'Add Mobile Config', exact: true });
        await dialog
          .getByLabel('Title', { exact: true })
          .or(dialog.getByLabel(/^Title/))
          .first()
          .fill('Home');
        await activate(dialog.getByLabel('Is Main Service'), 'Space');
        await activate(dialog.getByRole('button', { name: 'Add Block', exact: true }));
        const search = dialog.getByPlaceholder('Search collections...');
        await search.fill('sea');
        await search.press('Enter');
        await activate(dialog.getByRole('button', { name: 'Set this book to Main Service' }));
        await expect(dialog.getByText(/Apps of the Main Service won’t show/)).toHaveCount(0);
        await activate(dialog.getByRole('button', { name: 'Create', exact: true }));
        await expect(page.getByText('Mobile config created successfully').first()).toBeVisible();
        await expect(page.getByText(/Apps .*won’t show/)).toHaveCount(0);
      });
      expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);

      await test.step('apps show the home screen, and no step of its checklist is left', async () => {
        const home = (await (await page.request.get(`${server.url}/api/mobile/home`)).json()) as {
          data: object;
        };
        expect(JSON.stringify(home.data)).toContain('Harbour Lights');
        await activate(dashboard);
        await expect(start.getByText('3 of 4 steps done')).toBeVisible();
        await expect(page.getByRole('region', { name: 'Needs attention' })).not.toContainText('error');
        await expect(page.getByRole('region', { name: 'Changes since yesterday' })).toContainText(
          'By the Sea',
        );
        await isAccessible(page);
      });
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
