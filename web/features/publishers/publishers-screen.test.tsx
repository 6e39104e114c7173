import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Publisher } from '#contract/publishers/publishers';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PublishersScreen } from './publishers-screen.tsx';

const publisher = (id: number, changes: Partial<Publisher> = {}): Publisher => ({
  id,
  name: `House ${id}`,
  website: '',
  description: '',
  image: null,
  thumbnail_url: null,
  imprints: [],
  version: 1,
  ...changes,
});

async function open(...publishers: Publisher[]) {
  const fake = createFakeApi();
  fake.items.publishers.push(...publishers);
  const view = renderScreen(<PublishersScreen />, { route: '/publishers', fake });
  await screen.findByRole('button', { name: 'Add Publisher' });
  return { ...view, fake };
}

const dialog = async () => within(await screen.findByRole('dialog'));
const body = (fake: ReturnType<typeof createFakeApi>, path: string) =>
  fake.requestsTo(path, 'POST').at(-1)?.body;
const texts = (...imprints: object[]) => imprints.map((imprint) => JSON.stringify(imprint));

beforeEach(() => {
  notifications.clean();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

it('lists publishers with their website and imprints', async () => {
  const imprints = [
    { id: 1, name: 'Lantern' },
    { id: 2, name: 'Whistledown' },
  ];
  await open(publisher(1), publisher(2, { website: 'https://two.example.org', imprints }));
  const [, second, first] = await screen.findAllByRole('row');
  expect(second?.textContent).toContain('two.example.org');
  expect(second?.textContent).toContain('Lantern, Whistledown');
  expect(first?.textContent).toContain('No imprints');
});

it('creates a publisher with imprints by keyboard', async () => {
  const { user, fake } = await open();
  await screen.findByText('No publishers yet');
  await user.click(screen.getByRole('button', { name: 'Create publisher' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/^Name/), 'North Shore');
  await user.type(form.getByLabelText(/^Website/), 'https://north.example.org');
  for (const name of ['Lantern', 'Whistledown']) {
    form.getByRole('button', { name: 'Add imprint' }).focus();
    await user.keyboard('{Enter}');
    await user.keyboard(name);
  }
  form.getByRole('button', { name: 'Move imprint 2 up' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Whistledown moved to position 1 of 2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Publisher created successfully');
  expect(body(fake, '/publishers/create')).toEqual({
    name: 'North Shore',
    website: 'https://north.example.org',
    description: '',
    'imprints[]': texts({ name: 'Whistledown' }, { name: 'Lantern' }),
  });
});

it('renames and removes imprints, and skips new ones without a name', async () => {
  const imprints = [
    { id: 7, name: 'Old' },
    { id: 8, name: 'Gone' },
  ];
  const { user, fake } = await open(publisher(1, { imprints }));
  await user.click(await screen.findByRole('button', { name: 'Edit House 1' }));
  const form = await dialog();
  await user.clear(form.getByRole('textbox', { name: 'Imprint 1' }));
  await user.type(form.getByRole('textbox', { name: 'Imprint 1' }), 'New');
  await user.click(form.getByRole('button', { name: 'Remove imprint 2' }));
  await user.click(form.getByRole('button', { name: 'Add imprint' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(body(fake, '/publishers/update')).toMatchObject({
      id: '1',
      version: '1',
      'imprints[]': texts({ id: 7, name: 'New' }),
    }),
  );
});

it('rejects a website that is no link, and an imprint that occurs twice', async () => {
  const { user, fake } = await open(publisher(1, { imprints: [{ id: 7, name: 'Lantern' }] }));
  await user.click(await screen.findByRole('button', { name: 'Edit House 1' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/^Website/), 'north');
  await user.click(form.getByRole('button', { name: 'Add imprint' }));
  await user.type(form.getByRole('textbox', { name: 'Imprint 2' }), 'lantern');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(/Must be an http or https address/);
  form.getByText(/Is a duplicate/);
  expect(form.getByRole('group', { name: 'Imprints' }).getAttribute('aria-invalid')).toBe('true');
  expect(fake.requestsTo('/publishers/update', 'POST')).toEqual([]);
});
