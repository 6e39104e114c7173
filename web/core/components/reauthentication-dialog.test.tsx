import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { reauthenticationEndpoint } from '#contract/auth/reauthentication';
import { knownErrors } from '#contract/core/errors';
import { roleEndpoints } from '#contract/users/roles';
import { useApi } from '#web/core/api/api-context.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const ok = { success: true, message: 'OK', data: { expires_in: 600 } };
function Screen() {
  const client = useApi();
  const [outcome, setOutcome] = useState('');
  const send = () =>
    client.call({ ...roleEndpoints.create, json: { name: 'Readers' } }).then(
      () => setOutcome('saved'),
      (error: Error) => setOutcome(error.message),
    );
  return (
    <>
      <button onClick={() => void send()}>Send</button>
      <output>{outcome}</output>
    </>
  );
}

function open() {
  const fake = createFakeApi();
  fake.failNext({ path: roleEndpoints.create.path, status: 403, ...knownErrors.reauthenticationRequired });
  return renderScreen(<Screen />, { fake });
}

it('repeats the request after the password, and shows an error when it is wrong', async () => {
  const { fake, user } = open();
  fake.respondNext({ path: roleEndpoints.create.path }, ok);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' });
  fake.failNext({ path: reauthenticationEndpoint.path, status: 422, ...knownErrors.passwordWrong });
  await user.type(within(dialog).getByLabelText('Current password'), 'wrong{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(knownErrors.passwordWrong.message);
  fake.respondNext({ path: reauthenticationEndpoint.path }, ok);
  await user.clear(within(dialog).getByLabelText('Current password'));
  await user.type(within(dialog).getByLabelText('Current password'), 'right{Enter}');
  await screen.findByText('saved');
  const requests = fake.calls.filter(({ path }) => path === reauthenticationEndpoint.path);
  expect(requests.map(({ body }) => body)).toEqual([
    { current_password: 'wrong' },
    { current_password: 'right' },
  ]);
  expect(fake.calls.filter(({ path }) => path === roleEndpoints.create.path)).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the request rejected when it is cancelled', async () => {
  const { fake, user } = open();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByText(knownErrors.reauthenticationRequired.message);
  expect(fake.calls.filter(({ path }) => path === roleEndpoints.create.path)).toHaveLength(1);
});
