import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// Preloaded, so tests do not wait for the code of the screens.
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
import './layout/unknown-address-alert.tsx';
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
  ])('redirects %s to %s', async (route, expected) => {
    const { location } = open(route);
    await waitFor(() => expect(location()).toBe(expected));
  });

  it('redirects the former address of the content editor', async () => {
    const fake = createFakeApi();
    fake.pauseNext({ path: '/books/7/content' });
    const { location } = renderScreen(<AppRoutes />, { route: '/books/7/studio', fake });
    await waitFor(() => expect(location()).toBe('/books/7/content'));
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

it('reads the dashboard once when an unknown address is redirected to it', async () => {
  const { fake, location } = open('/no/such/page');
  await screen.findByRole('region', { name: 'Longest Book' });
  expect(location()).toBe('/dashboard');
  expect(fake.requestsTo(/reports/)).toHaveLength(3);
  expect(fake.requestsTo('/user/me')).toHaveLength(1);
});

it('names the unknown address, with links to the search and the trash', async () => {
  const { user, location } = open('/no/such/page');
  await screen.findByText('The address /no/such/page doesn’t exist.');
  expect(screen.getByRole('link', { name: 'View trash' }).getAttribute('href')).toBe('/trash');
  await user.click(screen.getByRole('button', { name: 'Search catalogue' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(/^The address/)).toBeNull());
  expect(location()).toBe('/dashboard');
});

it('shows no notice if the dashboard was opened directly', async () => {
  open('/');
  await screen.findByRole('region', { name: 'Longest Book' });
  expect(screen.queryByText(/^The address/)).toBeNull();
});

describe('signed out', () => {
  it.each(['/', '/dashboard', '/books', '/no/such/page'])('redirects %s to the sign-in', async (route) => {
    const { location, fake } = open(route, false);
    await waitFor(() => expect(location()).toBe('/login'));
    expect(fake.calls).toEqual([]);
  });
});

it('opens the dashboard after the sign-in', async () => {
  const { user, fake, location } = open('/books', false);
  await user.type(await screen.findByLabelText('Email'), fake.user.email);
  await user.type(screen.getByLabelText('Password'), `${fake.password}{Enter}`);
  await waitFor(() => expect(location()).toBe('/dashboard'));
});

describe('a session ended by the server', () => {
  const address = '/collections?from=mail';
  const interrupt = async (route = address) => {
    const fake = createFakeApi();
    fake.failNext({ path: '/user/me', status: 401, message: 'Please sign in' });
    const view = renderScreen(<AppRoutes />, { route, fake });
    await waitFor(() => expect(view.location()).toBe('/login'));
    return {
      ...view,
      async signIn(email = fake.user.email) {
        fake.user = { ...fake.user, email };
        await view.user.type(await screen.findByLabelText('Email'), email);
        await view.user.type(screen.getByLabelText('Password'), `${fake.password}{Enter}`);
        await waitFor(() => expect(view.location()).toBe('/dashboard'));
      },
    };
  };
  const way = () => screen.queryByRole('link', { name: 'Return to Collections' });

  it('opens the dashboard, with a notice that links back', async () => {
    const { user, location, signIn } = await interrupt();
    await signIn();
    await user.click(way() as HTMLElement);
    expect(location()).toBe(address);
    await user.click(screen.getByRole('link', { name: 'Books' }));
    expect(way()).toBeNull();
  });

  it('offers no link back to other users', async () => {
    const { signIn } = await interrupt();
    await signIn('bob@example.org');
    expect(way()).toBeNull();
  });

  it('offers the link back until the notice is closed', async () => {
    const { user, signIn } = await interrupt();
    await signIn();
    expect(way()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(way()).toBeNull();
    expect(sessionStorage.getItem('lectern-way-back')).toBeNull();
  });

  it('offers no link back to the dashboard', async () => {
    const { signIn } = await interrupt('/dashboard');
    await signIn();
    expect(screen.queryByRole('link', { name: /Go back/ })).toBeNull();
  });
});

it('redirects to the sign-in after any 401 response', async () => {
  const fake = createFakeApi();
  fake.failNext({ path: '/user/me', status: 401, message: 'Please sign in' });
  const { location } = renderScreen(<AppRoutes />, { route: '/collections', fake });
  await waitFor(() => expect(location()).toBe('/login'));
  expect(localStorage.length).toBe(0);
});
