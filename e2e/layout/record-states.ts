import type { Page } from '@playwright/test';
import { asItIs, type LayoutScreen, main } from './open-state.ts';

const hasReferences = async (page: Page) =>
  main(page).getByRole('region', { name: 'Used in' }).getByRole('link').first().waitFor();

const recordPage = (path: string, ready = hasReferences): LayoutScreen => ({
  path,
  ready,
  states: [{ ...asItIs, name: 'the page' }],
});

/** The pages of records, and the notice about an address that does not exist. */
export const recordScreens: readonly LayoutScreen[] = [
  recordPage('/books/126'),
  recordPage('/collections/2'),
  recordPage('/story-books/2'),
  recordPage('/challenges/1'),
  recordPage('/categories/1'),
  recordPage('/mobile-configs/1', async (page) =>
    main(page)
      .getByLabel(/^Block Title/)
      .first()
      .waitFor(),
  ),
  recordPage('/no/such/page', async (page) => page.getByText(/^The address .* doesn’t exist/).waitFor()),
];
