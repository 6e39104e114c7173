import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { CustomFieldsScreen } from './custom-fields-screen.tsx';

const field = (id: number, label: string, changes: Partial<CustomField> = {}): CustomField => ({
  id,
  key: label.toLowerCase(),
  label,
  type: 'text',
  choices: [],
  help: '',
  is_required: false,
  is_filter: false,
  version: 1,
  ...changes,
});
const mood = field(1, 'Mood', {
  type: 'choice',
  choices: [
    { id: 1, name: 'Calm' },
    { id: 2, name: 'Dark' },
  ],
  is_required: true,
});
function open(items: readonly CustomField[]) {
  const fake = createFakeApi();
  fake.respondNext({ path: '/custom-fields' }, pageOf(items));
  return renderScreen(<CustomFieldsScreen />, { route: '/settings/custom-fields', fake });
}

it('renames a choice and adds one', async () => {
  const { fake, user } = open([mood]);
  await user.click(await screen.findByRole('button', { name: 'Edit Mood' }));
  const dialog = within(await screen.findByRole('dialog'));
  const second = dialog.getByRole('textbox', { name: 'Choice 2' });
  await user.clear(second);
  await user.type(second, 'Gloomy');
  await user.click(dialog.getByRole('button', { name: t('customFields.addChoice') }));
  await user.type(dialog.getByRole('textbox', { name: 'Choice 3' }), 'Funny');
  fake.respondNext({ path: '/custom-fields/update' }, ok(mood));
  fake.respondNext({ path: '/custom-fields' }, pageOf([mood]));
  await user.click(dialog.getByRole('button', { name: t('customFields.save') }));
  await waitFor(() => expect(fake.requestsTo('/custom-fields/update')).toHaveLength(1));
  expect(fake.requestsTo('/custom-fields/update')[0]?.body).toMatchObject({
    id: 1,
    version: 1,
    choices: [{ id: 1, name: 'Calm' }, { id: 2, name: 'Gloomy' }, { name: 'Funny' }],
  });
});
