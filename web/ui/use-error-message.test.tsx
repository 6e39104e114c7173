import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messages } from '#contract/core/messages';
import { categories } from '#contract/categories/categories';
import { i18n } from '#web/app/catalogue.ts';
import { CategoriesScreen } from '#web/features/categories/categories-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';

const path = categories.endpoints.list.path;
const response = {
  [categories.messages.created]: 'Kategorie angelegt',
  [categories.messages.fetchFailed]: 'Die Kategorien waren nicht zu laden',
  [messages.nameRequired]: 'Ein Name {{fehlt}}',
};

beforeEach(() => {
  i18n.addResourceBundle('en', 'sentences', response);
});
afterEach(() => {
  i18n.removeResourceBundle('en', 'sentences');
});

it('translates messages of the contract in alerts, field errors and toasts, and ignores braces', async () => {
  const fake = createFakeApi();
  fake.failNext({ path, status: 0 });
  const { user } = renderScreen(<CategoriesScreen />, { fake });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(response[categories.messages.fetchFailed]);
  await user.click(within(alert).getByRole('button', { name: t('ui.retry') }));

  await user.click(await screen.findByRole('button', { name: t('categories.add') }));
  const form = within(await screen.findByRole('dialog'));
  await user.type(form.getByLabelText(/^Name/), 'Art');
  const errors = { name: messages.nameRequired };
  fake.failNext({ path, method: 'POST', status: 422, message: 'An unknown sentence', errors });
  await user.click(form.getByRole('button', { name: t('categories.create') }));
  await form.findByText('Ein Name {{fehlt}}');
  expect(form.getByRole('status').textContent).toBe('An unknown sentence');
  await user.click(form.getByRole('button', { name: t('categories.create') }));
  await screen.findByText('Kategorie angelegt');
});
