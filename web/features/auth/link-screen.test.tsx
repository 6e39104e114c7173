import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { knownErrors } from '#contract/core/errors';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LinkScreen } from './link-screen.tsx';
import { messages } from './auth.messages.ts';

const response = {
  kind: 'invitation',
  name: 'Iva',
  email: 'iva@example.org',
  expires_at: '2030-01-01T00:00:00.000Z',
};
const token = 'a'.repeat(43);

function open() {
  const fake = createFakeApi();
  fake.respondNext({ path: '/auth/links/read' }, { success: true, message: 'OK', data: response });
  return renderScreen(<LinkScreen />, { fake, signedIn: false, route: `/invitation#${token}` });
}

it('names the account, and sets the password once', async () => {
  const { fake, user } = open();
  const field = await screen.findByLabelText(messages.newPassword);
  screen.getByText('Welcome, Iva. Choose a password for your account.');
  expect(screen.getByLabelText(messages.email)).toHaveProperty('value', 'iva@example.org');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(fake.calls.map(({ path, body }) => [path, body])).toEqual([['/auth/links/read', { token }]]);

  fake.respondNext(
    { path: '/auth/links/use' },
    { success: true, message: 'OK', data: { email: response.email } },
  );
  await user.type(field, 'nine small otters');
  await user.click(screen.getByRole('button', { name: messages.setPassword }));
  await screen.findByText(messages.passwordSet);
  expect(fake.requestsTo('/auth/links/use')[0]?.body).toEqual({ token, password: 'nine small otters' });
  expect(screen.getByRole('link', { name: messages.toLogin }).getAttribute('href')).toBe('/login');
});

it("rejects a short password without a request, and shows the server's error for a weak one", async () => {
  const { fake, user } = open();
  const field = await screen.findByLabelText(messages.newPassword);
  await user.type(field, 'short');
  await user.click(screen.getByRole('button', { name: messages.setPassword }));
  await screen.findByText(knownErrors.passwordTooShort.message);
  expect(fake.requestsTo('/auth/links/use')).toEqual([]);

  fake.failNext({ path: '/auth/links/use', status: 422, message: knownErrors.passwordTooWeak.message });
  await user.clear(field);
  await user.type(field, 'password1');
  await user.click(screen.getByRole('button', { name: messages.setPassword }));
  await screen.findByText(knownErrors.passwordTooWeak.message);
  expect(field).toHaveProperty('value', 'password1');
});

it.each([
  ['/invitation', 0],
  [`/new-password#${token}`, 1],
])('at %s shows that the link is not valid', async (route, calls) => {
  const fake = createFakeApi();
  fake.failNext({ path: '/auth/links/read', status: 404, code: knownErrors.linkInvalid.code });
  renderScreen(<LinkScreen />, { fake, signedIn: false, route });
  await screen.findByText(messages.linkInvalid);
  expect(fake.calls).toHaveLength(calls);
  expectError(404);
});
