import type { Locator } from 'playwright-core';
import { credentials } from './server-process.ts';
import { makeMp3 } from '#server/testing/audio-files';
import { makeImage } from '#server/testing/media-files';
import type { FileToDrop } from '../e2e/file-transfer.ts';
import type { Input } from './input.ts';

export interface Scenario {
  readonly name: string;
  /** The path of the first page. */
  readonly from: string;
  /** True if the task starts without a session. */
  readonly isSignedOut?: true;
  run(input: Input): Promise<void>;
}

const toast = ({ page }: Input, text: string | RegExp): Locator => page.getByText(text).first();
const button = ({ page }: Input, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).first();
const dialog = ({ page }: Input): Locator => page.getByRole('dialog').last();
const rows = ({ page }: Input): Locator => page.locator('tbody tr');
const waitForRows = (input: Input) => input.sees(rows(input).first());

/** Returns `count` book codes, one on each line. */
const codes = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `BK-${String(from + index).padStart(6, '0')}`).join('\n');

/** Everyday tasks with the minimum number of steps of an experienced user. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'sign in',
    from: '/login',
    isSignedOut: true,
    async run(input) {
      const { page } = input;
      // The field is focused automatically.
      await input.sees(page.locator('input[type=email]:focus'));
      input.think();
      await input.type(credentials.email);
      await input.press('Tab');
      await input.type(credentials.password);
      await input.press('Enter');
      await input.until(() => page.waitForURL(/dashboard/));
    },
  },
  {
    name: 'find a book by its code and open it',
    from: '/dashboard',
    async run(input) {
      input.think();
      await input.press('Control+k');
      await input.sees(input.page.getByRole('listbox', { name: 'Command menu' }));
      await input.type('BK-000042');
      await input.sees(input.page.getByRole('group', { name: 'Books' }).getByText('BK-000042'));
      await input.press('Enter');
      await input.sees(input.page.getByLabel(/^Name/));
    },
  },
  {
    name: 'create a book with a category',
    from: '/books',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('n');
      await input.sees(dialog(input).getByLabel(/^Name/));
      await input.type('The Quiet Harbour');
      input.think();
      await input.choose(dialog(input).getByLabel('Category', { exact: true }), await secondOption(input));
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Book created successfully'));
    },
  },
  {
    name: 'create a book with a cover and three chapters from files',
    from: '/books',
    async run(input) {
      const { page } = input;
      await waitForRows(input);
      input.think();
      await input.drop(await bookFiles());
      input.think();
      await input.click(page.getByRole('link', { name: 'Review' }));
      await input.sees(page.getByLabel('Name of chapter 3'));
      input.think();
      await input.click(button(input, 'Add to catalogue'));
      await input.sees(page.getByText('Added to catalogue', { exact: true }));
    },
  },
  {
    name: 'change the author of a book',
    from: '/books',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('ArrowDown', 'F2');
      // The text is selected.
      await input.sees(dialog(input).getByLabel('Author'));
      await input.type('Ada Marsh');
      await input.press('Enter');
      await input.sees(toast(input, 'Book updated successfully'));
    },
  },
  {
    name: 'move five books to another category',
    from: '/books',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('ArrowDown', 'x', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+x');
      input.think();
      await input.click(button(input, /^Bulk edit/));
      await input.click(input.page.getByRole('menuitem', { name: 'Category', exact: true }));
      await input.choose(dialog(input).getByLabel('Category', { exact: true }), await secondOption(input));
      await input.sees(dialog(input).getByRole('button', { name: /^Apply to [1-9]/ }));
      await input.press('Control+Enter');
      await input.sees(toast(input, /books? changed/));
    },
  },
  {
    name: 'create a seven-day challenge',
    from: '/challenges',
    async run(input) {
      await input.sees(input.page.getByRole('heading', { level: 1 }));
      await input.sees(button(input, 'Add Challenge'));
      input.think();
      await input.press('n');
      await input.sees(dialog(input).getByLabel(/^Title/));
      await input.type('A week of sea');
      await input.press('Tab');
      await input.type('Seven days by the water.');
      await input.press('Tab');
      await input.type('7');
      input.think();
      await input.click(dialog(input).getByPlaceholder('Search books by name or code...'));
      await input.paste(codes(1, 7));
      await input.sees(dialog(input).getByText('7 added'));
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Challenge created successfully'));
    },
  },
  {
    name: 'create a collection of eight books in no collection',
    from: '/collections',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('n');
      await input.sees(dialog(input).getByLabel(/^Title/));
      await input.type('Eight to read next');
      input.think();
      await input.click(dialog(input).getByRole('button', { name: 'Not in a collection' }));
      await input.sees(dialog(input).getByRole('checkbox').nth(9));
      input.think();
      // Two of the ten results are skipped.
      await input.press('ArrowDown', 'Enter', 'Enter', 'ArrowDown', 'Enter', 'Enter', 'Enter');
      await input.press('ArrowDown', 'Enter', 'Enter', 'Enter');
      await input.sees(dialog(input).getByText('Selected Books (8)'));
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Collection created successfully'));
    },
  },
  {
    name: 'create a collection of eight searched books',
    from: '/collections',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('n');
      await input.sees(dialog(input).getByLabel(/^Title/));
      await input.type('Eight by number');
      input.think();
      await input.click(dialog(input).getByPlaceholder('Search books by name or code...'));
      for (const [index, number] of [23, 48, 67, 72, 86, 89, 101, 102].entries()) {
        await input.type(String(number));
        await input.press('Enter');
        await input.sees(dialog(input).getByText(`Selected Books (${index + 1})`));
      }
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Collection created successfully'));
    },
  },
  {
    name: 'create a collection of ten books',
    from: '/collections',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('n');
      await input.sees(dialog(input).getByLabel(/^Title/));
      await input.type('Ten to begin with');
      input.think();
      await input.click(dialog(input).getByPlaceholder('Search books by name or code...'));
      await input.paste(codes(1, 10));
      await input.sees(dialog(input).getByText('10 added'));
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Collection created successfully'));
    },
  },
  {
    name: 'move the sixth book of a collection to the first position',
    from: '/collections',
    async run(input) {
      await waitForRows(input);
      input.think();
      // The newest record, created in an earlier task.
      await input.press('ArrowDown', 'e');
      await input.sees(dialog(input).getByText(/^Selected Books/));
      input.think();
      await input.click(dialog(input).getByRole('button', { name: /, position 6\./ }));
      await input.type('1');
      await input.press('Enter', 'Control+Enter');
      await input.sees(toast(input, 'Collection updated successfully'));
    },
  },
  {
    name: 'find the references of a book',
    from: '/books?search=BK-000001&language=',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('ArrowDown', 'u');
      const usedIn = input.page.getByRole('region', { name: 'Used in' });
      await input.sees(usedIn.getByRole('link', { name: 'Ten to begin with' }).first());
    },
  },
  {
    name: 'find the references of a book by mouse',
    from: '/books?search=BK-000001&language=',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.click(input.page.locator('tbody a[data-used-in]').first());
      const usedIn = input.page.getByRole('region', { name: 'Used in' });
      await input.sees(usedIn.getByRole('link', { name: 'Ten to begin with' }).first());
    },
  },
  {
    name: 'delete a record and undo',
    from: '/books?search=BK-000007&language=',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('ArrowDown', 'Delete');
      await input.sees(dialog(input).getByRole('button', { name: 'Delete', exact: true }));
      input.think();
      await input.click(dialog(input).getByRole('button', { name: 'Delete', exact: true }));
      await input.sees(toast(input, 'Book deleted successfully'));
      input.think();
      await input.press('Control+z');
      await input.sees(toast(input, /^Undone/));
    },
  },
  {
    name: 'add a collection at the top of a home screen',
    from: '/mobile-configs',
    async run(input) {
      await waitForRows(input);
      input.think();
      await input.press('ArrowDown', 'e');
      input.think();
      // The button for a block at the top has the focus.
      await input.until(() =>
        dialog(input).locator('button:focus', { hasText: 'Add block at top' }).waitFor(),
      );
      await input.press('Enter');
      const block = dialog(input).getByRole('region', { name: 'Block 1', exact: true });
      await input.until(() => block.locator('input[type=search]:focus').waitFor());
      await input.type('ten');
      await input.press('Enter');
      await input.sees(block.getByRole('button', { name: 'Remove Ten to begin with' }));
      await input.press('Control+Enter');
      await input.sees(toast(input, 'Mobile config updated successfully'));
    },
  },
  {
    name: 'rename an author in all books',
    from: '/dashboard',
    async run(input) {
      input.think();
      await input.press('Control+k');
      await input.sees(input.page.getByRole('listbox', { name: 'Command menu' }));
      await input.type('ada mar');
      await input.sees(input.page.getByRole('group', { name: 'Authors' }).getByText('Ada Marsh'));
      input.think();
      await input.click(input.page.getByRole('group', { name: 'Authors' }).getByText('Ada Marsh'));
      await input.sees(dialog(input).getByRole('textbox', { name: 'Name' }));
      await input.press('Control+a');
      await input.type('Ada R. Marsh');
      await input.press('Enter');
      await input.sees(toast(input, 'Author updated successfully'));
    },
  },
];

/** Returns a cover and three audio files with tags. */
async function bookFiles(): Promise<FileToDrop[]> {
  const cover = { name: 'cover.png', bytes: await makeImage('png') };
  const chapters = ['Dawn', 'Noon', 'Dusk'].map((title, index) => ({
    name: `${index + 1} ${title}.mp3`,
    bytes: makeMp3({ seconds: 2, tags: { TALB: 'Harbour Lights', TPE1: 'Ada Marsh', TIT2: title } }),
  }));
  return [cover, ...chapters];
}

/** Returns the label of a category that is neither the first option nor the selected one. */
async function secondOption(input: Input): Promise<string> {
  const select = dialog(input).getByLabel('Category', { exact: true });
  await input.until(() => select.locator('option').nth(2).waitFor({ state: 'attached' }));
  return (await select.locator('option').nth(2).textContent()) ?? '';
}
