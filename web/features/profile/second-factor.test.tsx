import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type OwnSecondFactor, secondFactorMessages } from '#contract/people/second-factor';
import { refusals } from '#contract/refusals';
import { createFakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SecondFactor } from './second-factor.tsx';
import { words } from './words.ts';

const at = '2026-01-01T00:00:00.000Z';
const none: OwnSecondFactor = { totp: null, passkeys: [], recovery_code_count: 0, is_required: false };
const some: OwnSecondFactor = {
  totp: { created_at: at, last_used_at: null },
  passkeys: [],
  recovery_code_count: 9,
  is_required: true,
};
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const uri = `otpauth://totp/Lectern:ada?secret=${secret}`;
const ok = (data: unknown) => ({ success: true, message: 'OK', data });

async function open(factor: OwnSecondFactor) {
  const fake = createFakeApi();
  fake.answerNext({ path: '/profile/second-factor' }, ok(factor));
  const rendered = renderScreen(<SecondFactor />, { fake });
  await screen.findByText(words.app);
  return rendered;
}
const press = (name: string) => screen.findByRole('button', { name });

it('sets an app up with the password and the first code, and shows the recovery codes once', async () => {
  const { fake, user } = await open(none);
  await user.click(await press(words.setUpApp));
  await user.click(await press(words.continue));
  await screen.findByText('Password is required');
  await user.type(screen.getByLabelText(words.currentPassword), 'mine');
  fake.answerNext({ path: '/profile/totp' }, ok({ challenge: 'c', secret, uri, expires_in: 600 }));
  await user.click(await press(words.continue));

  await screen.findByRole('img', { name: /QR code/ });
  expect(screen.getByLabelText(/type this key/)).toHaveProperty(
    'value',
    'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ',
  );
  fake.failNext({ path: '/profile/totp', method: 'PUT', status: 422, message: refusals.codeWrong.message });
  await user.type(screen.getByLabelText('Code'), '111111');
  await user.click(await press(words.confirmApp));
  await screen.findByText(refusals.codeWrong.message);
  fake.answerNext({ path: '/profile/totp', method: 'PUT' }, ok({ recovery_codes: codes }));
  fake.answerNext({ path: '/profile/second-factor' }, ok(some));
  await user.click(await press(words.confirmApp));

  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(fake.callsTo('/profile/totp').map(({ body }) => body)).toEqual([
    { current_password: 'mine' },
    { challenge: 'c', code: '111111' },
    { challenge: 'c', code: '111111' },
  ]);
  await user.click(await press(words.done));
  await screen.findByText('9 are left');
  screen.getByText(words.factorRequired);
});

it('removes the app for who shows a code', async () => {
  const { fake, user } = await open(some);
  await user.click(await press(words.removeApp));
  const dialog = within(await screen.findByRole('dialog', { name: words.removeApp }));
  await user.click(dialog.getByRole('button', { name: words.removeApp }));
  await dialog.findByText('Code is required');
  await user.type(dialog.getByLabelText(words.codeOrRecovery), '123 456');
  fake.answerNext({ path: '/profile/totp/remove' }, ok(null));
  fake.answerNext({ path: '/profile/second-factor' }, ok(none));
  await user.click(dialog.getByRole('button', { name: words.removeApp }));
  await screen.findByText(secondFactorMessages.removed);
  await screen.findByText(words.appNone);
  expect(fake.callsTo('/profile/totp/remove')[0]?.body).toEqual({ code: '123 456' });
});

it('makes new recovery codes for who shows a code', async () => {
  const { fake, user } = await open(some);
  await user.click(await press(words.renewCodes));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words.codeOrRecovery), 'k7wq-29dm');
  fake.answerNext({ path: '/profile/recovery-codes' }, ok({ recovery_codes: codes }));
  fake.answerNext({ path: '/profile/second-factor' }, ok(some));
  await user.click(dialog.getByRole('button', { name: words.renewCodes }));
  expect(
    within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem'),
  ).toHaveLength(10);
});
