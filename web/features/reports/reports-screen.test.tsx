import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { reauthenticationEndpoint } from '#contract/auth/reauthentication';
import { knownErrors } from '#contract/core/errors';
import { healthCheckNames } from '#contract/catalogue-health/health-checks';
import type { HealthIssue } from '#contract/catalogue-health/catalogue-health';
// Preloaded, so tests do not wait for the code of the screens.
import '#web/features/books/book-page.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { ReportsScreen } from './reports-screen.tsx';

const issueOf = (id: number, changes: Partial<HealthIssue> = {}): HealthIssue => ({
  rule: 'book_without_cover',
  kind: 'books',
  id,
  code: `BK-00000${id}`,
  name: `Book ${id}`,
  thumbnail_url: null,
  detail: '',
  version: 3,
  dismissal: null,
  ...changes,
});

it('lists the checks with issues and the reason for each, and the others on request', async () => {
  const fake = createFakeApi();
  fake.reports.issues.push(issueOf(1), issueOf(2));
  const { user } = renderScreen(<ReportsScreen />, { fake, route: '/reports' });
  const rule = await screen.findByRole('link', { name: /^Books without a cover/ });
  expect(rule.textContent).toContain('2 open');
  expect(rule.getAttribute('href')).toBe('/reports?rule=book_without_cover');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: `Show ${healthCheckNames.length - 1} passed checks` }));
  expect(screen.getAllByRole('listitem')).toHaveLength(healthCheckNames.length);
});

it('lists the checks of one severity, as the address and the filter say', async () => {
  const fake = createFakeApi();
  fake.reports.issues.push(issueOf(1), issueOf(2, { rule: 'home_block_empty', kind: 'mobile-configs' }));
  const { user, location } = renderScreen(<ReportsScreen />, { fake, route: '/reports?severity=error' });
  const error = await screen.findByRole('link', { name: /^Empty home screen blocks/ });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('radio', { name: 'Errors' })).toHaveProperty('checked', true);
  await user.click(error);
  const back = await screen.findByRole('link', { name: 'Errors' });
  expect(back.getAttribute('href')).toBe('/reports?severity=error');
  await user.click(back);
  await user.click(await screen.findByRole('radio', { name: 'Suggestions' }));
  await screen.findByText('All checks for suggestions passed.');
  expect(location()).toBe('/reports?severity=suggestion');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await screen.findByRole('link', { name: /^Books without a cover/ });
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('shows a message when there are no issues', async () => {
  renderScreen(<ReportsScreen />, { route: '/reports' });
  expect((await screen.findByText('No issues found')).textContent).toBe('No issues found');
});

it('links to the editor, and dismisses an issue with a reason and the version that was read', async () => {
  const fake = createFakeApi();
  fake.reports.issues.push(issueOf(1, { detail: 'On purpose' }));
  const { user } = renderScreen(<ReportsScreen />, { fake, route: '/reports?rule=book_without_cover' });
  const edit = await screen.findByRole('link', { name: 'Edit Book 1' });
  expect(edit.getAttribute('href')).toBe('/books/1');
  await user.click(screen.getByRole('button', { name: 'Dismiss Book 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss this issue?' });
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'An old print');
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  await screen.findByText('All records pass this check.');
  expect(fake.requestsTo('/reports/health/dismissals', 'POST').map(({ body }) => body)).toEqual([
    { rule: 'book_without_cover', id: 1, version: 3, reason: 'An old print' },
  ]);
  await user.click(screen.getByRole('radio', { name: 'Dismissed' }));
  expect((await screen.findByText(/^An old print \(Ada/)).textContent).toMatch(/^An old print/);
});

it('hides Dismiss without the edit permission, and shows the full reports of the dashboard', async () => {
  const fake = createFakeApi([]);
  fake.reports.issues.push(issueOf(1));
  const { user } = renderScreen(<ReportsScreen />, { fake, route: '/reports?rule=book_without_cover' });
  await screen.findByRole('link', { name: 'Edit Book 1' });
  expect(screen.queryByRole('button', { name: /Dismiss/ })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Languages' }));
  expect((await screen.findByText('91 mins')).textContent).toBe('91 mins');
  await user.click(screen.getByRole('tab', { name: 'Authors' }));
  await waitFor(() => expect(fake.requestsTo('/books/authors')).toHaveLength(1));
  await user.click(screen.getByRole('tab', { name: 'Longest books' }));
  await waitFor(() =>
    expect(fake.requestsTo('/books/list').at(-1)?.query).toMatchObject({
      sort_by_field: 'reading_time',
      sort_direction: 'desc',
    }),
  );
});

it('links each of the longest books to its page, with the list for previous and next', async () => {
  const { user, location } = renderScreen(<AppRoutes />, { route: '/reports?show=longest' });
  await user.click(await screen.findByRole('link', { name: 'Book 11' }));
  await screen.findByRole('heading', { level: 1, name: 'Book 11' });
  expect(location()).toBe('/books/11');
  const back = within(screen.getByRole('main')).getByRole('link', { name: 'Back to list' });
  expect(back.getAttribute('href')).toBe('/reports?show=longest');
  screen.getByRole('navigation', { name: 'List navigation' });
});

it('says when a search of a report has no results, and clears it', async () => {
  const { user, location } = renderScreen(<AppRoutes />, { route: '/reports?show=longest&search=nowhere' });
  await screen.findByText('No books found');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('link', { name: 'Book 11' });
  expect(location()).toBe('/reports?show=longest');
});

describe('audit log', () => {
  const entry = exampleEntry;
  const response = (data: unknown) => ({ success: true, message: 'OK', data });

  it('lists the entries filtered by the address, each with a link to its comparison', async () => {
    const fake = createFakeApi();
    fake.respondNext(
      { path: '/audit-log/actors' },
      response([
        { actor: null, entries: 9 },
        { actor: { id: 7, name: 'Ayşe' }, entries: 1 },
      ]),
    );
    fake.respondNext({ path: '/audit-log' }, response({ items: [entry], total: 1, objects: { total: 1 } }));
    const route = '/reports?show=auditLog&actor_id=7&from=2026-05-01&to=2026-05-31';
    const { user } = renderScreen(<ReportsScreen />, { fake, route });
    const link = await screen.findByRole('link', { name: 'Ayşe updated Description' });
    expect(link.getAttribute('href')).toBe('/history/entries/41');
    screen.getByText('“Shelf”');
    screen.getByText('1 entry');
    expect(fake.requestsTo('/audit-log')[0]?.query).toMatchObject({
      actor_id: 7,
      from: new Date(2026, 4, 1).toISOString(),
      to: new Date(2026, 5, 1).toISOString(),
    });
    const userField = screen.getByRole('combobox', { name: 'User' });
    await waitFor(() =>
      expect(
        within(userField)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['All users', 'System', 'Ayşe']),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Deleted');
    await screen.findByText('No entries match these filters.');
    expect(fake.requestsTo('/audit-log').at(-1)?.query).toMatchObject({ actor_id: 7, action: 'deleted' });
    // The click would navigate the test document.
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    fake.failNext({ path: '/audit-log/entries.csv', status: 403, ...knownErrors.reauthenticationRequired });
    await user.click(screen.getByRole('button', { name: 'Download as CSV: Audit log' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' });
    fake.respondNext({ path: reauthenticationEndpoint.path }, response({ expires_in: 600 }));
    fake.respondNext({ path: '/audit-log/entries.csv' }, 'id,at');
    await user.type(within(dialog).getByLabelText('Current password'), 'right{Enter}');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    save.mockRestore();
    expect(fake.requestsTo('/audit-log/entries.csv')[0]?.query).not.toHaveProperty('page');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(fake.requestsTo('/audit-log').at(-1)?.query['action'] ?? '').toBe(''));
  });

  it('lists the changes caused by one change, with a link to it', async () => {
    const fake = createFakeApi();
    fake.respondNext({ path: '/audit-log' }, response({ items: [entry], total: 1, objects: { total: 1 } }));
    const { user } = renderScreen(<ReportsScreen />, { fake, route: '/reports?show=auditLog&cause_id=12' });
    await screen.findByText(/Showing changes caused by change 12/);
    expect(screen.getByRole('link', { name: 'View original change' }).getAttribute('href')).toBe(
      '/history/entries/12',
    );
    expect(fake.requestsTo('/audit-log')[0]?.query).toMatchObject({ cause_id: 12 });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(fake.requestsTo('/audit-log').at(-1)?.query['cause_id'] ?? '').toBe(''));
    expect(screen.queryByText(/Only what followed/)).toBeNull();
  });

  it('is hidden without the permission to read the audit log', async () => {
    const route = '/reports?show=auditLog';
    const { fake } = renderScreen(<ReportsScreen />, { route, permissions: ['books:edit'] });
    await screen.findByText('No issues found');
    expect(screen.queryByRole('tab', { name: 'Audit log' })).toBeNull();
    expect(fake.requestsTo('/audit-log')).toEqual([]);
  });
});
