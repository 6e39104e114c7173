import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNames } from '#contract/core/permissions';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/analytics/analytics-screen.tsx';
import '#web/features/contributors/contributors-screen.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/categories/categories-screen.tsx';
import '#web/features/challenges/challenges-screen.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/imports/imports-screen.tsx';
import '#web/features/mobile-configs/mobile-configs-screen.tsx';
import '#web/features/reports/reports-screen.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import '#web/features/sub-categories/sub-categories-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from './router.tsx';

/** Returns an API of a catalogue without records. */
function emptyApi() {
  const fake = createFakeApi();
  for (const name of resourceNames) fake.items[name].length = 0;
  fake.reports.averages.length = 0;
  fake.reports.authors.length = 0;
  return fake;
}

/** Lists that staff cannot fill by themselves, such as the trash and the logs, are not included. */
it.each([
  ['/books', 'No books found', ['Import files', 'Create book']],
  ['/categories', 'No categories yet', ['Create category']],
  ['/sub-categories', 'No sub-categories yet', ['Create sub-category']],
  ['/collections', 'No collections yet', ['Create collection']],
  ['/story-books', 'No story books yet', ['Create story book']],
  ['/challenges', 'No challenges yet', ['Create challenge']],
  ['/mobile-configs', 'No mobile configs yet', ['Create mobile config']],
  ['/imports', 'No imports yet', ['Import files']],
  ['/contributors', 'No contributors found', ['View books']],
  ['/analytics', 'No books yet', ['View books']],
  ['/reports?show=languages', 'No books yet', ['View books']],
  ['/reports?show=authors', 'No books yet', ['View books']],
  ['/reports?show=longest', 'No books yet', ['View books']],
])('the empty list of %s has its first action', async (route, title, actions) => {
  renderScreen(<AppRoutes />, { route, fake: emptyApi() });
  const list = (await screen.findByText(title)).parentElement as HTMLElement;
  const controls = [...within(list).queryAllByRole('button'), ...within(list).queryAllByRole('link')];
  expect(controls.map(({ textContent }) => textContent)).toEqual(actions);
});
