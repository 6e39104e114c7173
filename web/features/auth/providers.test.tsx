import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { providerCallbackPath } from '#contract/auth/providers';
import { expectError } from '#web/testing/console-guard.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { messages } from './auth.messages.ts';
import { LoginScreen } from './login-screen.tsx';
import { ProviderScreen } from './provider-screen.tsx';

const sign_in_providers = [{ id: 'work', name: 'Work' }];
const address = 'https://provider.example/authorize?state=s';
const query = '?code=c&state=s';
const ok = (data: unknown) => ({ success: true, message: 'OK', data });

/** Records the addresses that the tab is redirected to. */
function watchAddresses() {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  onTestFinished(() => {
    assign.mockRestore();
    sessionStorage.clear();
  });
  return assign;
}

/** Starts a sign-in at the provider and returns from it in the same tab. */
async function signInAtProvider() {
  watchAddresses();
  const login = renderScreen(<LoginScreen />, { signedIn: false, settings: { sign_in_providers } });
  login.fake.respondNext(
    { path: '/auth/providers/start' },
    ok({ challenge: 'c', url: address, expires_in: 600 }),
  );
  await login.user.click(screen.getByRole('button', { name: 'Sign in with Work' }));
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1));
  return login.fake;
}

it('redirects the tab to the provider, offered beside the password', async () => {
  const assign = watchAddresses();
  const { fake, user } = renderScreen(<LoginScreen />, { signedIn: false, settings: { sign_in_providers } });
  screen.getByLabelText('Password');
  fake.respondNext({ path: '/auth/providers/start' }, ok({ challenge: 'c', url: address, expires_in: 600 }));
  await user.click(screen.getByRole('button', { name: 'Sign in with Work' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(address));
  expect(fake.requestsTo('/auth/providers/start').map(({ body }) => body)).toEqual([{ provider: 'work' }]);
});

it('offers only providers if passwords are disabled, and shows why one is unavailable', async () => {
  const assign = watchAddresses();
  const settings = { sign_in_providers, has_password_sign_in: false };
  const { fake, user } = renderScreen(<LoginScreen />, { signedIn: false, settings });
  expect(screen.queryByLabelText('Password')).toBeNull();
  expectError(503);
  fake.failNext({ path: '/auth/providers/start', status: 503, message: 'Work is not responding.' });
  await user.click(screen.getByRole('button', { name: 'Sign in with Work' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Work is not responding.');
  expect(assign).not.toHaveBeenCalled();
});

it('never redirects to an address that is not a web page', async () => {
  const assign = watchAddresses();
  const { fake, user } = renderScreen(<LoginScreen />, { signedIn: false, settings: { sign_in_providers } });
  const url = 'data:text/html,<p>A</p>';
  fake.respondNext({ path: '/auth/providers/start' }, ok({ challenge: 'c', url, expires_in: 600 }));
  await user.click(screen.getByRole('button', { name: 'Sign in with Work' }));
  await screen.findByRole('alert');
  expect(assign).not.toHaveBeenCalled();
});

it('signs in with the response of the provider, once', async () => {
  const fake = await signInAtProvider();
  const session = { access_token: 'token', token_type: 'Bearer', expires_in: 60, user: fake.user };
  fake.respondNext({ path: '/auth/providers/complete' }, ok(session));
  const route = `${providerCallbackPath}${query}`;
  const { store, location } = renderScreen(<ProviderScreen />, { fake, signedIn: false, route });
  await vi.waitFor(() =>
    expect(store.getState().auth).toMatchObject({ isAuthenticated: true, token: 'token' }),
  );
  expect(fake.requestsTo('/auth/providers/complete').map(({ body }) => body)).toEqual([
    { challenge: 'c', response: 'code=c&state=s' },
  ]);
  await vi.waitFor(() => expect(location()).toBe('/dashboard'));
  expect(sessionStorage).toHaveLength(0);
});

it('shows why the provider’s response was rejected, with a link back', async () => {
  const fake = await signInAtProvider();
  expectError(403);
  const message = 'This account has no access.';
  fake.failNext({ path: '/auth/providers/complete', status: 403, message });
  renderScreen(<ProviderScreen />, { fake, signedIn: false, route: `${providerCallbackPath}${query}` });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: messages.toLogin }).getAttribute('href')).toBe('/login');
});

it('does not complete a sign-in of another tab', async () => {
  const route = `${providerCallbackPath}${query}`;
  const { fake } = renderScreen(<ProviderScreen />, { signedIn: false, route });
  expect((await screen.findByRole('alert')).textContent).toBe(messages.providerEnded);
  screen.getByRole('heading', { name: 'Sign-in failed' });
  expect(fake.requestsTo('/auth/providers/complete')).toEqual([]);
});
