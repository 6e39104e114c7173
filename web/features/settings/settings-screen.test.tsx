import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { declaredSettings } from '#contract/settings/declared';
import { initialLanguages } from '#contract/settings/language-list';
import type { Setting } from '#contract/settings/settings';
import type { SystemReport } from '#contract/system/system';
import { fakeSection, fakeSettings } from '#web/testing/fake-settings.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import {
  CatalogueSettingsScreen,
  GeneralSettingsScreen,
  SettingsScreen,
  SignInSettingsScreen,
  SystemScreen,
} from './settings-screen.tsx';
import { messages } from './settings.messages.ts';

const ok = (data: unknown) => ({ success: true, message: 'OK', data });

function open(content: ReactElement, settings: Record<string, Partial<Setting>> = {}) {
  const fake = createFakeApi(['settings:edit']);
  fake.respondNext({ path: '/settings', method: 'GET' }, ok(fakeSettings(settings)));
  return renderScreen(content, { fake });
}

it('lists the sections, each with its own screen', async () => {
  open(<SettingsScreen />);
  const navigation = screen.getByRole('navigation', { name: messages.sections });
  expect(within(navigation).getByRole('link', { name: messages.sign_in }).getAttribute('href')).toBe(
    '/settings/sign-in',
  );
});

it('shows each setting with its description and default, and sends only changed ones', async () => {
  const { fake, user } = open(<GeneralSettingsScreen />, {
    docs_url: { value: 'https://a.example', from: 'settings' },
  });
  const name = await screen.findByRole('textbox', { name: 'Product name' });
  const descriptionElement = document.getElementById(name.getAttribute('aria-describedby') ?? '');
  expect(descriptionElement?.textContent).toBe(declaredSettings.product_name.reason);
  screen.getByText('Default: Lectern');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: messages.save }).disabled).toBe(true);
  await user.clear(name);
  await user.type(name, 'Ses');
  fake.respondNext(
    { path: '/settings/general', method: 'PATCH' },
    ok(fakeSection('general', 8, { product_name: { value: 'Ses', from: 'settings' } })),
  );
  await user.click(screen.getByRole('button', { name: messages.save }));
  await screen.findByRole('button', { name: 'Reset Product name to default' });
  expect(fake.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 7,
    product_name: 'Ses',
  });
});

it('resets to the default', async () => {
  const { fake, user } = open(<SignInSettingsScreen />, { session_hours: { value: 4, from: 'settings' } });
  await user.click(await screen.findByRole('button', { name: 'Reset Session duration to default' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Session duration' }).value).toBe('12');
  fake.respondNext({ path: '/settings/sign-in', method: 'PATCH' }, ok(fakeSection('sign_in', 8, {})));
  await user.click(screen.getByRole('button', { name: messages.save }));
  await screen.findByText('Default: 12 hours');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: messages.sign_in }));
  expect(fake.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 7,
    reset: ['session_hours'],
  });
});

it('removes the stored logo, unless it is restored', async () => {
  const logo = { value: '/media/logo.png', from: 'settings' } as const;
  const { fake, user } = open(<GeneralSettingsScreen />, { logo });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: messages.save });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByRole('img', { name: 'Current image' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep file' }));
  screen.getByRole('img', { name: 'Current image' });
  expect(save.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  fake.respondNext({ path: '/settings/general', method: 'PATCH' }, ok(fakeSection('general', 8, {})));
  await user.click(save);
  await screen.findByText('No file chosen');
  expect(fake.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ version: 7, reset: ['logo'] });
});

it('locks settings of environment variables, and shows the reason', async () => {
  open(<GeneralSettingsScreen />, {
    product_name: { value: 'Fixed', from: 'environment', is_writable: false, variable: 'PRODUCT_NAME' },
  });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Product name' })).disabled).toBe(
    true,
  );
  screen.getByText(/Set by the PRODUCT_NAME environment variable/);
});

it('adds a language, and marks the field that the server rejects', async () => {
  const { fake, user } = open(<CatalogueSettingsScreen />);
  const add = await screen.findByRole('button', { name: messages.addLanguage });
  screen.getByText('Default: Turkish 166, Portuguese 181, English 228, Spanish 218 words per minute');
  await user.click(add);
  await user.type(screen.getByRole('textbox', { name: 'New language name' }), 'German');
  await user.type(screen.getByRole('textbox', { name: 'German code' }), 'en');
  fake.failNext({
    path: '/settings/catalogue',
    method: 'PATCH',
    status: 422,
    message: 'This code is already used by another language',
    errors: { 'languages.4.short': 'This code is already used by another language' },
  });
  await user.click(screen.getByRole('button', { name: messages.save }));
  await screen.findByRole('alert');
  expect(screen.getByRole('textbox', { name: 'German code' }).getAttribute('aria-invalid')).toBe('true');
  const body = fake.calls.find(({ method }) => method === 'PATCH')?.body;
  expect(body).toHaveProperty('languages.length', initialLanguages.length + 1);
  expect(body).toHaveProperty('languages.4', {
    short: 'en',
    label: 'German',
    words_per_minute: '200',
    is_offered: true,
  });
  await user.click(screen.getByRole('button', { name: 'Remove German' }));
  expect(screen.queryByRole('textbox', { name: 'German code' })).toBeNull();
});

it('is hidden without the permission', () => {
  renderScreen(<GeneralSettingsScreen />, { fake: createFakeApi([]) });
  expect(screen.getByText(messages.forbiddenTitle).textContent).toBe(messages.forbiddenTitle);
});

const report: SystemReport = {
  version: '0.1.0',
  runtime: 'Node.js 24.0.0',
  started_at: '2026-01-01T00:00:00.000Z',
  database: { description: 'SQLite 3.54.0 (local disk)', bytes: 3_000_000 },
  store: {
    description: 'S3 bucket books',
    files: 1200,
    bytes: 1024,
    measured_at: '2026-01-01T00:00:00.000Z',
  },
  disk: { free: 1_000_000_000, total: 4_000_000_000 },
  health: {
    is_ready: false,
    problems: ['The file storage is not responding.'],
    integrity_check: { is_running: true, checked_at: null },
    background_work: [
      { name: 'Search index', is_running: false, worked_ms: 5, waited_ms: 0 },
      { name: 'Reports', is_running: true, worked_ms: 12_400, waited_ms: 81_600 },
    ],
  },
  notices: ['trust_proxy_all'],
  counts: [
    { name: 'books', count: 12_345 },
    { name: 'something-newer', count: 1 },
  ],
  last_backup: null,
  packages: [
    { name: 'react', version: '19.3.1', licence: 'MIT' },
    { name: 'sharp', version: '0.35.5', licence: 'Apache-2.0' },
  ],
};

it('shows the system status, and finds packages by licence', async () => {
  const fake = createFakeApi(['settings:edit']);
  fake.respondNext({ path: '/settings/system' }, ok(report));
  const { user } = renderScreen(<SystemScreen />, { fake });
  const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  await screen.findByText('Version', { selector: 'dt' });
  expect(valueOf(messages.health)).toBe('The file storage is not responding.');
  expect(valueOf(messages.integrityCheck)).toBe(messages.integrityCheckRunning);
  expect(valueOf(messages.backgroundWork)).toBe('Reports: 12 s of work, 82 s of pauses');
  expect(valueOf(messages.notices)).toBe(messages.noticeTexts.trust_proxy_all);
  expect(valueOf(messages.storeSize)).toBe('1,200 files, 1 KB');
  expect(valueOf(messages.free)).toBe('1 GB free of 4 GB (data directory)');
  expect(valueOf(messages.lastBackup)).toBe(messages.noBackup);
  expect(valueOf(messages.counts.books)).toBe('12,345');
  expect(valueOf('something-newer')).toBe('1');
  await user.type(screen.getByLabelText(messages.findPackage), 'apache');
  screen.getByText('1 package');
  screen.getByRole('cell', { name: 'sharp' });
  expect(screen.queryByRole('cell', { name: 'react' })).toBeNull();
});
