import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { expectError } from '#web/testing/console-guard.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Login' });

it('has a title and nothing wrong at first', () => {
  renderScreen(<LoginScreen />, { signedIn: false, settings: { product_name: 'Bookery' } });
  screen.getByRole('heading', { name: 'Login' });
  screen.getByText('Bookery');
  expect(document.title).toBe('Login · Bookery');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(email());
});

it.each([
  ['', '', 'Email is requiredPassword is required', 'Email'],
  ['ada', 'secret', 'Enter a valid email address', 'Email'],
  ['ada@example.org', '', 'Password is required', 'Password'],
])('refuses %j with %j before any call', async (typedEmail, typedPassword, complaint, focused) => {
  const { user, fake } = renderScreen(<LoginScreen />, { signedIn: false });
  if (typedEmail) await user.type(email(), typedEmail);
  if (typedPassword) await user.type(password(), typedPassword);
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe(complaint);
  const field = screen.getByLabelText(focused);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(fake.calls).toEqual([]);
});

it('takes the alert away when a field is edited, and leaves the other one marked', async () => {
  const { user } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.click(submit());
  await screen.findByRole('alert');
  await user.type(email(), 'a');
  expect(screen.queryByRole('alert')).toBeNull();
  expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true']);
});

it('sends the password as it was typed, and takes the focus to it when it is refused', async () => {
  expectError(401);
  const { user, fake } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.type(email(), 'ada@example.org');
  await user.type(password(), ' wrong ');
  await user.click(submit());
  await screen.findByRole('alert');
  expect(fake.calls[0]?.body).toEqual({ email: 'ada@example.org', password: ' wrong ' });
  expect(document.activeElement).toBe(password());
});

it('says that it is at work, and signs in', async () => {
  const { user, fake, store } = renderScreen(<LoginScreen />, { signedIn: false });
  const paused = fake.pauseNext();
  await user.type(email(), fake.user.email);
  await user.type(password(), fake.password);
  await user.keyboard('{Enter}');
  const busy = await screen.findByRole('button', { name: 'Logging in...' });
  expect(busy.hasAttribute('disabled')).toBe(true);
  paused.release();
  await vi.waitFor(() => expect(store.getState().auth.isAuthenticated).toBe(true));
  expect(fake.calls[0]).toMatchObject({
    method: 'POST',
    path: '/auth/login',
    body: { email: fake.user.email, password: fake.password },
  });
});

it('shows why it failed and keeps what was typed', async () => {
  expectError(401);
  const { user, fake } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.type(email(), fake.user.email);
  await user.type(password(), 'wrong');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe('These credentials do not match our records');
  expect((email() as HTMLInputElement).value).toBe(fake.user.email);
});

it('shows and hides the password', async () => {
  const { user } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().getAttribute('type')).toBe('password');
});
