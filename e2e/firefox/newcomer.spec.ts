import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeM4b } from '../import-files.ts';
import { startServer } from '../server.ts';
import { isAccessible } from './accessible.ts';
import { button, expect, hides, link, shows, signIn, test } from './fixtures.ts';

const MOST_CLICKS = 12;

test('builds a live home screen from an empty catalogue in at most 12 clicks', async ({ tab }) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-empty-'));
  const server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO: '0' });
  let clicks = 0;
  const click = async (selector: string) => {
    clicks += 1;
    await tab.locator(selector).click();
  };
  const search = async (placeholder: string, text: string) => {
    const field = `[role=dialog] input[placeholder="${placeholder}"]`;
    await tab.locator(field).fill(text);
    await tab.focus(field);
    await tab.keyboard.press('Enter');
  };
  const dashboard = 'nav a[href="/dashboard"]';
  try {
    await signIn(tab, server.url);
    await shows(tab, '0 of 4 steps done');
    await isAccessible(tab);

    await test.step('import a book', async () => {
      const file = join(folder, 'harbour.m4b');
      const chapters = [['Dawn', 0] as const, ['Noon', 1] as const];
      await writeFile(file, makeM4b('Harbour Lights', 'Ada Marsh', chapters));
      // Replaces the click on "Choose files", because Firefox reports no file dialog.
      clicks += 1;
      await (await tab.waitForSelector('input[type=file]'))?.uploadFile(file);
      await click(`[aria-label="Imports in progress"] ${link('Review')}`);
      await click(button('Add to catalogue'));
      await shows(tab, 'Added to catalogue');
    });

    await test.step('create a collection', async () => {
      await click(dashboard);
      await click(link('Create collection'));
      await tab.locator('[role=dialog] input[name=title]').fill('By the Sea');
      await search('Search books by name or code...', 'harbour');
      await shows(tab, 'Selected Books (1)');
      await click(`[role=dialog] ${button('Save')}`);
      await shows(tab, 'Collection created successfully');
    });

    await test.step('compose the home screen', async () => {
      await click(dashboard);
      await click(link('Create home screen'));
      await tab.locator('[role=dialog] input[name=title]').fill('Home');
      await click('[role=dialog] ::-p-aria(Is Main Service)');
      await click(`[role=dialog] ${button('Add Block')}`);
      await search('Search collections...', 'sea');
      await click(button('Set this book to Main Service'));
      await hides(tab, 'Apps of the Main Service won’t show');
      await click(`[role=dialog] ${button('Create')}`);
      await shows(tab, 'Mobile config created successfully');
    });
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

    await test.step('apps show it', async () => {
      expect(await (await fetch(`${server.url}/api/mobile/home`)).text()).toContain('Harbour Lights');
      await tab.locator(dashboard).click();
      await shows(tab, '3 of 4 steps done');
      await isAccessible(tab);
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
