import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// Loaded here, or a test waits for the code of its screen.
import '#web/features/categories/categories-screen.tsx';
import '#web/features/sub-categories/sub-categories-screen.tsx';
import '#web/features/collections/collections-screen.tsx';
import '#web/features/story-books/story-books-screen.tsx';
import '#web/features/mobile-configs/mobile-configs-screen.tsx';
import '#web/features/challenges/challenges-screen.tsx';
import '#web/features/dashboard/dashboard-screen.tsx';
import '#web/features/users/users-screen.tsx';
import '#web/features/books/books-screen.tsx';
import '#web/features/auth/login-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AppRoutes } from './router.tsx';

const open = (route: string, signedIn = true) => renderScreen(<AppRoutes />, { route, signedIn });

describe('signed in', () => {
  it.each([
    ['/', '/dashboard'],
    ['/login', '/dashboard'],
    ['/analytics', '/analytics'],
    ['/reports', '/reports'],
    ['/no/such/page', '/dashboard'],
    ['/challenges', '/challenges'],
    ['/books/7/studio', '/books/7/content'],
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
    ['/users', 'Users'],
    ['/settings', 'Settings'],
  ])('%s shows %s', async (route, title) => {
    open(route);
    await screen.findByRole('heading', { level: 1, name: title });
  });
});

it('reads the dashboard once when an unknown address leads there', async () => {
  const { fake, location } = open('/no/such/page');
  await screen.findByRole('region', { name: 'Longest Book' });
  expect(location()).toBe('/dashboard');
  expect(fake.requestsTo(/reports/)).toHaveLength(3);
  expect(fake.requestsTo('/user/me')).toHaveLength(1);
});

it('names the address that does not exist, with the search and the trash beside it', async () => {
  const { user, location } = open('/no/such/page');
  await screen.findByText('The address /no/such/page doesn’t exist.');
  expect(screen.getByRole('link', { name: 'View trash' }).getAttribute('href')).toBe('/trash');
  await user.click(screen.getByRole('button', { name: 'Search catalogue' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(/^The address/)).toBeNull());
  expect(location()).toBe('/dashboard');
});

it('says nothing of the address where the dashboard was opened by itself', async () => {
  open('/');
  await screen.findByRole('region', { name: 'Longest Book' });
  expect(screen.queryByText(/^The address/)).toBeNull();
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
  await user.type(await screen.findByLabelText('Email'), fake.user.email);
  await user.type(screen.getByLabelText('Password'), `${fake.password}{Enter}`);
  await waitFor(() => expect(location()).toBe('/dashboard'));
});

describe('a session that ends in the middle of work', () => {
  const address = '/collections?from=mail';
  const interrupt = async (route = address) => {
    const fake = createFakeApi();
    fake.failNext({ path: '/user/me', status: 401, message: 'Please sign in' });
    const opened = renderScreen(<AppRoutes />, { route, fake });
    await waitFor(() => expect(opened.location()).toBe('/login'));
    return {
      ...opened,
      async signIn(email = fake.user.email) {
        fake.user = { ...fake.user, email };
        await opened.user.type(await screen.findByLabelText('Email'), email);
        await opened.user.type(screen.getByLabelText('Password'), `${fake.password}{Enter}`);
        await waitFor(() => expect(opened.location()).toBe('/dashboard'));
      },
    };
  };
  const way = () => screen.queryByRole('link', { name: 'Return to Collections' });

  it('leads to the dashboard, from where a notice leads back', async () => {
    const { user, location, signIn } = await interrupt();
    await signIn();
    await user.click(way() as HTMLElement);
    expect(location()).toBe(address);
    await user.click(screen.getByRole('link', { name: 'Books' }));
    expect(way()).toBeNull();
  });

  it('leads nobody else back', async () => {
    const { signIn } = await interrupt();
    await signIn('bob@example.org');
    expect(way()).toBeNull();
  });

  it('leads back until the notice is closed', async () => {
    const { user, signIn } = await interrupt();
    await signIn();
    expect(way()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(way()).toBeNull();
    expect(sessionStorage.getItem('lectern-way-back')).toBeNull();
  });

  it('needs no way back to the dashboard', async () => {
    const { signIn } = await interrupt('/dashboard');
    await signIn();
    expect(screen.queryByRole('link', { name: /Go back/ })).toBeNull();
  });
});

it('leads to the sign-in when any call is refused with 401', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/user/me', status: 401, message: 'Please sign in' });
  const { location } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await waitFor(() => expect(location()).toBe('/login'));
  expect(localStorage.length).toBe(0);
});
