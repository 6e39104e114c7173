import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JobsScreen } from '#web/features/jobs/jobs-screen.tsx';
import { SecurityLogScreen } from '#web/features/users/security-log-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';

it('has the sections of the settings beside jobs, and marks them', async () => {
  renderScreen(<JobsScreen />, { route: '/jobs' });
  screen.getByRole('heading', { level: 1, name: 'Jobs' });
  const sections = within(screen.getByRole('navigation', { name: t('settings.sections') }));
  expect(sections.getByRole('link', { current: 'page' }).textContent).toBe('Jobs');
  await screen.findByText('No jobs found');
});

it('has the sections of the settings beside the security log', async () => {
  const fake = createFakeApi();
  fake.respondNext({ path: '/security-log' }, { success: true, data: { items: [], total: 0 } });
  renderScreen(<SecurityLogScreen />, { route: '/settings/security-log', fake });
  screen.getByRole('heading', { level: 1, name: 'Security log' });
  const sections = within(screen.getByRole('navigation', { name: t('settings.sections') }));
  expect(sections.getByRole('link', { current: 'page' }).textContent).toBe('Security log');
  await screen.findByText(t('securityLog.emptyTitle'));
});

it('shows jobs without sections to users who cannot change settings', async () => {
  renderScreen(<JobsScreen />, { route: '/jobs', permissions: ['books:edit'] });
  screen.getByRole('heading', { level: 1, name: 'Jobs' });
  expect(screen.queryByRole('navigation', { name: t('settings.sections') })).toBeNull();
  await screen.findByText('No jobs found');
});
