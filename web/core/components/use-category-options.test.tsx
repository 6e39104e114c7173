import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { type CategoryOptions, useCategoryOptions } from './use-category-options.ts';

let options: CategoryOptions;

function Probe() {
  const categoryOptions = useCategoryOptions();
  useEffect(() => {
    options = categoryOptions;
  }, [categoryOptions]);
  return (
    <output>
      {categoryOptions.isLoading ? '...' : categoryOptions.categories.map(({ name }) => name).join()}
    </output>
  );
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

it('reads a hundred categories per request until all are loaded', async () => {
  const fake = createFakeApi();
  const page = (id: number) => ({ data: { items: [{ id, name: `C${id}`, code: `c${id}` }], total: 2 } });
  fake.respondNext({ path: '/books/categories' }, page(1));
  fake.respondNext({ path: '/books/categories' }, page(2));
  renderScreen(<Probe />, { fake });
  await shows('C1,C2');
  expect(fake.calls.map(({ query }) => query)).toEqual([
    { page: 1, items_per_page: 100 },
    { page: 2, items_per_page: 100 },
  ]);
});

it('reports and records an error, and reads again', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/books/categories' });
  const { store } = renderScreen(<Probe />, { fake });
  await shows('');
  await waitFor(() => expect(options.hasFailed).toBe(true));
  expect(store.getState().notifications.entries).toMatchObject([
    { outcome: 'failure', attempted_action: 'Failed to fetch categories' },
  ]);
  act(() => options.retry());
  await shows('Children,Fiction,Poetry');
  expect(options.hasFailed).toBe(false);
});
