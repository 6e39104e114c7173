import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { notifications } from '@mantine/notifications';
import { knownErrors } from '#contract/core/errors';
import type { SharedPreview } from '#contract/mobile-home/preview-links';
import { AppRoutes } from '#web/app/router.tsx';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { previewToken } from '#web/testing/fake-preview-links.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import './share-preview-dialog.tsx';
import './shared-preview-screen.tsx';
import { MobileConfigsScreen } from './mobile-configs-screen.tsx';

const path = '/mobile/home/preview-links';
const address = (id: number) => `https://books.example.org/preview#${previewToken(id)}`;

beforeEach(() => notifications.clean());

/** Opens the editor of a home screen, and its share dialog. */
async function share(prepare: (fake: FakeApi) => void = () => undefined) {
  const fake = createFakeApi();
  const config = [{ title: 'Start', type: 'one_collection', data: { item: { id: 4, title: 'By the Sea' } } }];
  fake.items['mobile-configs'].push({ id: 1, title: 'Home', is_main_service: true, config, version: 1 });
  prepare(fake);
  const renderedScreen = renderScreen(<MobileConfigsScreen />, { route: '/mobile-configs', fake });
  const { user } = renderedScreen;
  await user.click(await screen.findByRole('button', { name: 'Edit Home' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Mobile Config' }));
  await user.type(editor.getByLabelText(/^Title/), ' draft');
  const open = async () => {
    await user.click(editor.getByRole('button', { name: 'Share preview' }));
    return within(await screen.findByRole('dialog', { name: 'Share preview' }));
  };
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: 'Share preview' })).toBeNull());
  return { ...renderedScreen, editor, open, isClosed, dialog: await open() };
}

it('creates a link to the unsaved home screen, with a QR code, and copies it', async () => {
  const { fake, dialog, user } = await share();
  expect(await dialog.findByLabelText('Link')).toHaveProperty('value', address(1));
  dialog.getByRole('img', { name: 'QR code of the link' });
  dialog.getByText('Valid until Jan 2, 2030', { exact: false });
  expect(fake.requestsTo(path, 'POST').map(({ body }) => body)).toEqual([
    {
      title: 'Home draft',
      is_main_service: true,
      config: [{ title: 'Start', type: 'one_collection', data: { id: 4 } }],
    },
  ]);
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await dialog.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe(address(1));
});

it('revokes the link, and lists and revokes others', async () => {
  const { fake, dialog, open, isClosed, editor, user } = await share();
  await dialog.findByLabelText('Link');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await isClosed();
  const second = await open();
  expect(await second.findByLabelText('Link')).toHaveProperty('value', address(2));
  await user.click(
    await second.findByRole('button', { name: /^Revoke link: Home draft, valid until Jan 2, 2030/ }),
  );
  await waitFor(() => expect(second.queryByText('Your other valid links')).toBeNull());
  await user.click(second.getByRole('button', { name: 'Revoke link' }));
  await isClosed();
  await screen.findAllByText('Preview link revoked');
  expect(fake.previewLinks).toEqual([]);
  // The editor below keeps its text.
  expect(editor.getByLabelText(/^Title/)).toHaveProperty('value', 'Home draft');
});

it('closes only its own dialog with Escape and Back', async () => {
  const { dialog, open, isClosed, editor, user } = await share();
  await dialog.findByLabelText('Link');
  await user.keyboard('{Escape}');
  await isClosed();
  await open();
  history.back();
  await isClosed();
  expect(editor.getByLabelText(/^Title/)).toHaveProperty('value', 'Home draft');
  expect(screen.queryByText('Discard changes?')).toBeNull();
});

it('reports a link that could not be created, and creates it on retry', async () => {
  const { message } = knownErrors.tooManyPreviewLinks(20);
  expectError(409);
  const { dialog, user } = await share((fake) =>
    fake.failNext({ path, method: 'POST', status: 409, message, code: 'record.conflict' }),
  );
  await dialog.findByText(message);
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByLabelText('Link')).toHaveProperty('value', address(1));
});

const sharedPreview: SharedPreview = {
  title: 'Autumn',
  service: 'main',
  language: 3,
  country: 'TR',
  expires_at: new Date(Date.now() + 3 * 60 * 60_000).toISOString(),
  blocks: [
    {
      title: 'Start',
      type: 'one_collection',
      card_count: 1,
      cards: [
        {
          kind: 'collection',
          id: 4,
          title: 'By the Sea',
          image: '/media/sea.webp',
          thumbnail_url: null,
          description: '',
          author: null,
          duration: 60,
          book_count: 1,
          books: [],
        },
      ],
    },
  ],
};

function openShared(route: string, data: object = sharedPreview) {
  const fake = createFakeApi();
  fake.respondNext({ path: '/mobile/home/shared-preview' }, { success: true, message: 'OK', data });
  return renderScreen(<AppRoutes />, { fake, signedIn: false, route });
}

it('shows the shared home screen without an account', async () => {
  const { fake, location } = openShared(`/preview#${previewToken(1)}`);
  await screen.findByRole('heading', { name: 'Autumn', level: 1 });
  screen.getByText('Preview of a home screen in the app. It expires in 3 hours.');
  for (const text of ['Main Service', 'English', 'By the Sea']) screen.getByText(text);
  screen.getByRole('heading', { name: 'Start', level: 2 });
  expect(document.querySelector('main img')?.getAttribute('src')).toBe('/media/sea.webp');
  await waitFor(() => expect(document.title).toMatch(/^Autumn/));
  expect(location()).toBe('/preview');
  expect(fake.calls.map((call) => [call.path, call.body])).toEqual([
    ['/mobile/home/shared-preview', { token: previewToken(1) }],
  ]);
});

it('shows a home screen without content or title', async () => {
  openShared(`/preview#${previewToken(1)}`, { ...sharedPreview, title: '', language: null, blocks: [] });
  await screen.findByText('This home screen has no content.');
  screen.getByRole('heading', { name: 'Untitled home screen' });
  screen.getByText('All Languages');
});

it.each(['/preview', `/preview#${previewToken(9)}`])('reports an ended link: %s', async (route) => {
  const { message, code } = knownErrors.previewLinkInvalid;
  expectError(404);
  const fake = createFakeApi();
  fake.failNext({ path: '/mobile/home/shared-preview', status: 404, message, code });
  renderScreen(<AppRoutes />, { fake, signedIn: false, route });
  await screen.findByText(message);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
