import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppRoutes } from '#web/app/router.tsx';
// Preloaded, so tests do not wait for the code of the screens.
import '../releases-screen.tsx';
import './release-timeline.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { addFakeRelease } from '#web/testing/fake-releases.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-07-10T08:00:00Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const route = '/releases?view=timeline';
const day = (number: number) => `2030-07-${String(number).padStart(2, '0')}T06:00:00.000Z`;
const lastQuery = (fake: ReturnType<typeof createFakeApi>) => fake.requestsTo('/mobile/home').at(-1)?.query;

it('lists what apps showed and will show, each with the phone at that time', async () => {
  const fake = createFakeApi();
  addFakeRelease(fake, {
    name: 'Spring',
    status: 'rolled_back',
    published_at: day(1),
    rolled_back_at: day(3),
  });
  addFakeRelease(fake, { name: 'Summer', status: 'scheduled', publish_at: day(20), ends_at: day(25) });
  const { user, location } = renderScreen(<AppRoutes />, { route, fake });
  await screen.findByText(/^Home screen on Jul 10, 2030/);
  expect(lastQuery(fake)).toMatchObject({ at: '2030-07-10T08:00:00.000Z', service: 'main' });
  const periods = within(screen.getByRole('region', { name: 'Releases in apps' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent?.trim());
  expect(periods).toHaveLength(5);
  expect(periods[0]).toMatch(/^Until Jul 1, 2030/);
  expect(periods[2]).toMatch(/^Jul 3, 2030.* – Jul 20, 2030.* Now$/);
  expect(periods[4]).toMatch(/^From Jul 25, 2030/);
  const live = screen
    .getAllByRole('list', { name: 'Live releases' })
    .map(({ textContent }) => textContent?.trim());
  expect(live).toEqual(['No release', 'Spring', 'No release', 'Summer', 'No release']);

  await user.click(screen.getByRole('link', { name: /^Preview: Jul 20, 2030/ }));
  await screen.findByText(/^Home screen on Jul 20, 2030/);
  expect(lastQuery(fake)).toMatchObject({ at: day(20) });
  expect(location()).toBe(`${route}&at=${encodeURIComponent(day(20))}`);
  expect(screen.getByRole('link', { name: /^Preview: Jul 20, 2030/ }).getAttribute('aria-current')).toBe(
    'true',
  );
  await user.click(screen.getByText('Backup'));
  await waitFor(() => expect(lastQuery(fake)).toMatchObject({ at: day(20), service: 'backup' }));
});

it('shows earlier releases on request, and why a past home screen is unknown', async () => {
  expectError(422);
  const fake = createFakeApi();
  for (let number = 1; number < 10; number += 1)
    addFakeRelease(fake, { name: `Release ${number}`, status: 'published', published_at: day(number) });
  const { user } = renderScreen(<AppRoutes />, { route, fake });
  await screen.findByText(/^Home screen on/);
  expect(
    screen.getAllByRole('heading', { level: 3 }).filter(({ textContent }) => /Jul/.test(textContent ?? '')),
  ).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show earlier releases' }));
  fake.failNext({ path: '/mobile/home', status: 422, message: 'The audit log doesn’t go back that far.' });
  await user.click(screen.getByRole('link', { name: /^Preview: Until Jul 1, 2030/ }));
  await screen.findByText('The audit log doesn’t go back that far.');
  expect(lastQuery(fake)).toMatchObject({ at: '2030-07-01T05:59:59.000Z' });
});

it('shows the current home screen without releases, and offers to read again after an error', async () => {
  expectError(500);
  const fake = createFakeApi();
  fake.failNext({ path: '/releases', status: 500, message: 'Broken.' });
  const { user } = renderScreen(<AppRoutes />, { route: `${route}&at=never`, fake });
  await screen.findByText('Broken.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 3, name: 'Now' });
  screen.getByText('No release');
  await screen.findByText(/^Home screen on Jul 10, 2030/);
});
