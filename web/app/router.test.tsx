import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AppRoutes } from './router.tsx';

const open = (route: string, signedIn = true) => renderScreen(<AppRoutes />, { route, signedIn });

describe('signed in', () => {
  it.each([
    ['/', '/dashboard'],
    ['/login', '/dashboard'],
    ['/analytics', '/dashboard'],
    ['/users', '/dashboard'],
    ['/reports', '/dashboard'],
    ['/settings', '/dashboard'],
    ['/no/such/page', '/dashboard'],
    ['/challenges', '/challenges'],
  ])('%s leads to %s', async (route, expected) => {
    const { location } = open(route);
    await waitFor(() => expect(location()).toBe(expected));
  });

  it.each([
    ['/categories', 'Categories'],
    ['/sub-categories', 'Sub Categories'],
    ['/collections', 'Collections'],
    ['/story-books', 'Story Books'],
    ['/mobile-configs', 'Mobile Configs'],
    ['/challenges', 'Reading Challenges'],
  ])('%s shows %s', async (route, title) => {
    open(route);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  });
});

it.each(['Analytics', 'Users', 'Reports', 'Settings'])(
  'keeps the frame and the reports when %s leads back to the dashboard',
  async (entry) => {
    const { user, fake, location } = open('/dashboard');
    await screen.findByRole('region', { name: 'Longest Book' });
    const frame = screen.getByRole('navigation');
    const calls = fake.calls.length;
    await user.click(screen.getByRole('link', { name: entry }));
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(screen.getByRole('region', { name: 'Longest Book' })).toBeDefined();
    expect(screen.getByRole('navigation')).toBe(frame);
    expect(fake.calls).toHaveLength(calls);
  },
);

it('reads the dashboard once when an unknown address leads there', async () => {
  const { fake, location } = open('/no/such/page');
  await screen.findByRole('region', { name: 'Longest Book' });
  expect(location()).toBe('/dashboard');
  expect(fake.callsTo(/reports/)).toHaveLength(3);
  expect(fake.callsTo('/user/me')).toHaveLength(1);
});

describe('signed out', () => {
  it.each(['/', '/dashboard', '/books', '/no/such/page'])('%s leads to the sign-in', async (route) => {
    const { location, fake } = open(route, false);
    await waitFor(() => expect(location()).toBe('/login'));
    expect(fake.calls).toEqual([]);
  });
});

it('leads to the dashboard after the sign-in', async () => {
  const { user, fake, location } = open('/books', false);
  await user.type(await screen.findByLabelText('E-mail'), fake.user.email);
  await user.type(screen.getByLabelText('Password'), `${fake.password}{Enter}`);
  await waitFor(() => expect(location()).toBe('/dashboard'));
});

it('leads to the sign-in when any call is refused with 401', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fake = createFakeApi();
  fake.failNext({ path: '/user/me', status: 401, message: 'Please sign in' });
  const { location } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await waitFor(() => expect(location()).toBe('/login'));
  expect(localStorage.length).toBe(0);
});
