import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Route, Routes } from 'react-router';
import { PublisherPage } from './publisher-page.tsx';

it('links to the books of the publisher and of its imprints', async () => {
  const fake = createFakeApi();
  const imprints = [{ id: 7, name: 'Lantern' }];
  fake.items.publishers.push({
    id: 4,
    name: 'North Shore',
    website: '',
    description: '',
    image: null,
    imprints,
    version: 1,
  });
  renderScreen(
    <Routes>
      <Route path="/publishers/:id" element={<PublisherPage />} />
    </Routes>,
    { route: '/publishers/4', fake },
  );
  const section = within(await screen.findByRole('region', { name: 'Imprints' }));
  expect(section.getByRole('link', { name: 'View books of Lantern' }).getAttribute('href')).toBe(
    '/books?imprint_id=7&language=all',
  );
  expect(screen.getByRole('link', { name: 'View books' }).getAttribute('href')).toBe(
    '/books?publisher_id=4&language=all',
  );
});
