import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { showToast, toastLimit } from '#web/ui/show-toast.ts';
import { AppRoutes } from './router.tsx';

const { message } = knownErrors.noPermission;
const notice = 'Your permissions have changed';

async function openCollections() {
  const fake = createFakeApi(allPermissions);
  const view = renderScreen(<AppRoutes />, { fake, route: '/collections' });
  const add = await screen.findByRole('button', { name: /^Add/ });
  await waitFor(() => expect(fake.requestsTo('/user/me')).toHaveLength(1));
  const save = async (code?: string) => {
    fake.failNext({
      path: '/books/collections',
      method: 'POST',
      status: 403,
      message,
      ...(code !== undefined && { code }),
    });
    await view.user.click(add);
    await view.user.type(await screen.findByLabelText(/^Title/), 'Evenings');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await view.user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await screen.findAllByText(message);
  };
  return { ...view, save };
}

it('reads the permissions again and reports the change after a rejected write', async () => {
  const { fake, save, store } = await openCollections();
  fake.user = { ...fake.user, permissions: ['books:edit'] };
  await save();
  await screen.findByText(notice);
  expect(fake.requestsTo('/user/me')).toHaveLength(2);
  expect(store.getState().auth.user?.permissions).toEqual(['books:edit']);
  expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ permissions: ['books:edit'] });
  expect(screen.queryByText('Users')).toBeNull();
  // The form keeps the typed values.
  expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Evenings');
});

it('reports it even if the maximum number of toasts is open', async () => {
  const { fake, save } = await openCollections();
  act(() => {
    for (let toast = 0; toast < toastLimit; toast += 1) showToast({ message: 'Stays', autoClose: false });
  });
  fake.user = { ...fake.user, permissions: ['books:edit'] };
  await save();
  await screen.findByText(notice);
});

it('reports nothing if the permissions are unchanged', async () => {
  const { fake, save } = await openCollections();
  await save();
  await waitFor(() => expect(fake.requestsTo('/user/me')).toHaveLength(2));
  expect(screen.queryByText(notice)).toBeNull();
});

it('sends no request if the error does not name a permission', async () => {
  const { fake, save } = await openCollections();
  await save('');
  expect(fake.requestsTo('/user/me')).toHaveLength(1);
});
