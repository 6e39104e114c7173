import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type OwnTwoFactor, twoFactorMessages } from '#contract/auth/two-factor';
import { knownErrors } from '#contract/core/errors';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TwoFactor } from './two-factor.tsx';
import { messages } from './profile.messages.ts';

const time = '2026-01-01T00:00:00.000Z';
const none: OwnTwoFactor = { totp: null, passkeys: [], recovery_code_count: 0, is_required: false };
const some: OwnTwoFactor = {
  totp: { created_at: time, last_used_at: null },
  passkeys: [],
  recovery_code_count: 9,
  is_required: true,
};
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const uri = `otpauth://totp/Lectern:ada?secret=${secret}`;
const ok = (data: unknown) => ({ success: true, message: 'OK', data });

async function open(twoFactor: OwnTwoFactor) {
  const fake = createFakeApi();
  fake.respondNext({ path: '/profile/two-factor' }, ok(twoFactor));
  const view = renderScreen(<TwoFactor />, { fake });
  await screen.findByText(messages.app);
  return view;
}
const press = (name: string) => screen.findByRole('button', { name });

it('adds an app with the password and the first code, and shows the recovery codes once', async () => {
  const { fake, user } = await open(none);
  await user.click(await press(messages.setUpApp));
  await user.click(await press(messages.continue));
  await screen.findByText('Password is required');
  await user.type(screen.getByLabelText(messages.currentPassword), 'mine');
  fake.respondNext({ path: '/profile/totp' }, ok({ challenge: 'c', secret, uri, expires_in: 600 }));
  await user.click(await press(messages.continue));

  await screen.findByRole('img', { name: /QR code/ });
  expect(screen.getByLabelText(/Enter this setup key/)).toHaveProperty(
    'value',
    'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ',
  );
  fake.failNext({
    path: '/profile/totp',
    method: 'PUT',
    status: 422,
    message: knownErrors.codeWrong.message,
  });
  await user.type(screen.getByLabelText('Verification code'), '111111');
  await user.click(await press(messages.confirmApp));
  await screen.findByText(knownErrors.codeWrong.message);
  fake.respondNext({ path: '/profile/totp', method: 'PUT' }, ok({ recovery_codes: codes }));
  fake.respondNext({ path: '/profile/two-factor' }, ok(some));
  await user.click(await press(messages.confirmApp));

  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(fake.requestsTo('/profile/totp').map(({ body }) => body)).toEqual([
    { current_password: 'mine' },
    { challenge: 'c', code: '111111' },
    { challenge: 'c', code: '111111' },
  ]);
  await user.click(await press(messages.done));
  await screen.findByText('9 codes left');
  screen.getByText(messages.twoFactorRequired);
});

const passkey = { id: 1, name: 'Laptop', host: 'localhost', created_at: time, last_used_at: null };

it('states that passkeys and recovery codes remain without the app', async () => {
  const { user } = await open({ ...some, passkeys: [passkey] });
  await user.click(await press(messages.removeApp));
  await screen.findByText(messages.removeAppWithPasskeys);
  expect(screen.queryByText(messages.removeAppText)).toBeNull();
});

it('lists passkeys below their heading', async () => {
  await open({ ...some, passkeys: [passkey] });
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(
    entries.map((text) => /^(?:Authenticator app|Passkeys|Laptop|Recovery codes)/.exec(text)?.[0]),
  ).toEqual(['Authenticator app', 'Passkeys', 'Laptop', 'Recovery codes']);
});

it('removes the app after a code was entered', async () => {
  const { fake, user } = await open(some);
  await user.click(await press(messages.removeApp));
  const dialog = within(await screen.findByRole('dialog', { name: messages.removeApp }));
  await user.click(dialog.getByRole('button', { name: messages.removeApp }));
  await dialog.findByText('Code is required');
  await user.type(dialog.getByLabelText(messages.codeOrRecovery), '123 456');
  fake.respondNext({ path: '/profile/totp/remove' }, ok(null));
  fake.respondNext({ path: '/profile/two-factor' }, ok(none));
  await user.click(dialog.getByRole('button', { name: messages.removeApp }));
  await screen.findByText(twoFactorMessages.removed);
  await screen.findByText(messages.appNone);
  expect(fake.requestsTo('/profile/totp/remove')[0]?.body).toEqual({ code: '123 456' });
});

it('creates new recovery codes after a code was entered', async () => {
  const { fake, user } = await open(some);
  await user.click(await press(messages.renewCodes));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>(messages.codeOrRecovery);
  // A recovery code has letters, which the numeric keyboard of a phone lacks.
  expect(field.inputMode).toBe('text');
  dialog.getByText(messages.codeOrRecoveryHint);
  await user.type(field, 'k7wq-29dm');
  fake.respondNext({ path: '/profile/recovery-codes' }, ok({ recovery_codes: codes }));
  fake.respondNext({ path: '/profile/two-factor' }, ok(some));
  await user.click(dialog.getByRole('button', { name: messages.renewCodes }));
  expect(
    within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem'),
  ).toHaveLength(10);
});
