import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type LinkedProvider, providerMessages } from '#contract/auth/providers';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { messages } from './profile.messages.ts';
import { ProviderList } from './provider-list.tsx';

const settings = { sign_in_providers: [{ id: 'work', name: 'Work' }] };
const identity: LinkedProvider = {
  id: 4,
  provider: 'Work',
  email: 'ada@work.example',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
};
const page = (items: readonly LinkedProvider[]) => ({
  success: true,
  message: 'OK',
  data: { items, total: items.length, objects: { total: items.length } },
});

function open(items: readonly LinkedProvider[]) {
  const fake = createFakeApi();
  fake.respondNext({ path: '/profile/identities' }, page(items));
  return renderScreen(<ProviderList />, { settings, fake });
}

it('lists linked providers, and unlinks one', async () => {
  const { fake, user } = open([identity]);
  await screen.findByText('Work · ada@work.example');
  fake.respondNext({ path: '/profile/identities/4' }, { success: true, message: 'OK', data: null });
  fake.respondNext({ path: '/profile/identities' }, page([]));
  await user.click(screen.getByRole('button', { name: messages.unlinkProvider.replace('{{name}}', 'Work') }));
  await screen.findByText(messages.noProviders);
  await screen.findByText(providerMessages.unlinked);
  expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /profile/identities/4');
});

it('links another provider in this tab', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  onTestFinished(() => {
    assign.mockRestore();
    sessionStorage.clear();
  });
  const { fake, user } = open([]);
  await screen.findByText(messages.noProviders);
  const url = 'https://provider.example/authorize';
  const startResponse = { success: true, message: 'OK', data: { challenge: 'c', url, expires_in: 600 } };
  fake.respondNext({ path: '/profile/identities/start' }, startResponse);
  await user.click(screen.getByRole('button', { name: messages.linkProvider.replace('{{name}}', 'Work') }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(sessionStorage.getItem('provider_sign_in')).toContain('"link"');
});
