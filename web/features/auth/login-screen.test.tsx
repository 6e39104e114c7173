import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { expectError } from '#web/testing/console-guard.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Login' });

it('has a title and initially no errors', () => {
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
])('rejects %j with %j without a request', async (typedEmail, typedPassword, complaint, focusedField) => {
  const { user, fake } = renderScreen(<LoginScreen />, { signedIn: false });
  if (typedEmail) await user.type(email(), typedEmail);
  if (typedPassword) await user.type(password(), typedPassword);
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe(complaint);
  const field = screen.getByLabelText(focusedField);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(fake.calls).toEqual([]);
});

it('closes the alert when a field is edited, and still marks the other one', async () => {
  const { user } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.click(submit());
  await screen.findByRole('alert');
  await user.type(email(), 'a');
  expect(screen.queryByRole('alert')).toBeNull();
  expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true']);
});

it('sends the password unchanged, and focuses it when it is rejected', async () => {
  expectError(401);
  const { user, fake } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.type(email(), 'ada@example.org');
  await user.type(password(), ' wrong ');
  await user.click(submit());
  await screen.findByRole('alert');
  expect(fake.calls[0]?.body).toEqual({ email: 'ada@example.org', password: ' wrong ' });
  expect(document.activeElement).toBe(password());
});

it('shows the progress, and signs in', async () => {
  const { user, fake, store } = renderScreen(<LoginScreen />, { signedIn: false });
  const pause = fake.pauseNext();
  await user.type(email(), fake.user.email);
  await user.type(password(), fake.password);
  await user.keyboard('{Enter}');
  const busy = await screen.findByRole('button', { name: 'Logging in...' });
  expect(busy.hasAttribute('disabled')).toBe(true);
  pause.release();
  await vi.waitFor(() => expect(store.getState().auth.isAuthenticated).toBe(true));
  expect(fake.calls[0]).toMatchObject({
    method: 'POST',
    path: '/auth/login',
    body: { email: fake.user.email, password: fake.password },
  });
});

it('shows the error and keeps the typed values', async () => {
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
