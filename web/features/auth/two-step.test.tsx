import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SecondStep } from '#contract/auth/two-factor';
import { knownErrors } from '#contract/core/errors';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { messages } from './auth.messages.ts';

const step: SecondStep = {
  challenge: 'c',
  methods: ['totp', 'recovery_code'],
  expires_in: 600,
  enrolment: null,
};
const enrolment = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Lectern:ada?secret=GEZDGNBVGY3TQOJQ' };
const ok = (data: unknown) => ({ success: true, message: 'OK', data });
const press = (name: string) => screen.findByRole('button', { name });

async function open(second_step: SecondStep) {
  const view = renderScreen(<LoginScreen />, { signedIn: false });
  const { fake, user } = view;
  fake.respondNext({ path: '/auth/login' }, ok({ second_step }));
  await user.type(screen.getByLabelText('Email'), fake.user.email);
  await user.type(screen.getByLabelText('Password'), fake.password);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', {
    name: second_step.enrolment ? messages.enrolHeading : messages.stepHeading,
  });
  const session = { access_token: 'token', token_type: 'Bearer', expires_in: 60, user: fake.user };
  return { ...view, session };
}

it('requests the code after the correct password, and signs in with it', async () => {
  const { fake, user, store, session } = await open(step);
  expect(store.getState().auth).toMatchObject({ isAuthenticated: false, error: null, loading: false });
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  await user.keyboard('{Enter}');
  await screen.findByText('Code is required');
  const { message, code } = knownErrors.codeRejected;
  fake.failNext({ path: '/auth/second-step', status: 401, message, code });
  await user.keyboard('111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  fake.respondNext({ path: '/auth/second-step' }, ok(session));
  await user.keyboard('222222{Enter}');
  await vi.waitFor(() =>
    expect(store.getState().auth).toMatchObject({ isAuthenticated: true, token: 'token' }),
  );
  expect(localStorage.getItem('access_token')).toBe('token');
  expect(fake.requestsTo('/auth/second-step').map(({ body }) => body)).toEqual([
    { challenge: 'c', code: '111111' },
    { challenge: 'c', code: '222222' },
  ]);
});

it('accepts a recovery code instead of the app’s', async () => {
  const { fake, user, store, session } = await open(step);
  await user.click(await press(messages.useRecoveryCode));
  fake.respondNext({ path: '/auth/second-step' }, ok(session));
  await user.type(screen.getByLabelText('Recovery code'), 'k7wq-29dm{Enter}');
  await vi.waitFor(() => expect(store.getState().auth.isAuthenticated).toBe(true));
});

it('returns to the password when the sign-in has expired, and shows the reason', async () => {
  const { fake, user } = await open(step);
  const { message, code } = knownErrors.signInEnded;
  fake.failNext({ path: '/auth/second-step', status: 401, message, code });
  await user.keyboard('111111{Enter}');
  await screen.findByRole('heading', { name: messages.heading });
  expect(screen.getByRole('alert').textContent).toBe(message);
});

it('guides through the setup of a required second factor, and signs in after the codes are confirmed', async () => {
  const { fake, user, store, session } = await open({ ...step, methods: ['totp'], enrolment });
  await screen.findByRole('img', { name: /QR code/ });
  expect(screen.queryByRole('button', { name: messages.useRecoveryCode })).toBeNull();
  fake.respondNext({ path: '/auth/second-step' }, ok({ ...session, recovery_codes: ['one', 'two'] }));
  await user.type(screen.getByLabelText('Verification code'), '111111{Enter}');
  await screen.findByText('two');
  expect(store.getState().auth.isAuthenticated).toBe(false);
  await user.click(await press(messages.goOn));
  expect(store.getState().auth.isAuthenticated).toBe(true);
});
