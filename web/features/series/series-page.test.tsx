import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { Permission } from '#contract/core/permissions';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SeriesPage } from './series-page.tsx';

async function open(permissions?: readonly Permission[]) {
  const fake = createFakeApi();
  if (permissions) fake.user = { ...fake.user, permissions: [...permissions] };
  fake.items.series.push({
    id: 4,
    title: 'The cycle',
    description: 'In order',
    is_ordered: true,
    image: null,
    books: [
      { code: 'BK-000002', name: 'Second', position: '1' },
      { code: 'BK-000001', name: 'First', position: '2' },
    ],
    version: 1,
  });
  const routes = (
    <Routes>
      <Route path="/series/:id" element={<SeriesPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const view = renderScreen(routes, { route: '/series/4', fake });
  await screen.findByRole('link', { name: 'View books' });
  return { ...view, fake };
}

it('creates a collection from a series in one step, and opens it', async () => {
  const { user, fake, location } = await open();
  await user.click(screen.getByRole('button', { name: 'Create collection' }));
  await screen.findByText('Collection created successfully');
  expect(fake.requestsTo('/books/collections', 'POST').map(({ body }) => body)).toEqual([
    { title: 'The cycle', description: 'In order', 'book_codes[]': ['BK-000002', 'BK-000001'] },
  ]);
  const [collection] = fake.items.collections;
  expect(location()).toBe(`/collections/${collection?.id}`);
});

it('links to the books in their order, and offers a collection only with the permission', async () => {
  await open(['series:edit']);
  expect(screen.getByRole('link', { name: 'View books' }).getAttribute('href')).toBe(
    '/books?series_id=4&language=all',
  );
  expect(screen.queryByRole('button', { name: 'Create collection' })).toBeNull();
});
