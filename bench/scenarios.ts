import type { Locator } from 'playwright-core';
import { credentials } from './server-process.ts';
import type { Hand } from './input.ts';

export interface EverydayJob {
  readonly name: string;
  /** The path of the first page. */
  readonly from: string;
  /** True if the task starts without a session. */
  readonly isStranger?: true;
  run(hand: Hand): Promise<void>;
}

const toast = ({ page }: Hand, text: string | RegExp): Locator => page.getByText(text).first();
const button = ({ page }: Hand, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
const dialog = ({ page }: Hand): Locator => page.getByRole('dialog').last();
const rows = ({ page }: Hand): Locator => page.locator('tbody tr');
const listed = (hand: Hand) => hand.sees(rows(hand).first());

/** Returns `count` book codes, one on each line. */
const codes = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `BK-${String(from + index).padStart(6, '0')}`).join('\n');

/** Twelve everyday tasks with the minimum number of steps of an experienced user. */
export const everydayJobs: readonly EverydayJob[] = [
  {
    name: 'sign in',
    from: '/login',
    isStranger: true,
    async run(hand) {
      const { page } = hand;
      // The field is focused automatically.
      await hand.sees(page.locator('input[type=email]:focus'));
      hand.think();
      await hand.type(credentials.email);
      await hand.press('Tab');
      await hand.type(credentials.password);
      await hand.press('Enter');
      await hand.until(() => page.waitForURL(/dashboard/));
    },
  },
  {
    name: 'find a book by its code and open it',
    from: '/dashboard',
    async run(hand) {
      hand.think();
      await hand.press('Control+k');
      await hand.sees(hand.page.getByRole('listbox', { name: 'Command menu' }));
      await hand.type('BK-000042');
      await hand.sees(hand.page.getByRole('group', { name: 'Books' }).getByText('BK-000042'));
      await hand.press('Enter');
      await hand.sees(hand.page.getByLabel(/^Name/));
    },
  },
  {
    name: 'a new book with its category',
    from: '/books',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('n');
      await hand.sees(dialog(hand).getByLabel(/^Name/));
      await hand.type('The Quiet Harbour');
      hand.think();
      await hand.choose(dialog(hand).getByLabel('Category', { exact: true }), await secondOption(hand));
      await hand.press('Control+Enter');
      await hand.sees(toast(hand, 'Book created successfully'));
    },
  },
  {
    name: 'another author for a book',
    from: '/books',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('ArrowDown', 'F2');
      await hand.sees(dialog(hand).getByLabel('Author'));
      await hand.press('Control+a');
      await hand.type('Ada Marsh');
      await hand.press('Enter');
      await hand.sees(toast(hand, 'Book updated successfully'));
    },
  },
  {
    name: 'five books to another category',
    from: '/books',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('ArrowDown', 'x', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+x');
      hand.think();
      await hand.click(button(hand, /^Bulk edit/));
      await hand.click(hand.page.getByRole('menuitem', { name: 'Category', exact: true }));
      await hand.choose(dialog(hand).getByLabel('Category', { exact: true }), await secondOption(hand));
      await hand.sees(dialog(hand).getByRole('button', { name: /^Apply to [1-9]/ }));
      await hand.press('Control+Enter');
      await hand.sees(toast(hand, /books? changed/));
    },
  },
  {
    name: 'a seven-day challenge',
    from: '/challenges',
    async run(hand) {
      await hand.sees(hand.page.getByRole('heading', { level: 1 }));
      await hand.sees(button(hand, 'Add Challenge'));
      hand.think();
      await hand.press('n');
      await hand.sees(dialog(hand).getByLabel(/^Title/));
      await hand.type('A week of sea');
      await hand.press('Tab');
      await hand.type('Seven days by the water.');
      await hand.press('Tab');
      await hand.type('7');
      hand.think();
      await hand.click(dialog(hand).getByPlaceholder('Search books by name or code...'));
      await hand.paste(codes(1, 7));
      await hand.sees(dialog(hand).getByText('7 added'));
      await hand.press('Control+Enter');
      await hand.sees(toast(hand, 'Challenge created successfully'));
    },
  },
  {
    name: 'a collection of ten books',
    from: '/collections',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('n');
      await hand.sees(dialog(hand).getByLabel(/^Title/));
      await hand.type('Ten to begin with');
      hand.think();
      await hand.click(dialog(hand).getByPlaceholder('Search books by name or code...'));
      await hand.paste(codes(1, 10));
      await hand.sees(dialog(hand).getByText('10 added'));
      await hand.press('Control+Enter');
      await hand.sees(toast(hand, 'Collection created successfully'));
    },
  },
  {
    name: 'the sixth book of a collection to the first place',
    from: '/collections',
    async run(hand) {
      await listed(hand);
      hand.think();
      // The newest record, created in an earlier task.
      await hand.press('ArrowDown', 'e');
      await hand.sees(dialog(hand).getByText(/^Selected Books/));
      hand.think();
      await hand.click(dialog(hand).getByRole('button', { name: /, position 6\./ }));
      await hand.type('1');
      await hand.press('Enter', 'Control+Enter');
      await hand.sees(toast(hand, 'Collection updated successfully'));
    },
  },
  {
    name: 'where is a book used',
    from: '/books?search=BK-000001&language=',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('ArrowDown', 'u');
      const usedIn = hand.page.getByRole('region', { name: 'Used in' });
      await hand.sees(usedIn.getByRole('link', { name: 'Ten to begin with' }).first());
    },
  },
  {
    name: 'a delete, undone',
    from: '/books?search=BK-000007&language=',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('ArrowDown', 'Delete');
      await hand.sees(dialog(hand).getByRole('button', { name: 'Delete', exact: true }));
      hand.think();
      await hand.click(dialog(hand).getByRole('button', { name: 'Delete', exact: true }));
      await hand.sees(toast(hand, 'Book deleted successfully'));
      hand.think();
      await hand.press('Control+z');
      await hand.sees(toast(hand, /^Undone/));
    },
  },
  {
    name: 'a collection on top of the home screen',
    from: '/mobile-configs',
    async run(hand) {
      await listed(hand);
      hand.think();
      await hand.press('ArrowDown', 'e');
      hand.think();
      await hand.click(dialog(hand).getByRole('button', { name: 'Add block at top' }));
      const block = dialog(hand).getByRole('region', { name: 'Block 1', exact: true });
      await hand.click(block.locator('input[type=search]'));
      await hand.type('ten to');
      await hand.press('Enter');
      await hand.sees(block.getByText('Ten to begin with'));
      await hand.press('Enter', 'Control+Enter');
      await hand.sees(toast(hand, 'Mobile config updated successfully'));
    },
  },
  {
    name: 'an author by another name, in all books',
    from: '/dashboard',
    async run(hand) {
      hand.think();
      await hand.press('Control+k');
      await hand.sees(hand.page.getByRole('listbox', { name: 'Command menu' }));
      await hand.type('ada mar');
      await hand.sees(hand.page.getByRole('group', { name: 'Authors' }).getByText('Ada Marsh'));
      hand.think();
      await hand.click(hand.page.getByRole('group', { name: 'Authors' }).getByText('Ada Marsh'));
      await hand.sees(dialog(hand).getByRole('textbox', { name: 'Name' }));
      await hand.press('Control+a');
      await hand.type('Ada R. Marsh');
      await hand.press('Enter');
      await hand.sees(toast(hand, 'Author updated successfully'));
    },
  },
];

/** Returns the label of a category that is neither the first option nor the selected one. */
async function secondOption(hand: Hand): Promise<string> {
  const select = dialog(hand).getByLabel('Category', { exact: true });
  await hand.until(() => select.locator('option').nth(2).waitFor({ state: 'attached' }));
  return (await select.locator('option').nth(2).textContent()) ?? '';
}
