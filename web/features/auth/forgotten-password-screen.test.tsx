import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { messages } from './auth.messages.ts';

const response = (is_mailed: boolean) => ({ success: true, message: 'OK', data: { is_mailed } });

it('requests a password reset, and does not reveal whether the account exists', async () => {
  const { fake, user } = renderScreen(<LoginScreen />, { signedIn: false });
  await user.click(screen.getByRole('button', { name: messages.forgot }));
  await user.click(screen.getByRole('button', { name: messages.sendLink }));
  expect((await screen.findByRole('alert')).textContent).toBe('Email is required');
  await user.type(screen.getByLabelText('Email'), ' ada@example.org');
  for (const [isMailed, message] of [
    [false, messages.notMailed],
    [true, messages.mailed],
  ] as const) {
    fake.respondNext({ path: '/auth/forgotten-password' }, response(isMailed));
    await user.click(screen.getByRole('button', { name: messages.sendLink }));
    await screen.findByText(message);
  }
  expect(fake.requestsTo('/auth/forgotten-password')[0]?.body).toEqual({ email: 'ada@example.org' });
  await user.click(screen.getByRole('button', { name: messages.backToLogin }));
  await screen.findByRole('heading', { name: messages.heading });
});
